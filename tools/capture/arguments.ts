/** Reads what was written behind `npm run capture --`. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Wish = {
  isJson: boolean;
  /** http, https or file. */
  addresses: readonly string[];
};

export const usage = 'Usage: npm run capture -- [--json] URL|FILE...';

/** Gives what is wished for; null where it is no such wish. What is no address of the web is taken for a file. */
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
