import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/i18n.ts';

export type CopyState = 'rest' | 'copied' | 'failed';
const shownMs = 3_000;

/** Copies text to the clipboard and shows the outcome for a moment. `words` describe it for screen readers. */
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
  const words = { rest: '', copied: t('common_copied'), failed: t('common_copyFailed') }[state];
  return { state, words, copy };
}
