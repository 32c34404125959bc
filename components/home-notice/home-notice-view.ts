/** What is to be said of the home in use where not all is well with it. Pure. */
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { credentialTrouble, standingWithdrawals, takesSaves } from '../connect/standing.ts';
import {
  credentialTroubleWords,
  withdrawnShortly,
  withdrawnTogether,
} from '../words/connections.ts';

export type HomeNoticeView = {
  connectionId: string;
  title: string;
  text: string;
  /** To be quoted to whoever runs the service. */
  traceIds: readonly string[];
  /** Saves that were stopped by it. */
  waits: number;
  /** The service may change its mind; a credential that is gone has to be given anew. */
  canTryAgain: boolean;
};

/** Null where all is well. */
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
    return { ...words, traceIds: [], canTryAgain: false };
  }
  const withdrawn = standingWithdrawals(view);
  const [first, second] = withdrawn;
  if (first === undefined) return null;
  const whole = withdrawn.find(({ access, kind }) => access === 'all' && kind !== 'ask-key');
  const told = whole ?? (second === undefined ? first : null);
  return {
    ...(told === null ? withdrawnTogether(withdrawn) : withdrawnShortly(told)),
    traceIds: (told === null ? withdrawn : [told]).flatMap(({ error }) => error.traceId ?? []),
    canTryAgain: true,
  };
}
