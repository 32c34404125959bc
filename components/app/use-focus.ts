import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Focuses the first new row. */
export function useFirstOfMore(listRef: { current: HTMLElement | null }, shown: number): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown > before.current) {
      listRef.current?.children[before.current]?.querySelector<HTMLElement>('a, button')?.focus();
    }
    before.current = shown;
  }, [listRef, shown]);
}

/** Focuses a button again when what replaced it closes. */
export function useFocusAfter(isOpen: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  const wasRef = useRef(false);
  useEffect(() => {
    if (wasRef.current && !isOpen) ref.current?.focus();
    wasRef.current = isOpen;
  }, [isOpen]);
  return ref;
}

type Place = { row: string | null; act: string | null; around: readonly string[] };

/** Keeps the focus when focused rows change or disappear. Rows have `data-save`, their buttons `data-act`. */
export function useKeptFocus(rootRef: RefObject<HTMLElement | null>) {
  const placeRef = useRef<Place | null>(null);

  // After every render, since any can remove the focused element.
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
    // Fires only if the person moved the focus; removed elements fire no blur.
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

/** Neighbours that can disappear together. */
const near = 8;

/** Nearest first: rows below, then rows above. */
export function rowsAround(root: HTMLElement, id: string): readonly string[] {
  const ids = rowsIn(root).map((row) => row.dataset['save'] ?? '');
  const at = ids.indexOf(id);
  if (at === -1) return [];
  const below = ids.slice(at + 1, at + 1 + near);
  return [...below, ...ids.slice(Math.max(0, at - near), at).toReversed()];
}

/** Skips rows that were removed. */
export function placeInRow(root: HTMLElement, ids: readonly string[]): HTMLElement | null {
  for (const id of ids) {
    const row = root.querySelector<HTMLElement>(`[data-save="${CSS.escape(id)}"]`);
    if (row !== null) return beginningOf(row);
  }
  return null;
}

/** Null for other keys. */
export function rowByKey(root: HTMLElement, from: Element, key: string): HTMLElement | null {
  const places = [...root.querySelectorAll<HTMLElement>('[data-save], [data-act="more"]')];
  const own = from.closest<HTMLElement>('[data-save], [data-act="more"]');
  const at = own === null ? -1 : places.indexOf(own);
  const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[key];
  const row = wanted === undefined ? undefined : places[wanted];
  return row === undefined ? null : beginningOf(row);
}

function rowsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-save]')];
}

function beginningOf(row: HTMLElement): HTMLElement {
  return row.matches('button') ? row : (row.querySelector<HTMLElement>('a, button') ?? row);
}
