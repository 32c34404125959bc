import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { placeInRow, rowsAround } from './rows-in-list.ts';

type Place = { row: string | null; act: string | null; around: readonly string[] };

/**
 * Keeps the focus where the person was in a list whose rows change and move: on the same button of the same row
 * (`data-act`, `data-save`), else on the row's first, else where something was just discarded, else in the row that came
 * next, else on the heading or, without one, on the list.
 */
export function useKeptFocus(rootRef: RefObject<HTMLElement | null>) {
  const placeRef = useRef<Place | null>(null);

  // After each drawing, since any may have taken away what had the focus.
  useEffect(() => {
    const root = rootRef.current;
    const { activeElement } = document;
    if (placeRef.current === null || root === null) return;
    if (activeElement !== null && activeElement !== document.body) return;
    goalIn(root, placeRef.current).focus();
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-save]')?.dataset['save'] ?? null;
      const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'] ?? null;
      if (target.closest('dialog') !== null || rootRef.current === null) return;
      const around = row === null ? [] : rowsAround(rootRef.current, row);
      placeRef.current = { row, act, around };
    },
    // Told only where the person left it; what is taken away tells nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || !rootRef.current?.contains(relatedTarget)) {
        placeRef.current = null;
      }
    },
  };
}

function goalIn(root: HTMLElement, { row, act, around }: Place): HTMLElement {
  const place = row === null ? null : root.querySelector(`[data-save="${CSS.escape(row)}"]`);
  const same = act === null ? null : place?.querySelector<HTMLElement>(`[data-act="${act}"]`);
  const undo = act === 'discard-all' ? root.querySelector<HTMLElement>('[data-act="undo"]') : null;
  return (
    same ??
    place?.querySelector<HTMLElement>('button, a') ??
    undo ??
    placeInRow(root, around) ??
    root.querySelector<HTMLElement>('h1') ??
    root
  );
}
