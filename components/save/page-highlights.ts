/** The highlights of the page in front, as the popup counts them. Pure. */
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import type { PageState } from './use-page.ts';

export type Highlights = {
  kept: number;
  /** How many of those have not reached the connection yet. */
  waiting: number;
  troubled: readonly OutboxView[];
};

/** How many highlights of the page are kept, and those that are not. */
export function highlightsOf(page: PageState): Highlights {
  if (page.status !== 'ready') return { kept: 0, waiting: 0, troubled: [] };
  const notes = page.page.saves.filter(({ kind }) => kind === 'note');
  const troubled = notes.filter(({ state }) => ['refused', 'paused'].includes(state.status));
  const waiting = notes.filter(({ state }) => unsent.has(state.status)).length;
  return { kept: notes.length - troubled.length, waiting, troubled };
}

const unsent: ReadonlySet<LiveStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);
