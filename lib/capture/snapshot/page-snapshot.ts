/** Copies the page as the person sees it, so that whatever is done to read it is done to the copy. */
import { cutMark } from '../element-kinds.ts';
import type { Pace } from '../pace.ts';
import { copyHead } from './head-copy.ts';
import { watchPage } from './page-watch.ts';
import { type RawDom, rawDomOf } from './raw-dom.ts';
import { type SnapshotBounds, SnapshotWalk, type WalkOptions } from './snapshot-walk.ts';

/** A page over this is none that a person reads, and copying more of it would hold it up for seconds. */
const generous: SnapshotBounds = { nodes: 300_000, characters: 16_000_000 };

/** Nodes that are copied before the page is asked whether it wants its turn. */
const atOnce = 256;

/** A page that changes whenever it has its turn is copied without one in the end. */
const mostTries = 2;

/**
 * Gives a copy of the document at this moment: its head, and of its body what the person can see or unfold, with what
 * components and frames of the same site show at its place. The copy runs no script and loads nothing, since it
 * belongs to no window; the page itself is only looked at. It ends where the bounds are reached: see `isCut`.
 */
export function takeSnapshot(document: Document, bounds: SnapshotBounds = generous): Document {
  const options = { bounds, addTree: () => {} };
  const { copy, hidesAll } = copyAtOnce(document, options);
  return hidesAll() ? copyAtOnce(document, { ...options, isFadingIn: true }).copy : copy;
}

/**
 * Gives the same copy, and lets the page have its turns meanwhile. All of it is of one moment still: where the page has
 * changed in its turn, the copy is begun anew. What had not been found by then, in components and frames, may have changed
 * unnoticed.
 */
export async function takeSnapshotInTurns(document: Document, pace: Pace): Promise<Document> {
  for (let tries = 0; tries < mostTries; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- only where the first has come to nothing
    const copy = await unchangedCopy(document, pace);
    if (copy !== null) return copy;
  }
  return takeSnapshot(document);
}

/** Null where the page has changed meanwhile. */
async function unchangedCopy(document: Document, pace: Pace): Promise<Document | null> {
  const watch = watchPage(rawDomOf(document).view(document));
  watch.add(document);
  try {
    const options = { bounds: generous, addTree: watch.add };
    const copying = beginCopy(document, options);
    while (!copying.goOn(atOnce)) {
      // oxlint-disable-next-line no-await-in-loop -- the turns of the page
      await pace();
      if (watch.hasChanged()) return null;
    }
    // A page that is to appear all at once is still to be read.
    if (!copying.hidesAll()) return copying.copy;
    return copyAtOnce(document, { ...options, isFadingIn: true }).copy;
  } finally {
    watch.end();
  }
}

type Copying = {
  copy: Document;
  /** Copies so many nodes more, and says whether that was all. */
  goOn: (nodes: number) => boolean;
  /** See `SnapshotWalk`. */
  hidesAll: () => boolean;
};

function copyAtOnce(document: Document, options: WalkOptions): Copying {
  const copying = beginCopy(document, options);
  copying.goOn(Number.POSITIVE_INFINITY);
  return copying;
}

function beginCopy(document: Document, options: WalkOptions): Copying {
  const dom = rawDomOf(document);
  const copy = emptyCopyOf(document, dom);
  const root = dom.root(document);
  const body = dom.body(document);
  if (root === null || body === null) {
    return { copy, goOn: () => true, hidesAll: () => false };
  }
  const rootCopy = copy.importNode(root, false);
  copy.append(rootCopy);
  rootCopy.append(copyHead(document, copy, dom));
  const walk = new SnapshotWalk(dom, copy, options);
  const element = walk.enterBody(body);
  const goOn = (nodes: number) => {
    const reached = walk.walk(nodes);
    if (reached === 'under way') return false;
    if (reached === 'cut') rootCopy.setAttribute(cutMark, '');
    rootCopy.append(element);
    return true;
  };
  return { copy, goOn, hidesAll: () => walk.hidesAll };
}

/**
 * Gives an empty document with the address of this one. It is one of HTML where this is XHTML: there the names of elements
 * are in small letters, and whatever reads the copy looks for those of HTML.
 */
function emptyCopyOf(document: Document, dom: RawDom): Document {
  const copy = dom.shallowCopy(document);
  if (!isDocument(copy)) throw new TypeError('The copy of a document is a document');
  const view = dom.view(document);
  if (view === null || copy.createElement('p').nodeName === 'P') return copy;
  const html = new view.DOMParser().parseFromString('', 'text/html');
  html.documentElement.remove();
  return html;
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
