/** The rows of a list as they stand on the screen (`data-save`), for the focus to go from one to the next. */

/** As many as can go at once beside the one that is looked from. */
const near = 8;

/** Gives the ids of the rows around one, the nearest first: those below it, then those above it. */
export function rowsAround(root: HTMLElement, id: string): readonly string[] {
  const ids = rowsIn(root).map((row) => row.dataset['save'] ?? '');
  const at = ids.indexOf(id);
  if (at === -1) return [];
  const below = ids.slice(at + 1, at + 1 + near);
  return [...below, ...ids.slice(Math.max(0, at - near), at).toReversed()];
}

/** Gives where the focus belongs in the first of these rows that is still there, or null where none is. */
export function placeInRow(root: HTMLElement, ids: readonly string[]): HTMLElement | null {
  for (const id of ids) {
    const row = root.querySelector<HTMLElement>(`[data-save="${CSS.escape(id)}"]`);
    if (row !== null) return beginningOf(row);
  }
  return null;
}

/** Gives where a key leads from an element of the list; null where it leads nowhere. */
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

/** Its way to the page, or what can be done with it; the row itself where there is nothing. */
function beginningOf(row: HTMLElement): HTMLElement {
  return row.matches('button') ? row : (row.querySelector<HTMLElement>('a, button') ?? row);
}
