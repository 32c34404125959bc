/** Copies of a page only the blocks that are kept, in the elements they stand in. */
import { blockMark, blockTags } from '../../element-kinds.ts';
import type { Pace } from '../../pace.ts';
import type { Block } from './page-blocks.ts';

/** No words, but they belong to those they stand among. */
const wordless = new Set(['br', 'wbr', 'input']);

const cells = new Set(['td', 'th']);

const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr']);

/** What holds nothing but a line, as a rule. */
const lines = new Set(['p', 'li', 'dt', 'dd', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Marks the copy of a picture that is a link by itself; the link is not copied. */
export const linkedMark = 'data-keepsake-linked';

/**
 * Gives a copy of the body that holds the kept blocks and no other words: lists, tables, headings and code stay what
 * they are. A picture stays where the words before and after it do, with the line or the row of
 * a table that it belongs to, and where a colon leads up to it.
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
  const pruner = createPruner(isKept, holders);
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
function createPruner(isKept: ReadonlyMap<Node, boolean>, holders: ReadonlySet<Node>) {
  let isAfterKept = false;
  let lastKept: Text | null = null;
  /** Pictures since the last words, or rows of them; they stay only if the next words do. */
  let undecided: Element[] = [];

  function partOf(node: Node): Node | null {
    if (isText(node)) return textOf(node);
    if (!isElement(node) || node.localName === 'script') return null;
    if (wordless.has(node.localName)) return shallowCopyOf(node);
    const hasWords = /\S/.test(node.textContent);
    if (hasWords) pass();
    // An empty cell keeps those after it in their columns.
    if (cells.has(node.localName)) return hasWords ? shallowCopyOf(node) : cellOf(node);
    // What stood around it must not grow together.
    if (hasWords) return node.ownerDocument.createTextNode(' ');
    return tableParts.has(node.localName) ? rowsOf(node) : picturesOf(node);
  }

  function textOf(text: Text): Text | null {
    const isWanted = isKept.get(text) ?? null;
    if (isWanted === true) {
      isAfterKept = true;
      lastKept = text;
      undecided = [];
    } else if (isWanted === false) pass();
    return isWanted === false ? null : text.ownerDocument.createTextNode(text.data);
  }

  /** Goes by words that are left out. */
  function pass(): void {
    const isLedUpTo = isAfterKept && lastKept !== null && /[:：]\s*$/.test(lastKept.data);
    for (const picture of isLedUpTo ? undecided.slice(1) : undecided) picture.remove();
    isAfterKept = false;
    undecided = [];
  }

  function picturesOf(element: Element): Node | null {
    const pictures = picturesIn(element);
    const isBlock = pictures.length > 0 && holdsBlock(element);
    const isOfLine = !isBlock && isOfKeptLine(element);
    if (pictures.length === 0 || !(isAfterKept || isOfLine)) return null;
    const copies = pictures.map(pictureCopyOf);
    if (!isOfLine) undecided.push(...copies);
    const place = element.ownerDocument.createElement(isBlock ? 'div' : 'span');
    place.append(...copies);
    if (element.localName === 'img' || isBlock || isAfterWordsOfLine(element)) return place;
    // Before the words of its line it mostly stands apart.
    const apart = element.ownerDocument.createDocumentFragment();
    apart.append(place, ' ');
    return apart;
  }

  /** After the last kept words in the same block, or anywhere in a line of which words are kept. */
  function isOfKeptLine(element: Element): boolean {
    const line = blockAround(element);
    if (line === null) return false;
    if (lines.has(line.localName) && holders.has(line)) return true;
    return isAfterWordsOfLine(element);
  }

  function isAfterWordsOfLine(element: Element): boolean {
    return isAfterKept && lastKept !== null && blockAround(lastKept) === blockAround(element);
  }

  /** Rows that only pictures fill, such as the heads of columns. */
  function rowsOf(part: Element): Element | null {
    if (picturesIn(part).every((picture) => (picture.getAttribute('alt') ?? '').trim() === '')) {
      return null;
    }
    const copy = rowsCopyOf(part);
    undecided.push(copy);
    return copy;
  }

  return { partOf, pass };
}

function picturesIn(element: Element): Element[] {
  return element.localName === 'img' ? [element] : Array.from(element.getElementsByTagName('img'));
}

function pictureCopyOf(picture: Element): Element {
  const copy = shallowCopyOf(picture);
  const link = picture.closest('a[href]');
  if (link !== null && !/\S/.test(link.textContent)) copy.setAttribute(linkedMark, '');
  return copy;
}

function rowsCopyOf(part: Element): Element {
  const copy = shallowCopyOf(part);
  for (const child of part.children) {
    if (cells.has(child.localName)) copy.append(cellOf(child));
    else if (tableParts.has(child.localName)) copy.append(rowsCopyOf(child));
  }
  return copy;
}

function cellOf(cell: Element): Element {
  const copy = shallowCopyOf(cell);
  copy.append(...picturesIn(cell).map(pictureCopyOf));
  return copy;
}

function holdsBlock(element: Element): boolean {
  if (element.localName === 'img') return false;
  return isBlockElement(element) || Array.from(element.querySelectorAll('*')).some(isBlockElement);
}

function blockAround(node: Node): Element | null {
  let up = node.parentElement;
  while (up !== null && !isBlockElement(up)) up = up.parentElement;
  return up;
}

function isBlockElement(element: Element): boolean {
  return blockTags.has(element.localName) || element.hasAttribute(blockMark);
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
