import { useEffect, useRef } from 'react';

/** Takes the focus at first, but never out of a box the person is already typing in. */
export function useFocusUnlessTaken() {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isTyping =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    if (!isTyping) ref.current?.focus();
  }, []);
  return ref;
}
