import { useEffect, useRef } from 'react';

/**
 * Takes the focus at first, or once it may, but never out of a box the person is already typing in; `mayTake` is false
 * where something else on the surface comes first.
 */
export function useFocusUnlessTaken(mayTake = true) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!mayTake) return;
    const { activeElement } = document;
    const isTyping =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    if (!isTyping) ref.current?.focus();
  }, [mayTake]);
  return ref;
}
