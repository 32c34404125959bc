/** Detects lists and grids of which the page rendered only a part. */
import { isText, partialAttribute } from './elements.ts';

/** Returns whether the captured content includes such a list. */
export function isPartialList(snapshot: Document, content: string): boolean {
  const marked = Array.from(snapshot.querySelectorAll(`[${partialAttribute}]`));
  const parts = [...marked, ...partialSetsIn(snapshot), ...partialGridsIn(snapshot)];
  if (parts.length === 0) return false;
  const letters = lettersOf(content);
  return parts.some((part) => longestTextsIn(part).some((text) => letters.includes(text)));
}

/** Returns the letters and digits of a text, to find it in Markdown. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Their positions are part of a control, not of a list of content. */
const controls =
  '[role=tab], [role=option], [role=radio], [role^=menuitem], [role=combobox] *, [role=listbox] *, [role^=menu] *';
const sets = '[role=list], [role=feed], [role=tree], [role=grid], [role=treegrid], ul, ol';

/** Returns the items of numbered lists in which some numbers are missing. */
function partialSetsIn(snapshot: Document): Element[] {
  const items = Array.from(snapshot.querySelectorAll('[aria-posinset]')).filter(
    (item) => !item.matches(controls),
  );
  // In a tree, each branch has its own numbers.
  const flat = items.filter((item) => !item.hasAttribute('aria-level'));
  const lists = Map.groupBy(flat, (item) => item.parentElement?.closest(sets) ?? null);
  return [...lists.values()].flatMap((members) => {
    const numbers = members.map((item) => numberIn(item, 'aria-posinset'));
    const size = Math.max(...members.map((item) => numberIn(item, 'aria-setsize')));
    return lacksSome(numbers, size) ? members : [];
  });
}

/** Returns grids whose rows are numbered or counted, if some are missing. */
function partialGridsIn(snapshot: Document): Element[] {
  return Array.from(
    snapshot.querySelectorAll('[role=grid], [role=treegrid], [role=table], table[aria-rowcount]'),
  ).filter((grid) => {
    const numbered = Array.from(grid.querySelectorAll('[aria-rowindex]'));
    const numbers = numbered.map((row) => numberIn(row, 'aria-rowindex'));
    const count = numberIn(grid, 'aria-rowcount');
    if (numbers.length > 0) return lacksSome(numbers, count, 1);
    const rows = grid.querySelectorAll('[role=row], tr').length;
    return rows > 0 && count > rows + 1;
  });
}

/** Returns whether numbers from 1 to `size` are missing. The header of a grid may or may not be counted. */
function lacksSome(numbers: readonly number[], size: number, uncounted = 0): boolean {
  const known = new Set(numbers);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  if (first > 1 + uncounted || last - first + 1 > known.size) return true;
  return size > known.size + uncounted;
}

function numberIn(element: Element, name: string): number {
  return Number.parseInt(element.getAttribute(name) ?? '', 10) || -1;
}

const fewTexts = 3;

/** Returns the letters of the longest texts, because a short one could be anywhere. */
function longestTextsIn(part: Element): string[] {
  return textsIn(part)
    .map(lettersOf)
    .filter((text) => text !== '')
    .toSorted((a, b) => b.length - a.length)
    .slice(0, fewTexts);
}

function textsIn(node: Node): string[] {
  return Array.from(node.childNodes).flatMap((child) =>
    isText(child) ? [child.data] : textsIn(child),
  );
}
