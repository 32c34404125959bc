/** The browser's permission to read all pages of a site, given and taken back by its pattern. */
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { readablePatternSchema } from '../contracts/highlights.ts';

export function isSiteGranted(pattern: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [pattern] });
}

/** Patterns of all that may be read of the web, whatever for. */
export async function grantedSites(): Promise<string[]> {
  const { origins = [] } = await browser.permissions.getAll();
  return origins.filter((pattern) => z.safeParse(readablePatternSchema, pattern).success);
}

/** Gives the permission back; one the browser does not hold is given back already. */
export async function releaseSite(pattern: string): Promise<void> {
  await browser.permissions.remove({ origins: [pattern] });
}
