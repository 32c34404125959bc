/** What is to be said of the home in use where not all is well with it. Pure. */
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { credentialTrouble, standingWithdrawals, takesSaves } from '../connect/standing.ts';
import { connectionWords, credentialTroubleWords, withdrawnShortly } from '../words/connections.ts';

export type HomeNoticeView = {
  connectionId: string;
  title: string;
  text: string;
  /** To be quoted to whoever runs the service. */
  traceId: string | null;
  /** Saves that were stopped by it. */
  waits: number;
  /** What is tried again, since the service may change its mind; null where a credential has to be given anew. */
  triesAgain: 'key' | 'read-only' | null;
};

/** Null where all is well, or what is refused is said where that is done: the profile, Ask, deleting. */
export function homeNoticeView({ connections, waiting }: ConnectionList): HomeNoticeView | null {
  const view = connections.find(({ isActive }) => isActive);
  const words = view === undefined ? null : wordsFor(view);
  if (view === undefined || words === null) return null;
  const connectionId = view.connection.id;
  const stopped = waiting.find((entry) => entry.connectionId === connectionId)?.stopped ?? 0;
  return { connectionId, ...words, waits: takesSaves(view) ? 0 : stopped };
}

function wordsFor(view: ConnectionView): Omit<HomeNoticeView, 'connectionId' | 'waits'> | null {
  const trouble = credentialTrouble(view);
  if (trouble !== null && view.connection.kind !== 'device') {
    const words = credentialTroubleWords(view.connection.kind, trouble);
    return { ...words, traceId: null, triesAgain: null };
  }
  if (view.notPermitted.length > 0) {
    const { title, text } = connectionWords.notPermitted;
    return { title, text, traceId: null, triesAgain: null };
  }
  if (view.connection.kind === 'device') return null;
  const withdrawn = standingWithdrawals(view).filter(({ kind }) => kind !== 'ask-key');
  const told =
    withdrawn.find(({ access }) => access === 'all') ??
    withdrawn.find(({ access }) => access === 'write');
  if (told === undefined) return null;
  return {
    ...withdrawnShortly(told),
    traceId: told.error.traceId ?? null,
    triesAgain: view.connection.kind,
  };
}
