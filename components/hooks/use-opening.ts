import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { useBridge } from './bridge.ts';

/** Opens hits at their passage; `error` tells why the last one did not open. */
export function useOpening() {
  const { ask } = useBridge();
  const [error, setError] = useState<AppError | null>(null);
  const open = useCallback(
    async (hit: RecallHit) => {
      setError(null);
      const opened = await ask('recall.open', { hit });
      if (!opened.ok) setError(opened.error);
    },
    [ask],
  );
  const forget = useCallback(() => setError(null), []);
  return { error, open, forget };
}
