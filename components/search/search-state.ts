import type { AppError } from '../../lib/contract/errors.ts';
import type { CallWait, SearchResults } from '../../lib/search/model.ts';
import { type QueryState, waitingSince } from '../app/use-query.ts';

export type AboutPage = { tabId: number; title: string };

/** A new object starts a new search, even for the same text. */
export type Question = {
  /** Empty for a search about a page until the page is read. */
  q: string;
  /** Null if the person typed the query. */
  about: AboutPage | null;
  isStopped: boolean;
};

export type Answer = { q: string; outcome: SearchResults };

type Asked = Pick<Question, 'q' | 'about'>;

export type SearchPhase =
  | { status: 'idle' }
  | ({
      status: 'asking';
      /** In milliseconds since the epoch. */
      since: number;
      /** Why the search is waiting; null while it runs. */
      wait: CallWait | null;
      /** Results that stay visible while typing, so that nothing jumps. */
      previous: Answer | null;
      /** The error that stays visible during an automatic retry; null if the person searched. */
      failure: AppError | null;
    } & Asked)
  | ({ status: 'answered'; outcome: SearchResults } & Asked)
  | ({ status: 'failed'; error: AppError } & Asked)
  | ({ status: 'stopped' } & Asked);

export function searchPhase(
  question: Question | null,
  state: QueryState<Answer>,
  { wait, previous }: { wait: CallWait | null; previous: Answer | null },
): SearchPhase {
  if (question === null) return { status: 'idle' };
  const { isStopped, ...asked } = question;
  if (isStopped) return { status: 'stopped', ...asked };
  const since = waitingSince(state);
  const error = state.status === 'failed' ? state.error : null;
  if (since !== null) return { status: 'asking', ...asked, since, wait, previous, failure: error };
  if (error !== null) return { status: 'failed', ...asked, error };
  if (state.status !== 'ready') return { status: 'idle' };
  return { status: 'answered', ...asked, ...state.value };
}
