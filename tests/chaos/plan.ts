/**
 * Draws at random what the person saves in a run (wishes) and what goes wrong in the meantime (strikes). The same seed
 * and size give the same plan.
 */
import { createRandom, type Random } from '../bench/random.ts';
import { pageKinds, type PageKind } from './site.ts';

/** One thing the person wants to save. */
export interface Wish {
  readonly nth: number;
  readonly kind: 'page' | 'note';
  /** The page to save, or the one that the note is about; two wishes may share a page. */
  readonly page: { readonly kind: PageKind; readonly number: number };
  /** The index of the Memory to save to. */
  readonly memory: number;
  /** Whether the person moves to another page before this one is read. */
  readonly isLeftEarly: boolean;
}

export const strikeKinds = [
  'worker stopped',
  'browser killed',
  'service killed',
  'network gone',
  'tried now',
  'edited',
] as const;
export type StrikeKind = (typeof strikeKinds)[number];

export interface Strike {
  readonly kind: StrikeKind;
  /** The delay after the start of the wish that triggers the strike. */
  readonly delayMs: number;
  /** How long the network is down; other kinds of strikes ignore it. */
  readonly lengthMs: number;
}

export interface Plan {
  readonly wishes: readonly Wish[];
  /** Strikes by the number of the wish whose start triggers them. */
  readonly strikes: ReadonlyMap<number, readonly Strike[]>;
}

/** The number of wishes per strike of each kind. */
const wishesPerStrike: Readonly<Record<StrikeKind, number>> = {
  'worker stopped': 10,
  'browser killed': 30,
  'service killed': 25,
  'network gone': 20,
  'tried now': 12,
  edited: 12,
};
const shareOfNotes = 0.3;
const shareOfRepeats = 0.1;
const shareLeftEarly = 0.05;

/** Draws the plan of a run with `count` wishes in `memories` Memories. */
export function drawPlan({
  seed,
  count,
  memories,
}: {
  seed: number;
  count: number;
  memories: number;
}): Plan {
  const random = createRandom(seed);
  const wishes: Wish[] = [];
  for (let nth = 0; nth < count; nth += 1) wishes.push(drawWish(nth, { random, memories, wishes }));
  return { wishes, strikes: drawStrikes(random, count) };
}

function drawWish(
  nth: number,
  { random, memories, wishes }: { random: Random; memories: number; wishes: readonly Wish[] },
): Wish {
  if (random.next() < shareOfNotes) {
    // A note goes to the chosen Memory, which is the first one throughout a run.
    const page = { kind: 'words' as const, number: nth };
    return { nth, kind: 'note', page, memory: 0, isLeftEarly: false };
  }
  const earlier = wishes.filter(({ kind }) => kind === 'page');
  if (earlier.length > 0 && random.next() < shareOfRepeats) {
    const memory = random.between(0, memories - 1);
    return { ...random.pick(earlier), nth, memory, isLeftEarly: false };
  }
  return {
    nth,
    kind: 'page',
    page: { kind: drawKind(random), number: nth },
    memory: random.between(0, memories - 1),
    isLeftEarly: random.next() < shareLeftEarly,
  };
}

function drawKind(random: Random): PageKind {
  const drawn = random.next();
  if (drawn < 0.02) return 'empty';
  if (drawn < 0.03) return 'huge';
  return random.pick(pageKinds);
}

function drawStrikes(random: Random, count: number): Map<number, Strike[]> {
  const strikes = new Map<number, Strike[]>();
  for (const kind of strikeKinds) {
    const times = Math.max(2, Math.round(count / wishesPerStrike[kind]));
    for (let time = 0; time < times; time += 1) {
      // Draw one from each equal part of the run, to spread each kind out.
      const from = Math.floor((time * count) / times);
      const to = Math.max(from, Math.floor(((time + 1) * count) / times) - 1);
      const nth = random.between(from, to);
      const strike = {
        kind,
        delayMs: random.between(0, 600),
        lengthMs: random.between(300, 2_500),
      };
      strikes.set(nth, [...(strikes.get(nth) ?? []), strike]);
    }
  }
  return strikes;
}
