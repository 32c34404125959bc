/**
 * Makes elements without markup: what comes from a page can only ever be text. Words stand in an attribute, from which
 * the style draws them, since a page's `window.find()` finds what is text in a closed shadow root too.
 */

type Parts = {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  /** For an act of the person alone: what a script made up is not heard. */
  onClick?: () => void;
};

export function element<N extends keyof HTMLElementTagNameMap>(
  document: Document,
  [name, parts]: readonly [N, Parts],
  ...children: readonly Node[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  if (parts.class !== undefined) made.className = parts.class;
  if (parts.text !== undefined) say(made, parts.text);
  for (const [key, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(key, value);
  const { onClick } = parts;
  if (onClick !== undefined) {
    made.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) onClick();
    });
  }
  made.append(...children);
  return made;
}

/** Puts words into an element in place of those it has. */
export function say(speaker: HTMLElement, words: string): void {
  speaker.dataset['words'] = words;
}

/** Gives the element that a node is, or stands in. */
export function elementOf(node: Node): Element | null {
  return isElement(node) ? node : node.parentElement;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
