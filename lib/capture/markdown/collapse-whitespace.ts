import { blockTags, isElement, isText } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';

/** Inline elements without contents. A space next to them is displayed. */
const voidTags: ReadonlySet<string> = new Set(
  'area base col embed img input link meta param source track wbr'.split(' '),
);

/** Collapses white space as browsers do, in place, and removes comments. */
export async function collapseWhitespace(root: Node, yieldIfDue: YieldIfDue): Promise<void> {
  const line = new Line();
  let steps = 0;
  let node: Node | null = root.firstChild;
  while (node !== null) {
    if (++steps % 512 === 0) await yieldIfDue();
    const isKept = isText(node) ? line.addText(node) : isElement(node);
    if (isElement(node)) line.addElement(node);
    const inside: Node | null = node.nodeName === 'PRE' ? null : node.firstChild;
    let next: Node | null = inside ?? node.nextSibling;
    let parent: Node | null = node.parentNode;
    if (!isKept) parent?.removeChild(node);
    while (next === null && parent !== null && parent !== root) {
      // The end of a block ends a line, too.
      if (isElement(parent)) line.addElement(parent);
      next = parent.nextSibling;
      parent = parent.parentNode;
    }
    node = next;
  }
  line.end();
}

class Line {
  #text: Text | null = null;
  #keepsSpace = false;

  /** Returns whether anything is left of the text. */
  addText(text: Text): boolean {
    const { data } = text;
    let collapsed = data.replace(/[ \r\n\t]+/g, ' ');
    const isAfterSpace = this.#text === null || this.#text.data.endsWith(' ');
    if (isAfterSpace && !this.#keepsSpace && collapsed.startsWith(' ')) {
      collapsed = collapsed.slice(1);
    }
    if (collapsed === '') return false;
    if (collapsed !== data) text.data = collapsed;
    this.#text = text;
    return true;
  }

  addElement({ localName }: Element): void {
    if (blockTags.has(localName) || localName === 'br') {
      this.end();
      this.#keepsSpace = false;
    } else if (voidTags.has(localName)) {
      this.#text = null;
      this.#keepsSpace = true;
    } else if (this.#text !== null) this.#keepsSpace = false;
  }

  end(): void {
    const text = this.#text;
    if (text?.data.endsWith(' ') === true) text.data = text.data.slice(0, -1);
    this.#text = null;
  }
}
