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

/** Gives the likeliest kind by the row of any of the page's blocks: only the features of the page are asked for. */
export function kindOf(row: ArrayLike<number>, model: Model): ToldKind {
  let sum = 0;
  let best: ToldKind = { kind: 'other', confidence: 0 };
  for (const [kind, forest] of model.kinds) {
    const probability = probabilityOf(forest, row);
    sum += probability;
    if (isTold(kind) && probability > best.confidence) best = { kind, confidence: probability };
  }
  return sum === 0 ? best : { kind: best.kind, confidence: best.confidence / sum };
}

function isTold(kind: string): kind is PageKind {
  return told.has(kind);
}
