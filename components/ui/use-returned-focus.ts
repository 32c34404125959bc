import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the first button once the form that replaced it is closed and the button is rendered. */
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
