import { type AppError, isTransient } from '../../lib/contract/errors.ts';
import type { CallWait, SearchResults } from '../../lib/search/model.ts';

export type AboutPage = { tabId: number; title: string };

export type SearchPhase =
  | { status: 'idle' }
  | {
      status: 'asking';
      /** Empty for a search about a page until the page is read. */
      q: string;
      /** Null if the person typed the query. */
      about: AboutPage | null;
      searchId: string;
      /** In milliseconds since the epoch. */
      since: number;
      /** Why the search is waiting; null while it runs. */
      wait: CallWait | null;
      /** Results that stay visible while typing, so that nothing jumps. */
      previous: { q: string; outcome: SearchResults } | null;
      /** The error that stays visible during an automatic retry; null if the person searched. */
      failure: AppError | null;
    }
  | { status: 'answered'; q: string; about: AboutPage | null; outcome: SearchResults }
  | { status: 'failed'; q: string; about: AboutPage | null; error: AppError }
  | { status: 'stopped'; q: string; about: AboutPage | null };

export type SearchAction =
  | {
      type: 'started';
      q: string;
      about: AboutPage | null;
      searchId: string;
      now: number;
      isAutomatic?: boolean;
    }
  | { type: 'waiting'; searchId: string; wait: CallWait | null }
  | { type: 'answered'; searchId: string; outcome: SearchResults }
  | { type: 'failed'; searchId: string; error: AppError }
  | { type: 'stopped' }
  | { type: 'cleared' };

export const searchAtFirst: SearchPhase = { status: 'idle' };

/** Responses to a superseded or stopped search change nothing. */
export function searchReducer(phase: SearchPhase, action: SearchAction): SearchPhase {
  switch (action.type) {
    case 'started':
      return {
        status: 'asking',
        q: action.q,
        about: action.about,
        searchId: action.searchId,
        since: action.now,
        wait: null,
        previous: previousOf(phase),
        failure: action.isAutomatic === true && phase.status === 'failed' ? phase.error : null,
      };
    case 'waiting':
      return isWaitingFor(phase, action.searchId) ? { ...phase, wait: action.wait } : phase;
    case 'answered':
      if (!isWaitingFor(phase, action.searchId)) return phase;
      return {
        status: 'answered',
        q: action.outcome.about?.q ?? phase.q,
        about: phase.about,
        outcome: action.outcome,
      };
    case 'failed':
      if (!isWaitingFor(phase, action.searchId)) return phase;
      return { status: 'failed', q: phase.q, about: phase.about, error: action.error };
    case 'stopped':
      return phase.status === 'asking'
        ? { status: 'stopped', q: phase.q, about: phase.about }
        : phase;
    case 'cleared':
      return searchAtFirst;
  }
}

export function isRetryable(phase: SearchPhase): boolean {
  return phase.status === 'failed' && isTransient(phase.error);
}

type Asking = Extract<SearchPhase, { status: 'asking' }>;

function isWaitingFor(phase: SearchPhase, searchId: string): phase is Asking {
  return phase.status === 'asking' && phase.searchId === searchId;
}

function previousOf(phase: SearchPhase): Asking['previous'] {
  if (phase.status === 'answered') return { q: phase.q, outcome: phase.outcome };
  return phase.status === 'asking' ? phase.previous : null;
}
