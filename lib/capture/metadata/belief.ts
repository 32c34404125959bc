/** Decides whose word on the page may be believed: an application that shows another page often leaves the old words. */
import { namesPage } from '../../core/custom-id/custom-id.ts';
import { isLatin, runsOf } from '../letters.ts';
import { statementsOf, type Statements, type Voice } from './statements.ts';

export type Believed = {
  /** What can be believed, the best first. */
  voices: readonly Statements[];
  /** The voices that speak of another page. */
  stale: readonly Statements[];
};

type Verdict = 'about this page' | 'about another' | 'unknown';

const voices: readonly Voice[] = ['structured', 'openGraph', 'head'];

/**
 * Gives the voices to believe on the page at `url`. One that names another address of this site speaks of another
 * page. One that names none is believed along with the others; where all are silent, or name another site (which is
 * how copies of a text name its origin, and no application can move to another site), its title has to be seen on the
 * page.
 */
export function believedOf(document: Document, url: string): Believed {
  const all = statementsOf(document);
  const verdicts = new Map(voices.map((voice) => [voice, verdictOf(all[voice], url)]));
  const said = new Set(verdicts.values());
  const isBelieved = (voice: Voice): boolean => {
    const verdict = verdicts.get(voice);
    if (verdict !== 'unknown') return verdict === 'about this page';
    if (said.has('about another')) return false;
    return said.has('about this page') || isSeen(all[voice].title, document);
  };
  const believed = voices.filter(isBelieved);
  const stale = voices.filter((voice) => !believed.includes(voice));
  return { voices: believed.map((voice) => all[voice]), stale: stale.map((voice) => all[voice]) };
}

function verdictOf({ addresses }: Statements, url: string): Verdict {
  if (addresses.some((address) => namesPage(address, url))) return 'about this page';
  return addresses.some((address) => isOfThisHost(address, url)) ? 'about another' : 'unknown';
}

function isOfThisHost(address: string, url: string): boolean {
  return URL.parse(address)?.hostname === URL.parse(url)?.hostname;
}

/** A voice without a title has nothing that could be compared. */
function isSeen(title: string | null, document: Document): boolean {
  if (title === null) return true;
  const shown = [document.querySelector('head > title'), ...document.querySelectorAll('h1')];
  return shown.some((element) => sharesWords(title, element?.textContent ?? ''));
}

/** Says whether at least half of the words of the shorter title stand in the other. */
export function sharesWords(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size);
  if (short === undefined || long === undefined || short.size === 0) return false;
  const shared = [...short].filter((word) => long.has(word)).length;
  return shared >= short.size / 2;
}

/** Words, or single characters where words are not set apart. */
function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  if (isLatin(lower)) return new Set(runsOf(lower));
  const pieces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;
  return new Set(Array.from(lower.matchAll(pieces), ([piece]) => piece));
}
