/** What the side panel shows, decided from the search and the home. Pure. */
import { sentences } from '../../lib/language/text.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { CallWait, RecallOutcome } from '../../lib/contracts/recall.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { HomeState } from '../hooks/use-home.ts';
import type { SearchPhase } from '../hooks/search-state.ts';
import { searchWords } from '../words/search.ts';

export type SearchView =
  | { kind: 'blank' }
  | { kind: 'first-use' }
  | { kind: 'no-memory' }
  | { kind: 'idle'; memories: readonly MemoryChoice[] }
  | { kind: 'searching' }
  | { kind: 'results'; q: string; outcome: RecallOutcome; stale: boolean }
  /** Every Memory answered, and none has it. */
  | {
      kind: 'empty';
      q: string;
      /** The words were those of a page, not the person's. */
      isAbout: boolean;
      outcome: RecallOutcome;
      memories: readonly MemoryChoice[];
    }
  /** No hits, but a Memory could not answer, so this says nothing about what is there. */
  | { kind: 'unanswered'; outcome: RecallOutcome }
  | { kind: 'failed'; error: AppError }
  | { kind: 'stopped' };

/** A search that takes longer than this is said to, in milliseconds. */
export const slowAfterMs = 1_000;

/** Gives what to show below the search box; `memory` is the one that is searched, null where all are. */
export function searchView(
  phase: SearchPhase,
  home: HomeState,
  memory: MemoryChoice | null = null,
): SearchView {
  switch (phase.status) {
    case 'idle':
      return idleView(home);
    case 'asking':
      if (phase.failure !== null) return { kind: 'failed', error: phase.failure };
      if (phase.previous === null || phase.previous.outcome.hits.length === 0) {
        return { kind: 'searching' };
      }
      return { kind: 'results', ...phase.previous, stale: true };
    case 'answered':
      return answeredView(phase, memory === null ? memoriesOf(home) : [memory]);
    case 'failed':
      if (phase.error.code === 'home.none') return { kind: 'first-use' };
      return { kind: 'failed', error: phase.error };
    case 'stopped':
      return { kind: 'stopped' };
  }
}

/** Gives the whole seconds a slow search has taken, or null while it is not slow, or nobody waits for it. */
export function slowSeconds(phase: SearchPhase, now: number): number | null {
  if (phase.status !== 'asking' || phase.failure !== null) return null;
  if (now - phase.since < slowAfterMs) return null;
  return Math.floor((now - phase.since) / 1_000);
}

/** Gives what is said of a search that is slow; `now` in milliseconds since the epoch. */
export function slowWords(phase: SearchPhase, now: number): { title: string; text: string } {
  const { title, text, held } = searchWords.waiting;
  const wait = phase.status === 'asking' ? phase.wait : null;
  if (wait === null || wait.reason === 'turn') return { title, text };
  const inSeconds = Math.ceil((wait.until - now) / 1_000);
  return { title: held.title, text: held.text(reasonOf(wait), Math.max(0, inSeconds)) };
}

function reasonOf(wait: Exclude<CallWait, { reason: 'turn' }>): string {
  const { limit, limitUnknown, busy, retry } = searchWords.waiting.held;
  if (wait.reason === 'retry') return retry;
  if (wait.reason === 'turns-exhausted') return busy;
  return wait.limitPerMin === null ? limitUnknown : limit(wait.limitPerMin);
}

/** The Memories of the home, as far as they are known. */
export function memoriesOf(home: HomeState): readonly MemoryChoice[] {
  return home.status === 'ready' ? home.home.memories : [];
}

/** The same for as long as the home has the same Memories by the same names; null while they are not known. */
export function memoriesKey(home: HomeState): string | null {
  if (home.status !== 'ready') return null;
  return JSON.stringify(home.home.memories.map(({ id, name }) => [id, name]));
}

export type Announced = {
  slow: boolean;
  /** The one Memory that is searched; null where all are. */
  memory: string | null;
  /** The person chose that just now. */
  isNarrowingNews: boolean;
};

/** Gives what a screen reader is told. */
export function searchAnnouncement(
  view: SearchView,
  { slow, memory, isNarrowingNews }: Announced,
): string {
  const { announce } = searchWords;
  if (slow) return announce.slow;
  const narrowing = isNarrowingNews ? announce.searched(memory) : '';
  switch (view.kind) {
    case 'results': {
      if (view.stale) return narrowing;
      const found = announce.found(view.outcome.hits.length, memory);
      const { unanswered } = view.outcome;
      return unanswered.length === 0 ? found : sentences(found, unansweredWords(unanswered));
    }
    case 'empty':
      return announce.none(memory);
    case 'unanswered':
      return unansweredWords(view.outcome.unanswered);
    case 'failed':
      return announce.failed;
    case 'idle':
    case 'searching':
    case 'stopped':
      return narrowing;
    case 'blank':
    case 'first-use':
    case 'no-memory':
      return '';
  }
}

function unansweredWords(unanswered: RecallOutcome['unanswered']): string {
  return searchWords.announce.unanswered(unanswered.map(({ memory }) => memory));
}

function idleView(home: HomeState): SearchView {
  if (home.status === 'loading') return { kind: 'blank' };
  if (home.status === 'failed') return { kind: 'failed', error: home.error };
  if (home.home.kind === null) return { kind: 'first-use' };
  if (home.home.memories.length === 0) return { kind: 'no-memory' };
  return { kind: 'idle', memories: home.home.memories };
}

function answeredView(
  { q, about, outcome }: Extract<SearchPhase, { status: 'answered' }>,
  memories: readonly MemoryChoice[],
): SearchView {
  if (outcome.hits.length > 0) return { kind: 'results', q, outcome, stale: false };
  if (outcome.unanswered.length > 0) return { kind: 'unanswered', outcome };
  if (outcome.searched === 0) return { kind: 'no-memory' };
  return { kind: 'empty', q, isAbout: about !== null, outcome, memories };
}
