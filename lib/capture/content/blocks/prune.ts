/** Copies of a page only the blocks that are kept, in the elements they stand in. */
import type { Pace } from '../../pace.ts';
import type { Block } from './page-blocks.ts';

/** No words, but they belong to those they stand among. */
const wordless = new Set(['br', 'wbr', 'input']);

/**
 * Gives a copy of the body that holds the kept blocks and no other words: lists, tables, headings and code stay what
 * they are. A picture stays where the words before and after it do.
 */
export async function keptPart(
  body: Element,
  { blocks, keeps }: { blocks: readonly Block[]; keeps: readonly boolean[] },
  pace: Pace,
): Promise<Element> {
  const isKept = new Map<Node, boolean>();
  const holders = new Set<Node>([body]);
  for (const [at, { texts }] of blocks.entries()) {
    for (const text of texts) {
      isKept.set(text, keeps[at] === true);
      let up: Node | null = keeps[at] === true ? text.parentNode : null;
      for (; up !== null && !holders.has(up); up = up.parentNode) holders.add(up);
    }
  }
  await pace();
  const pruner = createPruner(isKept);
  // Its own line of what is still to be copied, as the page may have its turn between any two.
  const copy = shallowCopyOf(body);
  const open = [{ copy, next: body.firstChild }];
  let steps = 0;
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node: ChildNode | null = top.next;
    if (node === null) {
      open.pop();
      continue;
    }
    top.next = node.nextSibling;
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page, with its turns in between
    if (++steps % 512 === 0) await pace();
    if (isElement(node) && holders.has(node) && node.localName !== 'script') {
      const part = shallowCopyOf(node);
      top.copy.appendChild(part);
      open.push({ copy: part, next: node.firstChild });
    } else {
      const part = pruner.partOf(node);
      if (part !== null) top.copy.appendChild(part);
    }
  }
  pruner.pass();
  return copy;
}

/** Says what stands for the nodes that hold nothing which is kept, and for words; one after the other. */
function createPruner(isKept: ReadonlyMap<Node, boolean>) {
  let isAfterKept = false;
  /** Pictures since the last words; they stay only if the next words do. */
  let undecided: Element[] = [];

  function partOf(node: Node): Node | null {
    if (isText(node)) return textOf(node);
    if (!isElement(node) || node.localName === 'script') return null;
    if (wordless.has(node.localName)) return shallowCopyOf(node);
    const hasWords = /\S/.test(node.textContent);
    if (hasWords) pass();
    // An empty cell keeps those after it in their columns.
    if (node.localName === 'td' || node.localName === 'th') return shallowCopyOf(node);
    // What stood around it must not grow together.
    if (hasWords) return node.ownerDocument.createTextNode(' ');
    return isAfterKept ? picturesOf(node) : null;
  }

  function textOf(text: Text): Text | null {
    const isWanted = isKept.get(text) ?? null;
    if (isWanted === true) {
      isAfterKept = true;
      undecided = [];
    } else if (isWanted === false) pass();
    return isWanted === false ? null : text.ownerDocument.createTextNode(text.data);
  }

  /** Goes by words that are left out. */
  function pass(): void {
    isAfterKept = false;
    for (const picture of undecided) picture.remove();
    undecided = [];
  }

  function picturesOf(element: Element): Node | null {
    const isPicture = element.localName === 'img';
    const pictures = isPicture ? [element] : Array.from(element.getElementsByTagName('img'));
    if (pictures.length === 0) return null;
    const copies = pictures.map(shallowCopyOf);
    undecided.push(...copies);
    const place = element.ownerDocument.createElement(isPicture ? 'span' : 'div');
    place.append(...copies);
    return place;
  }

  return { partOf, pass };
}

function shallowCopyOf(element: Element): Element {
  const copy = element.cloneNode(false);
  if (!isElement(copy)) throw new TypeError('The copy of an element is an element');
  return copy;
}

function isText(node: Node): node is Text {
  return node.nodeType === node.TEXT_NODE;
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
