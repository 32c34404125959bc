/** Numbers the items of a list as the browser shows them. */

/** Counted once for each list, since counting the items before each item takes too long in a long list. */
const numbers = new WeakMap<Element, ReadonlyMap<Element, number>>();

/** Gives the number of an item of an `ol`: its own, else the one that follows from the item before. */
export function numberOf(item: Element, list: Element): number {
  const counted = numbers.get(list) ?? numbersIn(list);
  numbers.set(list, counted);
  return Math.min(largest, Math.max(0, counted.get(item) ?? 1));
}

function numbersIn(list: Element): ReadonlyMap<Element, number> {
  const items = Array.from(list.children).filter(({ localName }) => localName === 'li');
  const isReversed = list.hasAttribute('reversed');
  const step = isReversed ? -1 : 1;
  let next = numberIn(list, 'start') ?? (isReversed ? items.length : 1);
  const counted = new Map<Element, number>();
  for (const item of items) {
    const number = numberIn(item, 'value') ?? next;
    counted.set(item, number);
    next = number + step;
  }
  return counted;
}

/** Markdown knows no number below nought, and none of more than nine digits. */
const largest = 999_999_999;

function numberIn(element: Element, name: 'start' | 'value'): number | null {
  const written = /^\s*(\d{1,9})(?!\d)/.exec(element.getAttribute(name) ?? '')?.[1];
  return written === undefined ? null : Number(written);
}
