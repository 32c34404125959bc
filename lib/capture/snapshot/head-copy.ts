/** Copies what a page says of itself outside its text. */
import type { RawDom } from './raw-dom.ts';

/** Gives a head with the title, the names and values, the addresses and the data for machines, and nothing else. */
export function copyHead(document: Document, copy: Document, dom: RawDom): Element {
  const head = copy.createElement('head');
  const root = dom.root(document);
  let part = root === null ? null : dom.firstChild(root);
  while (part !== null && !isHead(part, dom)) part = dom.nextSibling(part);
  let child = part === null ? null : dom.firstChild(part);
  while (child !== null) {
    if (isElement(child, dom) && isSaid(child, dom)) head.append(copy.importNode(child, true));
    child = dom.nextSibling(child);
  }
  return head;
}

function isHead(node: Node, dom: RawDom): boolean {
  return isElement(node, dom) && dom.localName(node) === 'head';
}

function isSaid(element: Element, dom: RawDom): boolean {
  const tag = dom.localName(element);
  if (tag === 'script') return dom.attribute(element, 'type') === 'application/ld+json';
  return tag === 'title' || tag === 'meta' || tag === 'link' || tag === 'base';
}

function isElement(node: Node, dom: RawDom): node is Element {
  return dom.nodeType(node) === 1;
}
