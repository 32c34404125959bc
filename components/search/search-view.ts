/** What the search view shows, derived from the search and the connection. */
import { plural, listed, sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { RecallOutcome } from '../../lib/search/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import type { SearchPhase } from './search-state.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';

export type SearchView =
  | { kind: 'blank' }
  | { kind: 'first-use' }
  | { kind: 'no-memory' }
  | { kind: 'idle'; memories: readonly MemoryChoice[] }
  | { kind: 'searching' }
  | { kind: 'results'; q: string; outcome: RecallOutcome; stale: boolean }
  /** Every Memory answered, without results. */
  | {
      kind: 'empty';
      q: string;
      /** The query came from a page, not from the person. */
      isAbout: boolean;
      outcome: RecallOutcome;
      memories: readonly MemoryChoice[];
    }
  /** No results, but a Memory didn't answer, so there can still be matches. */
  | { kind: 'unanswered'; outcome: RecallOutcome }
  | { kind: 'failed'; error: AppError }
  | { kind: 'stopped' };

/** A search that takes longer counts as slow. */
export const slowAfterMs = 1_000;

/** Gives what to show below the search box; `memory` is the one searched, null for all. */
export function searchView(
  phase: SearchPhase,
  connection: ActiveConnectionState,
  memory: MemoryChoice | null = null,
): SearchView {
  switch (phase.status) {
    case 'idle':
      return idleView(connection);
    case 'asking':
      if (phase.failure !== null) return { kind: 'failed', error: phase.failure };
      if (phase.previous === null || phase.previous.outcome.hits.length === 0) {
        return { kind: 'searching' };
      }
      return { kind: 'results', ...phase.previous, stale: true };
    case 'answered':
      return answeredView(phase, memory === null ? memoriesOf(connection) : [memory]);
    case 'failed':
      if (phase.error.code === 'connection.none') return { kind: 'first-use' };
      return { kind: 'failed', error: phase.error };
    case 'stopped':
      return { kind: 'stopped' };
  }
}

/** Gives the whole seconds a slow search has taken; null if it is not slow, or an automatic retry. */
export function slowSeconds(phase: SearchPhase, now: number): number | null {
  if (phase.status !== 'asking' || phase.failure !== null) return null;
  if (now - phase.since < slowAfterMs) return null;
  return Math.floor((now - phase.since) / 1_000);
}

/** Gives the text for a slow search; `now` in milliseconds since the epoch. */
export function slowWords(phase: SearchPhase, now: number): { title: string; text: string } {
  const wait = phase.status === 'asking' ? phase.wait : null;
  if (wait === null || wait.reason === 'turn')
    return { title: t('recall_waiting_title'), text: t('common_slow') };
  const next = waitNext(wait, now);
  return {
    title: t('recall_waiting_held_title'),
    text: t('ask_waiting_then', { reason: waitReason(wait), next: next ?? '' }),
  };
}

/** The Memories of the connection, as far as they are known. */
export function memoriesOf(connection: ActiveConnectionState): readonly MemoryChoice[] {
  return connection.status === 'ready' ? connection.connection.memories : [];
}

/** A key that changes when Memories or their names change; null while they are unknown. */
export function memoriesKey(connection: ActiveConnectionState): string | null {
  if (connection.status !== 'ready') return null;
  return JSON.stringify(connection.connection.memories.map(({ id, name }) => [id, name]));
}

export type Announced = {
  slow: boolean;
  /** The one Memory searched; null for all. */
  memory: string | null;
  /** The person just changed which Memories are searched. */
  isNarrowingNews: boolean;
};

/** Gives what is announced to screen readers. */
export function searchAnnouncement(
  view: SearchView,
  { slow, memory, isNarrowingNews }: Announced,
): string {
  if (slow) return sentences(t('recall_waiting_held_title'), t('common_slow'));
  const narrowing = isNarrowingNews
    ? memory === null
      ? t('recall_announce_widened')
      : t('recall_announce_narrowed', { memory })
    : '';
  switch (view.kind) {
    case 'results': {
      if (view.stale) return narrowing;
      const found =
        memory === null
          ? plural(view.outcome.hits.length, 'recall_found')
          : plural(view.outcome.hits.length, 'recall_announce_foundIn', { memory });
      const { unanswered } = view.outcome;
      return unanswered.length === 0 ? found : sentences(found, unansweredWords(unanswered));
    }
    case 'empty':
      return memory === null ? t('recall_announce_none') : t('recall_announce_noneIn', { memory });
    case 'unanswered':
      return unansweredWords(view.outcome.unanswered);
    case 'failed':
      return t('recall_announce_failed');
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
  return t('recall_announce_unanswered', {
    memories: listed(unanswered.map(({ memory }) => memory)),
  });
}

function idleView(connection: ActiveConnectionState): SearchView {
  if (connection.status === 'loading') return { kind: 'blank' };
  if (connection.status === 'failed') return { kind: 'failed', error: connection.error };
  if (connection.connection.kind === null) return { kind: 'first-use' };
  if (connection.connection.memories.length === 0) return { kind: 'no-memory' };
  return { kind: 'idle', memories: connection.connection.memories };
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
