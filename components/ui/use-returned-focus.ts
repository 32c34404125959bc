import { useEffect, useRef } from 'react';

/** Focuses a button, or the first one in an element, once the form or view that replaced it has closed. */
export function useReturnedFocus<Place extends HTMLElement>(isOpen: boolean) {
  const ref = useRef<Place>(null);
  const wasOpenRef = useRef(isOpen);
  useEffect(() => {
    const button = ref.current?.matches('button')
      ? ref.current
      : ref.current?.querySelector('button');
    if (wasOpenRef.current && !isOpen) button?.focus();
    wasOpenRef.current = isOpen;
  }, [isOpen]);
  return ref;
}
