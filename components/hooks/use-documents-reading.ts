import { useCallback, useRef, useState } from 'react';
import { useBridge } from './bridge.ts';
import {
  documentsReducer,
  type DocumentsAction,
  type DocumentsState,
  noDocuments,
} from './documents-state.ts';
import { inLanes } from './in-lanes.ts';

export type DocumentsReading = {
  state: DocumentsState;
  /** The same, as it is at any moment between two drawings. */
  current: () => DocumentsState;
  /** Since when an answer is waited for, in milliseconds since the epoch; null where none is. */
  since: number | null;
  /** When it was read last, in milliseconds since the epoch. */
  readAt: number | null;
  /** Asks which Memories there are, then each for the newest it holds. */
  readAll: () => Promise<void>;
  /** Asks these Memories for the newest they hold. */
  readMemories: (ids: readonly string[]) => Promise<void>;
  readPage: (memoryId: string, cursor: string | null) => Promise<void>;
  /** Takes out a document that is gone from its Memory. */
  drop: (documentId: string) => void;
};

/**
 * Reads what the Memories of a home hold. Which Memories there are is asked first each time: to ask for one that is out
 * of reach by now would cost the key all that it may.
 */
export function useDocumentsReading(connectionId: string): DocumentsReading {
  const { ask, now } = useBridge();
  const [state, setState] = useState(noDocuments);
  const stateRef = useRef(state);
  // It is asked for at once, and nothing is to be said of what is there before that.
  const [since, setSince] = useState<number | null>(now);
  const [readAt, setReadAt] = useState<number | null>(null);
  const underWayRef = useRef(0);

  const apply = useCallback((action: DocumentsAction) => {
    stateRef.current = documentsReducer(stateRef.current, action);
    setState(stateRef.current);
  }, []);

  const during = useCallback(
    async (work: () => Promise<void>) => {
      underWayRef.current += 1;
      setSince((before) => before ?? now());
      await work();
      underWayRef.current -= 1;
      if (underWayRef.current > 0) return;
      setSince(null);
      const { error, parts } = stateRef.current;
      const isRead = error === null && [...parts.values()].some((part) => part.error === null);
      if (isRead) setReadAt(now());
    },
    [now],
  );

  const readPage = useCallback(
    async (memoryId: string, cursor: string | null) => {
      const listed = await ask('documents.list', { connectionId, memoryId, cursor });
      if (listed.ok) apply({ type: 'part-read', id: memoryId, cursor, list: listed.value });
      else apply({ type: 'part-failed', id: memoryId, error: listed.error });
    },
    [ask, apply, connectionId],
  );

  const readMemories = useCallback(
    (ids: readonly string[]) => during(() => inLanes(ids, (id) => readPage(id, null))),
    [during, readPage],
  );

  const readAll = useCallback(
    () =>
      during(async () => {
        const listed = await ask('memories.list', {});
        if (!listed.ok) {
          apply({ type: 'failed', error: listed.error });
          return;
        }
        const { connectionId: inUse, memories } = listed.value;
        // Another home has come into use meanwhile, and with it another view than this.
        if (inUse !== connectionId) return;
        const ids = memories.map(({ id }) => id);
        apply({ type: 'memories', ids });
        await inLanes(ids, (id) => readPage(id, null));
      }),
    [ask, apply, connectionId, during, readPage],
  );

  const current = useCallback(() => stateRef.current, []);
  const drop = useCallback((documentId: string) => apply({ type: 'deleted', documentId }), [apply]);
  return { state, current, since, readAt, readAll, readMemories, readPage, drop };
}
