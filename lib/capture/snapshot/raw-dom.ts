/* oxlint-disable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters, typescript/unbound-method -- property descriptors are untyped; the types follow the DOM's, and each function is called on a node */

/**
 * DOM properties read through their prototypes, so that `<form name=body>` or an input named `firstChild` can't shadow
 * them.
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
  /** Open shadow roots only. */
  shadowRoot: (element: Element) => ShadowRoot | null;
  /** The body, or the frameset in its place. */
  body: (document: Document) => HTMLElement | null;
  contentType: (document: Document) => string;
  root: (document: Document) => Element | null;
  view: (document: Document) => (Window & typeof globalThis) | null;
  address: (document: Document) => string;
  shallowCopy: (document: Document) => Node;
};

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
    // One function per property, so that the engine can optimize each call site.
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

/** Named elements are own properties of the document or form, so start at its prototype. */
function descriptorOf(sample: Node, name: string): PropertyDescriptor | undefined {
  let holder: unknown = Object.getPrototypeOf(sample);
  while (holder !== null) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found !== undefined) return found;
    holder = Object.getPrototypeOf(holder);
  }
  return undefined;
}
