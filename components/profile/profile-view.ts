/** The profile as it is shown. Pure. */
import type { ShownProfileItem } from '../../lib/contracts/recall.ts';

export type FactView = {
  text: string;
  /** Null where the service does not say. */
  memory: string | null;
  /** Milliseconds since the epoch, or the service's own words where they are no date; null where there are none. */
  when: number | string | null;
};

const shownWhenLength = 40;

/** Gives the view of one fact, or of one passage of the profile. */
export function factView({ text, memory, savedAt }: ShownProfileItem): FactView {
  return { text, memory: memory?.trim() ? memory : null, when: whenOf(savedAt) };
}

/** What takes longer than this to read is said to, in milliseconds. */
const slowAfterMs = 2_000;

/** Gives the whole seconds that a slow reading has taken, or null while it is not slow. */
export function readingSeconds(since: number | null, now: number): number | null {
  if (since === null || now - since < slowAfterMs) return null;
  return Math.floor((now - since) / 1_000);
}

/** How many of a long list are shown at first, and how many more each time. */
export const factsAtOnce = 50;

function whenOf(savedAt: string | null): FactView['when'] {
  const words = savedAt?.trim() ?? '';
  if (words === '') return null;
  // Browsers find a date in almost anything that holds a number.
  const time = /^\d{4}-\d{2}-\d{2}/.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(time) ? words.slice(0, shownWhenLength) : time;
}
