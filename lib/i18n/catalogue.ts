/**
 * The messages of `public/_locales` in the browser's language, or in English where there are none in that. The browser
 * reads them once and hands them out at once, in pages, in content scripts and in the background alike. By the plain
 * global and not the polyfill, for the reasons of decision 0012.
 */

/** Gives a message as it stands in the catalogue; '' where there is none of this name. */
export function messageOf(key: string): string {
  return chrome.i18n.getMessage(key);
}

declare const chrome: { i18n: { getMessage: (key: string) => string } };
