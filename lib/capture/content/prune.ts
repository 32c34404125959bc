import { hasMoreChildren, isBlockElement, isElement, isText } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import type { Block } from './page-blocks.ts';

const textlessInline = new Set(['br', 'wbr', 'input']);
const cells = new Set(['td', 'th']);
const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr']);
const singleLineTags = new Set('p li dt dd td th h1 h2 h3 h4 h5 h6'.split(' '));
/** Set on copies of linked images; the link isn't copied. */
export const linkedImageAttribute = 'data-keepsake-linked';

/** Copies kept blocks with their structure. Keeps images between them, in a kept line or row, or after a kept colon. */
export async function copyKeptBlocks(
  body: Element,
  { blocks, isKept }: { blocks: readonly Block[]; isKept: readonly boolean[] },
  yieldIfDue: YieldIfDue,
): Promise<Element> {
  const keptByText = new Map<Node, boolean>();
  const holders = new Set<Node>([body]);
  for (const [at, { texts }] of blocks.entries()) {
    for (const text of texts) {
      keptByText.set(text, isKept[at] === true);
      let up: Node | null = isKept[at] === true ? text.parentNode : null;
      for (; up !== null && !holders.has(up); up = up.parentNode) holders.add(up);
    }
  }
  await yieldIfDue();
  const pruner = createPruner(keptByText, holders);
  // Uses an explicit stack, so that it can yield between any two nodes.
  const copy = shallowCopyOf(body);
  const open = [{ copy, next: body.firstChild }];
  let steps = 0;
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const node: ChildNode | null = current.next;
    if (node === null) {
      open.pop();
      continue;
    }
    current.next = node.nextSibling;
    // In document order, yielding in between.
    if (++steps % 512 === 0) await yieldIfDue();
    if (isElement(node) && holders.has(node) && node.localName !== 'script') {
      const part = shallowCopyOf(node);
      current.copy.appendChild(part);
      open.push({ copy: part, next: node.firstChild });
    } else {
      const part = pruner.partOf(node);
      if (part !== null) current.copy.appendChild(part);
    }
  }
  pruner.skipText();
  return copy;
}

/** Call `partOf` in document order. */
function createPruner(keptByText: ReadonlyMap<Node, boolean>, holders: ReadonlySet<Node>) {
  let isAfterKept = false;
  let lastKept: Text | null = null;
  /** Images that are kept only if the text after them is kept. */
  let pendingImages: Element[] = [];

  function partOf(node: Node): Node | null {
    if (isText(node)) return textOf(node);
    if (!isElement(node) || node.localName === 'script') return null;
    if (textlessInline.has(node.localName)) return shallowCopyOf(node);
    const hasWords = /\S/.test(node.textContent);
    if (hasWords) skipText();
    // Empty cells keep the columns aligned.
    if (cells.has(node.localName)) return hasWords ? shallowCopyOf(node) : cellOf(node);
    if (hasWords) return node.ownerDocument.createTextNode(' ');
    return tableParts.has(node.localName) ? copyImageRows(node) : copyImages(node);
  }

  function textOf(text: Text): Text | null {
    const isTextKept = keptByText.get(text) ?? null;
    if (isTextKept === true) {
      isAfterKept = true;
      lastKept = text;
      pendingImages = [];
    } else if (isTextKept === false) skipText();
    return isTextKept === false ? null : text.ownerDocument.createTextNode(text.data);
  }

  function skipText(): void {
    const isAfterColon = isAfterKept && lastKept !== null && /[:：]\s*$/.test(lastKept.data);
    for (const image of isAfterColon ? pendingImages.slice(1) : pendingImages) image.remove();
    isAfterKept = false;
    pendingImages = [];
  }

  function copyImages(element: Element): Node | null {
    const images = imagesIn(element);
    const isBlock = images.length > 0 && holdsBlock(element);
    const isInKeptLine = !isBlock && isInLineOfKeptText(element);
    if (images.length === 0 || !(isAfterKept || isInKeptLine)) return null;
    const copies = images.map(imageCopyOf);
    if (!isInKeptLine) for (const copy of copies) pendingImages.push(copy);
    const wrapper = element.ownerDocument.createElement(isBlock ? 'div' : 'span');
    for (const copy of copies) wrapper.append(copy);
    if (element.localName === 'img' || isBlock || isAfterWordsOfLine(element)) return wrapper;
    // Add a space, because an image before text is usually displayed apart from the text.
    const fragment = element.ownerDocument.createDocumentFragment();
    fragment.append(wrapper, ' ');
    return fragment;
  }

  function isInLineOfKeptText(element: Element): boolean {
    const line = blockAround(element);
    if (line === null) return false;
    if (singleLineTags.has(line.localName) && holders.has(line)) return true;
    return isAfterWordsOfLine(element);
  }

  function isAfterWordsOfLine(element: Element): boolean {
    return isAfterKept && lastKept !== null && blockAround(lastKept) === blockAround(element);
  }

  function copyImageRows(part: Element): Element | null {
    const isNamed = (image: Element) => (image.getAttribute('alt') ?? '').trim() !== '';
    if (!imagesIn(part).some(isNamed)) return null;
    const copy = rowsCopyOf(part);
    pendingImages.push(copy);
    return copy;
  }
  return { partOf, skipText };
}

function imagesIn(element: Element): Element[] {
  return element.localName === 'img' ? [element] : Array.from(element.getElementsByTagName('img'));
}

/** A link with more contents isn't that of an image. */
const maxLinkParts = 100;

function imageCopyOf(image: Element): Element {
  const copy = shallowCopyOf(image);
  const link = image.closest('a[href]');
  const isSmall = link !== null && !hasMoreChildren(link, maxLinkParts);
  if (isSmall && !/\S/.test(link.textContent)) copy.setAttribute(linkedImageAttribute, '');
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
  for (const image of imagesIn(cell)) copy.append(imageCopyOf(image));
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

function shallowCopyOf(element: Element): Element {
  return element.ownerDocument.importNode(element, false);
}
