/** A search as it is typed, asked, answered, overtaken or stopped. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { CallWait, RecallOutcome } from '../../lib/contracts/recall.ts';
import { isPassing } from './passing.ts';

/** The page in front, as the panel knows it before anything was asked about it. */
export type AboutPage = { tabId: number; title: string };

export type SearchPhase =
  | { status: 'idle' }
  | {
      status: 'asking';
      /** Empty where it is about a page: its words are not known yet. */
      q: string;
      /** Null where the person wrote the words. */
      about: AboutPage | null;
      searchId: string;
      /** Milliseconds since the epoch. */
      since: number;
      /** Why it is not under way; null while it is. */
      wait: CallWait | null;
      /** The answer before this one, which stays in view so that nothing jumps while typing. */
      previous: { q: string; outcome: RecallOutcome } | null;
      /** Why it failed before, which stays in view while it is asked again without the person; null where they asked. */
      failure: AppError | null;
    }
  | { status: 'answered'; q: string; about: AboutPage | null; outcome: RecallOutcome }
  | { status: 'failed'; q: string; about: AboutPage | null; error: AppError }
  | { status: 'stopped'; q: string; about: AboutPage | null };

export type SearchAction =
  | {
      type: 'started';
      q: string;
      about: AboutPage | null;
      searchId: string;
      now: number;
      /** Nobody asked for it: what failed is asked again. */
      isByItself?: boolean;
    }
  | { type: 'waiting'; searchId: string; wait: CallWait | null }
  | { type: 'answered'; searchId: string; outcome: RecallOutcome }
  | { type: 'failed'; searchId: string; error: AppError }
  | { type: 'stopped' }
  | { type: 'cleared' };

export const searchAtFirst: SearchPhase = { status: 'idle' };

/** Gives the phase after an action; answers to a search that was overtaken or stopped change nothing. */
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
        failure: action.isByItself === true && phase.status === 'failed' ? phase.error : null,
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

/** Says whether the search failed in a way that may be over by itself. */
export function mayPass(phase: SearchPhase): boolean {
  return phase.status === 'failed' && isPassing(phase.error);
}

type Asking = Extract<SearchPhase, { status: 'asking' }>;

function isWaitingFor(phase: SearchPhase, searchId: string): phase is Asking {
  return phase.status === 'asking' && phase.searchId === searchId;
}

function previousOf(phase: SearchPhase): Asking['previous'] {
  if (phase.status === 'answered') return { q: phase.q, outcome: phase.outcome };
  return phase.status === 'asking' ? phase.previous : null;
}
