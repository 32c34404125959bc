/** Tells what kind of page it is, from the page as a whole. */
import type { PageKind } from '../../../contracts/capture.ts';
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

/** Gives the likeliest kind. */
export function likeliestKind(chances: KindChances): ToldKind {
  let best: ToldKind = { kind: 'other', confidence: 0 };
  for (const [kind, confidence] of chances) {
    if (isTold(kind) && confidence > best.confidence) best = { kind, confidence };
  }
  return best;
}

function isTold(kind: string): kind is PageKind {
  return told.has(kind);
}
