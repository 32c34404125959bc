import { browser } from 'wxt/browser';

/** Returns the redirect URI, which the browser intercepts. */
export function consentRedirectUri(): string {
  return browser.identity.getRedirectURL();
}

/** Returns null if the person closed the window or it couldn't be shown. */
export async function askForConsent(authorizationUrl: string): Promise<string | null> {
  try {
    const answer = await browser.identity.launchWebAuthFlow({
      url: authorizationUrl,
      interactive: true,
    });
    return answer ?? null;
  } catch {
    // The browser distinguishes these cases only by message; neither is consent.
    return null;
  }
}
