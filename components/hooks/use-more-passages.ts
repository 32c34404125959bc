import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { MorePassages } from '../../lib/contracts/recall.ts';
import { useBridge } from './bridge.ts';

export type MoreState =
  | { status: 'rest' }
  | { status: 'asking' }
  | { status: 'failed'; error: AppError }
  | { status: 'answered'; more: MorePassages };

export type PageWanted = { q: string; sourceId: string; memoryId: string | null };

/** Asks for more passages of one page, when the person wants them; leaving ends it. */
export function useMorePassages({ q, sourceId, memoryId }: PageWanted) {
  const { ask, newId } = useBridge();
  const [state, setState] = useState<MoreState>({ status: 'rest' });
  const runningRef = useRef<string | null>(null);

  const look = useCallback(async () => {
    const searchId = newId();
    runningRef.current = searchId;
    setState({ status: 'asking' });
    const memory = memoryId === null ? {} : { memoryId };
    const answer = await ask('recall.more', { searchId, q, sourceId, ...memory });
    if (runningRef.current !== searchId) return;
    runningRef.current = null;
    setState(
      answer.ok
        ? { status: 'answered', more: answer.value }
        : { status: 'failed', error: answer.error },
    );
  }, [ask, newId, q, sourceId, memoryId]);

  useEffect(
    () => () => {
      if (runningRef.current !== null) void ask('recall.cancel', { searchId: runningRef.current });
      runningRef.current = null;
    },
    [ask],
  );

  return { state, look: () => void look() };
}
