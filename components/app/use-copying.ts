import { useCallback, useEffect, useRef, useState } from 'react';

export type CopyState = 'rest' | 'copied' | 'failed';
const shownMs = 3_000;

/** Reports the outcome for a moment. */
export function useCopying() {
  const [state, setState] = useState<CopyState>('rest');
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);

  const copy = useCallback(async (text: string) => {
    clearTimeout(timerRef.current);
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(copied ? 'copied' : 'failed');
    timerRef.current = setTimeout(() => setState('rest'), shownMs);
  }, []);
  useEffect(() => () => clearTimeout(timerRef.current), []);
  return { state, copy };
}
