/** Returns a message, in English if it isn't translated, or '' if it doesn't exist. */
export function messageOf(key: string): string {
  return chrome.i18n.getMessage(key);
}

declare const chrome: { i18n: { getMessage: (key: string) => string } };
