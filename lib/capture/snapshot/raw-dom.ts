/** Reads nodes of a live page past the names the page gives them: `<form name=body>` hides `document.body`. */
/* oxlint-disable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters, typescript/unbound-method -- prototypes have no types; what each property gives is in the DOM's own, and each is called for a node */

/**
 * The properties of the DOM itself. An input named `firstChild` hides that property of its form, an image named
 * `title` that of its document; these readers ask the prototypes, which no name of an element reaches.
 */
export type RawDom = {
  nodeType: (node: Node) => number;
  localName: (element: Element) => string;
  firstChild: (node: Node) => Node | null;
  lastChild: (node: Node) => Node | null;
  previousSibling: (node: Node) => Node | null;
  nextSibling: (node: Node) => Node | null;
  parentElement: (node: Node) => Element | null;
  children: (element: Element) => Element[];
  textContent: (node: Node) => string;
  baseUri: (node: Node) => string;
  documentOf: (node: Node) => Document;
  attribute: (element: Element, name: string) => string | null;
  attributeNames: (element: Element) => string[];
  matches: (element: Element, selector: string) => boolean;
  closest: (element: Element, selector: string) => Element | null;
  find: (element: Element, selector: string) => Element | null;
  byTag: (element: Element, tag: string) => Element[];
  /** Only an open one is given; a closed one is the page's own affair. */
  shadowRoot: (element: Element) => ShadowRoot | null;
  /** The body, or the frameset that stands in its place. */
  body: (document: Document) => HTMLElement | null;
  contentType: (document: Document) => string;
  root: (document: Document) => Element | null;
  view: (document: Document) => (Window & typeof globalThis) | null;
  address: (document: Document) => string;
  shallowCopy: (document: Document) => Node;
};

/** Gives the readers for the nodes of a document, and of the frames that belong to the same site. */
export function rawDomOf(document: Document): RawDom {
  const root = read<Element | null>(document, document, 'documentElement');
  const sample = root ?? document;
  const getter = (name: string) => descriptorOf(sample, name)?.get as Getter;
  const method = (name: string) => valueOf(sample, name);
  const nodeType = getter('nodeType');
  const localName = getter('localName');
  const firstChild = getter('firstChild');
  const lastChild = getter('lastChild');
  const previousSibling = getter('previousSibling');
  const nextSibling = getter('nextSibling');
  const parentElement = getter('parentElement');
  const children = getter('children');
  const baseUri = getter('baseURI');
  const shadowRoot = getter('shadowRoot');
  const ownerDocument = getter('ownerDocument');
  const textContent = getter('textContent');
  const getAttributeNames = method('getAttributeNames');
  const getAttribute = method('getAttribute');
  const matches = method('matches');
  const closest = method('closest');
  const querySelector = method('querySelector');
  const byTag = method('getElementsByTagName');
  const cloneNode = valueOf(document, 'cloneNode');
  return {
    // Each a function of its own: the engine makes one fast by what it has seen it call.
    nodeType: (node) => nodeType.call(node) as number,
    localName: (node) => localName.call(node) as string,
    firstChild: (node) => firstChild.call(node) as Node | null,
    lastChild: (node) => lastChild.call(node) as Node | null,
    previousSibling: (node) => previousSibling.call(node) as Node | null,
    nextSibling: (node) => nextSibling.call(node) as Node | null,
    parentElement: (node) => parentElement.call(node) as Element | null,
    children: (element) => Array.from(children.call(element) as HTMLCollection),
    baseUri: (node) => baseUri.call(node) as string,
    documentOf: (node) => (ownerDocument.call(node) as Document | null) ?? document,
    shadowRoot: (node) => shadowRoot.call(node) as ShadowRoot | null,
    textContent: (node) => (textContent.call(node) as string | null) ?? '',
    attributeNames: (element) => getAttributeNames.call(element) as string[],
    attribute: (element, name) => getAttribute.call(element, name) as string | null,
    matches: (element, selector) => matches.call(element, selector) === true,
    closest: (element, selector) => closest.call(element, selector) as Element | null,
    find: (element, selector) => querySelector.call(element, selector) as Element | null,
    byTag: (element, tag) => Array.from(byTag.call(element, tag) as HTMLCollectionOf<Element>),
    body: (of) => read(document, of, 'body'),
    contentType: (of) => read(document, of, 'contentType'),
    root: (of) => read(document, of, 'documentElement'),
    view: (of) => read(document, of, 'defaultView'),
    address: (of) => read(document, of, 'URL'),
    shallowCopy: (of) => cloneNode.call(of, false) as Node,
  };
}

type Getter = (this: Node) => unknown;
type Method = (this: Node, ...values: unknown[]) => unknown;

function read<T>(sample: Node, node: Node, name: string): T {
  return descriptorOf(sample, name)?.get?.call(node) as T;
}

function valueOf(sample: Node, name: string): Method {
  return descriptorOf(sample, name)?.value as Method;
}

/** Named elements are properties of the document or the form itself, so the search begins above it. */
function descriptorOf(sample: Node, name: string): PropertyDescriptor | undefined {
  let holder: unknown = Object.getPrototypeOf(sample);
  while (holder !== null) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found !== undefined) return found;
    holder = Object.getPrototypeOf(holder);
  }
  return undefined;
}
