import { useEffect, useRef } from 'react';

/** Gives the focus to a button once what it opened, and what stood in its place, is closed again. */
export function useFocusAfter(isOpen: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  const wasRef = useRef(false);
  useEffect(() => {
    if (wasRef.current && !isOpen) ref.current?.focus();
    wasRef.current = isOpen;
  }, [isOpen]);
  return ref;
}
