/** The browser's own window for a consent; it hands the answer to the extension alone. */
import { browser } from 'wxt/browser';

/** Where the person is sent back to, which the browser catches. */
export function consentRedirectUri(): string {
  return browser.identity.getRedirectURL();
}

/** Gives the address the person was sent back to; null where they closed the window, or it could not be shown. */
export async function askForConsent(authorizationUrl: string): Promise<string | null> {
  try {
    const answer = await browser.identity.launchWebAuthFlow({
      url: authorizationUrl,
      interactive: true,
    });
    return answer ?? null;
  } catch {
    // Both are told in words alone, and to the person they are one: there was no consent.
    return null;
  }
}
