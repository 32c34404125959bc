import { plural, listed, sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { SearchResults } from '../../lib/search/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import type { SearchPhase } from './search-state.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';
import { groupHits } from '../app/results/hit-view.ts';
import { parseQuery, type QueryPart } from '../../lib/text/search-query.ts';

type Memories = readonly MemoryChoice[];

export type SearchView =
  | { kind: 'blank' }
  | { kind: 'first-use' }
  | { kind: 'no-memory' }
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'results'; q: string; outcome: SearchResults; stale: boolean }
  | { kind: 'empty'; q: string; isAbout: boolean; outcome: SearchResults; memories: Memories }
  /** Nothing was found, but a Memory that didn't respond may still have results. */
  | { kind: 'unanswered'; outcome: SearchResults }
  /** `isShownAbove` is true if the connection's notice says the same. */
  | { kind: 'failed'; error: AppError; isShownAbove: boolean }
  | { kind: 'stopped' };

const slowAfterMs = 1_000;

/** `memory` is the Memory to search; null for all. */
export function searchView(
  phase: SearchPhase,
  connection: ActiveConnectionState,
  memory: MemoryChoice | null = null,
): SearchView {
  switch (phase.status) {
    case 'idle':
      return idleView(connection);
    case 'asking':
      if (phase.failure !== null) return failedView(phase.failure, connection);
      if (phase.previous === null || phase.previous.outcome.hits.length === 0) {
        return { kind: 'searching' };
      }
      return { kind: 'results', ...phase.previous, stale: true };
    case 'answered':
      return answeredView(phase, memory === null ? memoriesOf(connection) : [memory]);
    case 'failed':
      if (phase.error.code === 'connection.none') return { kind: 'first-use' };
      return failedView(phase.error, connection);
    case 'stopped':
      return { kind: 'stopped' };
  }
}

/** Returns a sentence that names the words searched for instead of the typed ones; empty if there are none. */
export function correctedText({ corrections = [] }: SearchResults): string {
  if (corrections.length === 0) return '';
  return t('search_corrected', {
    words: quotedList(corrections.map(({ corrected }) => corrected)),
  });
}

export function quotedList(words: readonly string[]): string {
  return listed(words.map((phrase) => t('search_chips_phrase', { phrase })));
}

/** Puts these words of a query in quotes, so that the service doesn't correct them. */
export function quoteWords(query: string, words: readonly string[]): string {
  const isQuoted = ({ kind, isExcluded, start, end }: QueryPart) => {
    const text = query.slice(start, end).replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
    const pieces = [text, ...text.split(/[\p{P}\p{S}]+/u)];
    return kind === 'word' && !isExcluded && pieces.some((piece) => words.includes(piece));
  };
  return parseQuery(query, 0)
    .filter(isQuoted)
    .toReversed()
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}"${text.slice(start, end).replaceAll('"', '')}"${text.slice(end)}`,
      query,
    );
}

/** Returns how long the search has taken, in whole seconds; null if it isn't slow or is an automatic retry. */
export function slowSeconds(phase: SearchPhase, now: number): number | null {
  if (phase.status !== 'asking' || phase.failure !== null) return null;
  if (now - phase.since < slowAfterMs) return null;
  return Math.floor((now - phase.since) / 1_000);
}

/** Explains why a search is slow. `now` is in milliseconds since the epoch. */
export function slowText(phase: SearchPhase, now: number): { title: string; text: string } {
  const wait = phase.status === 'asking' ? phase.wait : null;
  const title = t('search_waiting_held_title');
  return wait === null || wait.reason === 'turn'
    ? { title, text: t('common_slow') }
    : { title, text: sentences(waitReason(wait), waitNext(wait, now) ?? '') };
}

export function memoriesOf(connection: ActiveConnectionState): Memories {
  return connection.status === 'ready' ? connection.connection.memories : [];
}

/** Returns a key that changes with the Memories and their names; null while they are unknown. */
export function memoriesKey(connection: ActiveConnectionState): string | null {
  if (connection.status !== 'ready') return null;
  return JSON.stringify(connection.connection.memories.map(({ id, name }) => [id, name]));
}

/** Returns the text for screen readers. `isNarrowingNews` is true if the person just changed the searched Memories. */
export function searchAnnouncement(
  view: SearchView,
  how: { slow: boolean; memory: string | null; isNarrowingNews: boolean },
): string {
  const { slow, memory, isNarrowingNews } = how;
  if (slow) return sentences(t('search_waiting_held_title'), t('common_slow'));
  const scope = memory === null ? '' : t('search_announce_narrowed', { memory });
  const narrowing = isNarrowingNews ? scope || t('search_announce_widened') : '';
  switch (view.kind) {
    case 'results': {
      if (view.stale) return narrowing;
      const { unanswered } = view.outcome;
      const found = foundText(view.outcome);
      const missing = unanswered.length === 0 ? '' : unansweredText(unanswered);
      const more = [correctedText(view.outcome), scope, missing].filter((text) => text !== '');
      return more.length === 0 ? found : sentences(found, ...more);
    }
    case 'empty':
      return scope === '' ? t('search_announce_none') : sentences(t('search_announce_none'), scope);
    case 'unanswered':
      return unansweredText(view.outcome.unanswered);
    case 'failed':
      return t('search_announce_failed');
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

/** Describes how many pages and notes were found, as a minimum if the service might have more. */
export function foundText({ hits, hasMore }: SearchResults): string {
  const count = groupHits(hits).length;
  return hasMore === true ? t('search_foundMore', { count }) : plural(count, 'search_found');
}

function unansweredText(unanswered: SearchResults['unanswered']): string {
  return t('search_unanswered', {
    memories: listed(unanswered.map(({ memory }) => memory)),
  });
}

function idleView(connection: ActiveConnectionState): SearchView {
  if (connection.status === 'loading') return { kind: 'blank' };
  if (connection.status === 'failed') return failedView(connection.error, connection);
  if (connection.connection.kind === null) return { kind: 'first-use' };
  if (connection.connection.memories.length === 0) return { kind: 'no-memory' };
  return { kind: 'idle' };
}

function failedView(error: AppError, connection: ActiveConnectionState): SearchView {
  const isRefused = error.code === 'memory.unauthorized' || error.code === 'memory.unauthenticated';
  const withdrawn = connection.status === 'ready' ? connection.connection.withdrawn : [];
  const isShownAbove = isRefused && withdrawn.some(({ access }) => access === 'all');
  return { kind: 'failed', error, isShownAbove };
}

function answeredView(
  { q, about, outcome }: Extract<SearchPhase, { status: 'answered' }>,
  memories: Memories,
): SearchView {
  if (outcome.hits.length > 0) return { kind: 'results', q, outcome, stale: false };
  if (outcome.unanswered.length > 0) return { kind: 'unanswered', outcome };
  if (outcome.searched === 0) return { kind: 'no-memory' };
  return { kind: 'empty', q, isAbout: about !== null, outcome, memories };
}
