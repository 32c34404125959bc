/** Makes elements without markup: what comes from a page can only ever be text. */

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
  if (parts.text !== undefined) made.textContent = parts.text;
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

/** Gives the element that a node is, or stands in. */
export function elementOf(node: Node): Element | null {
  return isElement(node) ? node : node.parentElement;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
