import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { useBridge } from './bridge.ts';

export type OpeningFailure = { hit: RecallHit; error: AppError };

/** Opens hits at their passage; `failure` tells which one did not open last, and why. */
export function useOpening() {
  const { ask } = useBridge();
  const [failure, setFailure] = useState<OpeningFailure | null>(null);
  const open = useCallback(
    async (hit: RecallHit) => {
      // What failed stays in sight while it is tried again, and with it the button that has the focus.
      setFailure((before) => (before?.hit === hit ? before : null));
      const opened = await ask('recall.open', { hit });
      setFailure(opened.ok ? null : { hit, error: opened.error });
    },
    [ask],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { failure, open, forget };
}
