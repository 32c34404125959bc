/** Copies the page as the person sees it, so that whatever is done to read it is done to the copy. */
import { cutMark } from '../element-kinds.ts';
import { copyHead } from './head-copy.ts';
import { rawDomOf } from './raw-dom.ts';
import { type SnapshotBounds, SnapshotWalk } from './snapshot-walk.ts';

/** A page over this is none that a person reads, and copying more of it would hold it up for seconds. */
const generous: SnapshotBounds = { nodes: 300_000, characters: 16_000_000 };

/**
 * Gives a copy of the document at this moment: its head, and of its body what the person can see or unfold, with what
 * components and frames of the same site show at its place. The copy runs no script and loads nothing, since it
 * belongs to no window; the page itself is only looked at. It ends where the bounds are reached: see `isCut`.
 */
export function takeSnapshot(document: Document, bounds: SnapshotBounds = generous): Document {
  const dom = rawDomOf(document);
  const copy = dom.shallowCopy(document);
  if (!isDocument(copy)) throw new TypeError('The copy of a document is a document');
  const root = dom.root(document);
  const body = dom.body(document);
  if (root === null || body === null) return copy;
  const rootCopy = copy.importNode(root, false);
  copy.append(rootCopy);
  rootCopy.append(copyHead(document, copy, dom));
  const { element, isWhole } = new SnapshotWalk(dom, copy, bounds).copyBody(body);
  if (!isWhole) rootCopy.setAttribute(cutMark, '');
  rootCopy.append(element);
  return copy;
}

/** Says whether the page had more than a snapshot holds. */
export function isCut(snapshot: Document): boolean {
  return snapshot.documentElement.hasAttribute(cutMark);
}

/** Gives a copy of a document that belongs to no window. */
export function copyOf(document: Document): Document {
  const copy = document.cloneNode(true);
  if (!isDocument(copy)) throw new TypeError('The copy of a document is a document');
  return copy;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === node.DOCUMENT_NODE;
}
