import { useEffect, useRef, useState } from 'react';
import type { PreviewPart } from '../hooks/use-preview.ts';

/** Which text lies open, and the focus back on what opened it. */
export function useReader() {
  const [reader, setReader] = useState<PreviewPart | null>(null);
  const openedRef = useRef<PreviewPart | null>(null);
  useEffect(() => {
    if (reader !== null) openedRef.current = reader;
    else if (openedRef.current !== null) {
      document.querySelector<HTMLElement>(`[data-reads="${openedRef.current}"]`)?.focus();
      openedRef.current = null;
    }
  }, [reader]);
  return { reader, openReader: setReader, closeReader: () => setReader(null) };
}
