import type { PageKind } from '../schema.ts';
import type { PageContext } from './page-context.ts';
import { pageFeatures } from './page-features.ts';
import { probabilityOf, type Model } from './block-model.ts';

export type KindGuess = {
  kind: PageKind;
  /** From 0 to 1: roughly how often this guess is right. */
  confidence: number;
};

const knownKinds: readonly PageKind[] = [
  'article',
  'documentation',
  'forum',
  'list',
  'other',
  'product',
];

export type KindProbabilities = ReadonlyMap<string, number>;

export function kindProbabilitiesOf(row: ArrayLike<number>, model: Model): KindProbabilities {
  const found = Object.entries(model.kinds).map(
    ([kind, forest]) => [kind, probabilityOf(forest, row, model)] as const,
  );
  const sum = found.reduce((total, [, probability]) => total + probability, 0);
  return new Map(found.map(([kind, probability]) => [kind, probability / (sum || 1)]));
}

/** Returns the likeliest kind, but a forum only if `isThread` returns true. */
export function likeliestKind(chances: KindProbabilities, isThread: () => boolean): KindGuess {
  const likeliestFirst = [...chances].toSorted(([, a], [, b]) => b - a);
  for (const [name, confidence] of likeliestFirst) {
    const kind = knownKinds.find((each) => each === name);
    if (kind !== undefined && (kind !== 'forum' || isThread())) return { kind, confidence };
  }
  return { kind: 'other', confidence: 0 };
}

/** The model mistakes a short text below an author and date for a thread, so this requires another hint. */
export function mayBeThread(page: PageContext): boolean {
  const features = new Map(pageFeatures(page));
  const valueOf = (name: string) => features.get(name) ?? 0;
  if (valueOf('page-address-thread') + valueOf('page-says-thread') > 0) return true;
  const dates = Math.round(valueOf('page-dates') * valueOf('page-blocks'));
  return Math.max(dates, valueOf('page-times')) >= 2;
}
