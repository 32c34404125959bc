/** Tells what kind of page it is, from the page as a whole. */
import type { PageKind } from '../../../contracts/capture.ts';
import type { Page } from './block-surroundings.ts';
import { pageFeatures } from './page-features.ts';
import { probabilityOf, type Model } from './tree-model.ts';

export type ToldKind = {
  kind: PageKind;
  /** How sure that is, from 0 to 1: about the share of pages told so that are of this kind. */
  confidence: number;
};

/** The kinds that are told by features; a forest is asked for each. */
const told: ReadonlySet<string> = new Set<PageKind>([
  'article',
  'documentation',
  'forum',
  'list',
  'other',
  'product',
]);

/** How likely the page is of each kind, all together 1. */
export type KindChances = ReadonlyMap<string, number>;

/** Gives the chances by the row of any of the page's blocks: only the features of the page are asked for. */
export function kindChancesOf(row: ArrayLike<number>, model: Model): KindChances {
  const found = Object.entries(model.kinds).map(
    ([kind, forest]) => [kind, probabilityOf(forest, row, model)] as const,
  );
  const sum = found.reduce((total, [, probability]) => total + probability, 0);
  return new Map(found.map(([kind, probability]) => [kind, probability / (sum || 1)]));
}

/** Gives the likeliest kind; `isThread` is asked where that is a thread. */
export function likeliestKind(chances: KindChances, isThread: () => boolean): ToldKind {
  const falling = [...chances].toSorted(([, a], [, b]) => b - a);
  for (const [kind, confidence] of falling) {
    if (isTold(kind) && (kind !== 'forum' || isThread())) return { kind, confidence };
  }
  return { kind: 'other', confidence: 0 };
}

/**
 * Says whether a page may be a thread: to the forest, a short text below one line of author and date looks like one. Its
 * address or its own data say that it is, or more than one post has a date.
 */
export function mayBeThread(page: Page): boolean {
  const features = new Map(pageFeatures(page));
  const of = (name: string) => features.get(name) ?? 0;
  if (of('page-address-thread') + of('page-says-thread') > 0) return true;
  const dates = Math.round(of('page-dates') * of('page-blocks'));
  return Math.max(dates, of('page-times')) >= 2;
}

function isTold(kind: string): kind is PageKind {
  return told.has(kind);
}
