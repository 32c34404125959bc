/** Falls back to English; '' if there is none. */
export function messageOf(key: string): string {
  return chrome.i18n.getMessage(key);
}

declare const chrome: { i18n: { getMessage: (key: string) => string } };
