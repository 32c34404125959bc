/** Opens the browser's authorization window, which hands the answer to this extension only. */
import { browser } from 'wxt/browser';

/** The redirect address, which the browser intercepts. */
export function consentRedirectUri(): string {
  return browser.identity.getRedirectURL();
}

/** Gives the address the person was sent back to; null if they closed the window or it couldn't be shown. */
export async function askForConsent(authorizationUrl: string): Promise<string | null> {
  try {
    const answer = await browser.identity.launchWebAuthFlow({
      url: authorizationUrl,
      interactive: true,
    });
    return answer ?? null;
  } catch {
    // The browser tells both cases by message only, and neither ends in a consent.
    return null;
  }
}
