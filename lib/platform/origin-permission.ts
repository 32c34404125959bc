/** The permission to reach a service: none at install, each asked of the person in their click and given back after. */
import { browser } from 'wxt/browser';

/** Must be called in the person's click itself, before anything is awaited: browsers ask for that. */
export function requestOrigins(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: origins.map(originPattern) });
}

/** Whether requests to the origin are allowed now. */
export function isOriginGranted(origin: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [originPattern(origin)] });
}

/** Gives the permission back. */
export async function releaseOrigin(origin: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(origin)] });
}

/** What the browser grants for an origin: patterns know no ports, so two services of one host share one permission. */
export function originPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
