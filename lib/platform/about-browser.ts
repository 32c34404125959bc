/** Which Keepsake this is, and where it runs: what a report of a problem begins with. */
import { browser } from 'wxt/browser';

export type AboutBrowser = { version: string; browser: string; system: string };

/** Asks the browser itself; no figure of it tells one person from another. */
export async function aboutBrowser(): Promise<AboutBrowser> {
  const { os, arch } = await browser.runtime.getPlatformInfo();
  return {
    version: browser.runtime.getManifest().version,
    browser: browserName(navigator.userAgent),
    system: `${os} ${arch}`,
  };
}

/** Gives name and main version by what the browser calls itself: “Firefox 153”, “Chromium 156”. */
export function browserName(userAgent: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d{1,4})/u.exec(
    // Edge and Opera call themselves Chrome first.
    userAgent.replace(/Chrome\/\d+(?=.*(?:Edg|OPR)\/)/u, ''),
  ) ?? ['', 'Unknown', ''];
  const known: Record<string, string> = { Chrome: 'Chromium', Edg: 'Edge', OPR: 'Opera' };
  return `${known[name ?? ''] ?? name} ${version}`.trim();
}
