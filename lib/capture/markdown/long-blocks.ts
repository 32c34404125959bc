/** Takes long lists, tables and lines apart, so that none of them is converted in one stretch. */

import { numberOf } from './list-numbers.ts';

/** Items or rows that are converted at once. */
const atOnce = 200;

/** Parts of a block, each a block by itself, and how their Markdown is put together again. */
export type Parts = { parts: readonly Element[]; join: (written: readonly string[]) => string };

/** Gives the parts of a long list or table; null for a block that is not long. The block is used up. */
export function partsOf(block: Element): Parts | null {
  if (block.localName === 'ul' || block.localName === 'ol') return partsOfList(block);
  return block.localName === 'table' ? partsOfTable(block) : null;
}

/** Says whether what is in a paragraph is too much to be converted at once. */
export function isLongLine({ childNodes }: Element): boolean {
  return childNodes.length > longestLine;
}

/** Parts the nodes of a long line, each part but the last ending in a space of the line. */
export function stretchesOf(line: readonly Node[]): (readonly Node[])[] {
  const stretches: (readonly Node[])[] = [];
  let from = 0;
  for (let at = longestLine; at < line.length; at++) {
    const isEnd = at - from >= longestLine && endsInSpace(line[at - 1]) && isInline(line[at]);
    if (!isEnd) continue;
    stretches.push(line.slice(from, at));
    from = at;
  }
  return [...stretches, line.slice(from)];
}

/** Nodes of a line that are converted at once. */
const longestLine = 800;

function endsInSpace(node: Node | undefined): boolean {
  return node?.nodeName === '#text' && /\S[ \t\r\n]+$/.test(node.nodeValue ?? '');
}

/** A break, a displayed formula or a block would leave no space before itself. */
function isInline(node: Node | undefined): boolean {
  return node !== undefined && /^(?:A|B|EM|I|STRONG)$/.test(node.nodeName);
}

function partsOfList(list: Element): Parts | null {
  if (list.childElementCount <= atOnce) return null;
  const groups = inGroups(Array.from(list.children));
  // A list may hold another one between its items.
  const firsts = groups.map((group) => group.find(({ localName }) => localName === 'li'));
  const starts = firsts.map((first) => (first === undefined ? 1 : numberOf(first, list)));
  const parts = groups.map((items, at) => {
    const part = list.ownerDocument.createElement(list.localName);
    if (list.localName === 'ol') {
      part.setAttribute('start', String(starts[at]));
      part.toggleAttribute('reversed', list.hasAttribute('reversed'));
    }
    part.append(...items);
    return part;
  });
  return { parts, join: (written) => written.filter((each) => each !== '').join('\n') };
}

/** The tables here have one body and at most one head: see `normalizeTables`. */
function partsOfTable(table: Element): Parts | null {
  const body = table.querySelector('tbody');
  if (body === null || body.childElementCount <= atOnce) return null;
  const [, ...later] = inGroups(Array.from(body.children));
  const rest = later.map((rows) => {
    const part = table.ownerDocument.createElement('table');
    const partBody = table.ownerDocument.createElement('tbody');
    partBody.append(...rows);
    part.append(partBody);
    return part;
  });
  return { parts: [table, ...rest], join: joinTable };
}

/** Each part but the first begins with an empty head of its own and the line below it. */
function joinTable([first = '', ...rest]: readonly string[]): string {
  const rows = rest.map((part) => part.split('\n').slice(2).join('\n'));
  return [first, ...rows].join('\n');
}

function inGroups(elements: readonly Element[]): Element[][] {
  const groups: Element[][] = [];
  for (let at = 0; at < elements.length; at += atOnce) {
    groups.push(elements.slice(at, at + atOnce));
  }
  return groups;
}
