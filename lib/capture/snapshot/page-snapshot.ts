/** Copies the page as the person sees it; later steps never touch the page. */
import { truncatedAttribute } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { type RawDom, rawDomOf } from './raw-dom.ts';
import { type SnapshotLimits, SnapshotWalk, type WalkOptions } from './snapshot-walk.ts';

/** Copying more would block the page for seconds. */
const defaultLimits: SnapshotLimits = { nodes: 300_000, characters: 16_000_000 };
const nodesPerStep = 64;
/** After this many attempts, as much as possible of a page that keeps changing is copied without yielding. */
const maxAttempts = 2;
const maxNodesAtOnce = 60_000;

/** Copies the page. The copy runs no scripts, loads nothing, and ends at the limits: see `isTruncated`. */
export function takeSnapshot(document: Document, limits: SnapshotLimits = defaultLimits): Document {
  const options = { limits, onTree: () => {} };
  const { copy, isAllHidden } = copyInOneStep(document, options);
  return isAllHidden() ? copyInOneStep(document, { ...options, isFadingIn: true }).copy : copy;
}

/**
 * Copies the page, starting over if it changes during a yield. Changes in shadow roots and frames can go unnoticed. A
 * large page that never stops changing is copied while it changes.
 */
export async function takeSnapshotYielding(
  document: Document,
  yieldIfDue: YieldIfDue,
): Promise<Document> {
  let isFadingIn = false;
  for (let tries = 1; ; tries++) {
    const isLast = tries > maxAttempts;
    const copying = await copyUnlessChanged(document, { yieldIfDue, isFadingIn, isLast });
    if (copying === null) continue;
    if (isFadingIn || !copying.isAllHidden()) return copying.copy;
    // A page whose text is all hidden is probably still fading in, so treat the text as visible.
    isFadingIn = true;
  }
}

type Attempt = { yieldIfDue: YieldIfDue; isFadingIn: boolean; isLast: boolean };

async function copyUnlessChanged(
  document: Document,
  { yieldIfDue, isFadingIn, isLast }: Attempt,
): Promise<CopyInProgress | null> {
  const watch = watchForChanges(rawDomOf(document).view(document));
  watch.add(document);
  try {
    const options = { limits: defaultLimits, onTree: watch.add, isFadingIn };
    const copying = startCopy(document, options);
    if (isLast && copying.step(maxNodesAtOnce)) return copying;
    while (!copying.step(nodesPerStep)) {
      await yieldIfDue();
      if (!isLast && watch.hasChanged()) return null;
    }
    return copying;
  } finally {
    watch.stop();
  }
}

type CopyInProgress = {
  copy: Document;
  /** Returns whether the copy is complete. */
  step: (nodes: number) => boolean;
  isAllHidden: () => boolean;
};

function copyInOneStep(document: Document, options: WalkOptions): CopyInProgress {
  const copying = startCopy(document, options);
  copying.step(Number.POSITIVE_INFINITY);
  return copying;
}

function startCopy(document: Document, options: WalkOptions): CopyInProgress {
  const dom = rawDomOf(document);
  const copy = emptyCopyOf(document, dom);
  const root = dom.root(document);
  const body = dom.body(document);
  if (root === null || body === null) {
    return { copy, step: () => true, isAllHidden: () => false };
  }
  const rootCopy = copy.importNode(root, false);
  copy.append(rootCopy);
  rootCopy.append(copyHead(root, copy, dom));
  const walk = new SnapshotWalk(dom, copy, options);
  const element = walk.enterBody(body);
  const step = (nodes: number) => {
    const progress = walk.walk(nodes);
    if (progress === 'partial') return false;
    if (progress === 'cut') rootCopy.setAttribute(truncatedAttribute, '');
    rootCopy.append(element);
    return true;
  };
  return { copy, step, isAllHidden: () => walk.isAllHidden };
}

/** Returns an HTML document even for XHTML, where tag names are case-sensitive and selectors wouldn't match. */
function emptyCopyOf(document: Document, dom: RawDom): Document {
  const copy = dom.shallowCopy(document);
  const view = dom.view(document);
  if (view === null || copy.createElement('p').nodeName === 'P') return copy;
  const html = new view.DOMParser().parseFromString('', 'text/html');
  html.documentElement.remove();
  return html;
}

export function isTruncated(snapshot: Document): boolean {
  return snapshot.documentElement.hasAttribute(truncatedAttribute);
}

export function cloneDocument(document: Document): Document {
  const copy = document.cloneNode(true);
  if (!isDocument(copy)) throw new TypeError('The copy of a document is a document');
  return copy;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === node.DOCUMENT_NODE;
}

/** Watches for changes, except those made by style sheets alone. */
function watchForChanges(view: typeof globalThis | null) {
  let isChanged = false;
  const observer = view && new view.MutationObserver(() => (isChanged = true));
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  return {
    add: (root: Node) => observer?.observe(root, everything),
    // Mutation records of the current task haven't been delivered yet.
    hasChanged: () => isChanged || (observer?.takeRecords().length ?? 0) > 0,
    stop: () => observer?.disconnect(),
  };
}

function copyHead(root: Element, copy: Document, dom: RawDom): Element {
  const head = copy.createElement('head');
  const own = dom.children(root).find((part) => dom.localName(part) === 'head');
  for (const child of own === undefined ? [] : dom.children(own))
    if (isMetadata(child, dom)) head.append(copy.importNode(child, true));
  return head;
}

function isMetadata(element: Element, dom: RawDom): boolean {
  const tag = dom.localName(element);
  if (tag === 'script') return dom.attribute(element, 'type') === 'application/ld+json';
  return tag === 'title' || tag === 'meta' || tag === 'link' || tag === 'base';
}
