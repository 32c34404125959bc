/** Copies one element of a live page without its children. */

/** What names itself becomes a property of its form or of the document, in place of the one that stood there. */
const naming: ReadonlySet<string> = new Set(
  'form img embed object iframe button fieldset input output select textarea'.split(' '),
);

/** Say nothing in a copy. */
const spent: ReadonlySet<string> = new Set(['style', 'hidden', 'aria-hidden']);

/**
 * Gives the element with its attributes, whose names are `names`, but those that say nothing in a copy: its style is
 * computed already, and it is in sight, whatever `hidden` and `aria-hidden` say. The copy is of no use to the page's
 * scripts, so the names it gives itself go too.
 */
export function copyElement(element: Element, names: readonly string[], copy: Document): Element {
  const copied = copy.importNode(element, false);
  if (names.length === 0) return copied;
  for (const name of names) if (spent.has(name)) copied.removeAttribute(name);
  if (naming.has(copied.localName)) {
    copied.removeAttribute('name');
    if (copied.localName !== 'form') copied.removeAttribute('id');
  }
  return copied;
}

/** Makes the addresses of a copied element absolute: those in a frame are relative to the frame's own. */
export function makeAbsolute(copied: Element, base: string): void {
  for (const name of ['href', 'src']) {
    const address = copied.getAttribute(name);
    const absolute = address === null ? null : URL.parse(address, base);
    if (absolute !== null) copied.setAttribute(name, absolute.href);
  }
}
