/** Parses the arguments after `npm run capture --`. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Wish = {
  isJson: boolean;
  /** URLs with the scheme http, https or file. */
  addresses: readonly string[];
};

export const usage = 'Usage: npm run capture -- [--json] URL|FILE...';

/**
 * Returns the parsed request, or null if the arguments are invalid. Anything that isn't a web
 * address is treated as a file.
 */
export function wishOf(words: readonly string[]): Wish | null {
  const flags = words.filter((word) => word.startsWith('-'));
  const named = words.filter((word) => !word.startsWith('-') && word !== '');
  if (named.length === 0 || flags.some((flag) => flag !== '--json')) return null;
  return { isJson: flags.length > 0, addresses: named.map(addressOf) };
}

function addressOf(word: string): string {
  const isAddress = /^(?:https?|file):\/\//i.test(word) && URL.canParse(word);
  return isAddress ? word : pathToFileURL(resolve(word)).href;
}
