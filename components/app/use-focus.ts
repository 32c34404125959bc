import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

type Place = { row: string | null; act: string | null; around: readonly string[] };

/** Keeps focus when focused rows change or disappear. Rows have `data-save`, their buttons `data-act`. */
export function useKeptFocus(rootRef: RefObject<HTMLElement | null>) {
  const placeRef = useRef<Place | null>(null);

  // Runs after every render, since any render may remove the focused element.
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
    // Fires only if the person moved focus: removing an element fires no blur event.
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

/** Rows to remember in each direction, since several adjacent rows may disappear together. */
const near = 8;

/** Returns the ids of the rows below, then of the rows above, nearest first. */
export function rowsAround(root: HTMLElement, id: string): readonly string[] {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-save]')];
  const ids = rows.map((row) => row.dataset['save'] ?? '');
  const at = ids.indexOf(id);
  if (at === -1) return [];
  const below = ids.slice(at + 1, at + 1 + near);
  return [...below, ...ids.slice(Math.max(0, at - near), at).toReversed()];
}

/** Returns the element to focus in the first of these rows that still exists. */
export function placeInRow(root: HTMLElement, ids: readonly string[]): HTMLElement | null {
  for (const id of ids) {
    const row = root.querySelector<HTMLElement>(`[data-save="${CSS.escape(id)}"]`);
    if (row !== null) return beginningOf(row);
  }
  return null;
}

/** Returns the element that an arrow key, Home or End moves to from a row; null for other keys. */
export function rowByKey(root: HTMLElement, from: Element, key: string): HTMLElement | null {
  const places = [...root.querySelectorAll<HTMLElement>('[data-save], [data-act="attention"]')];
  const own = from.closest<HTMLElement>('[data-save], [data-act="attention"]');
  const at = own === null ? -1 : places.indexOf(own);
  const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[key];
  const row = wanted === undefined ? undefined : places[wanted];
  return row === undefined ? null : beginningOf(row);
}

function beginningOf(row: HTMLElement): HTMLElement {
  return row.matches('button') ? row : (row.querySelector<HTMLElement>('a, button') ?? row);
}
