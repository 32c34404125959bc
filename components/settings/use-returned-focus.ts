import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to the first button of what the ref names once the form that stood there is gone. An effect,
 * since only then is the button drawn; a frame may come before that.
 */
export function useReturnedFocus<Row extends HTMLElement>(
  isEditing: boolean,
): RefObject<Row | null> {
  const rowRef = useRef<Row>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) rowRef.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return rowRef;
}
