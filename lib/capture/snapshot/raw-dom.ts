/* oxlint-disable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters, typescript/unbound-method -- property descriptors are untyped; the types follow the DOM's, and each function is called on a node */

/** Reads DOM properties through prototypes, so that `<form name=body>` can't shadow them. */
export type RawDom = ReturnType<typeof rawDomOf>;

export function rawDomOf(document: Document) {
  const root = read<Element | null>(document, document, 'documentElement');
  const sample = root ?? document;
  const getter = (name: string) => descriptorOf(sample, name)?.get as (this: Node) => unknown;
  const method = (name: string) => valueOf(sample, name);
  const nodeType = getter('nodeType');
  const localName = getter('localName');
  const lastChild = getter('lastChild');
  const previousSibling = getter('previousSibling');
  const nextSibling = getter('nextSibling');
  const previousElement = getter('previousElementSibling');
  const nextElement = getter('nextElementSibling');
  const parentElement = getter('parentElement');
  const children = getter('children');
  const baseUri = getter('baseURI');
  const scrollHeight = getter('scrollHeight');
  const shadowRoot = getter('shadowRoot');
  const ownerDocument = getter('ownerDocument');
  const textContent = getter('textContent');
  const getAttributeNames = method('getAttributeNames');
  const getAttribute = method('getAttribute');
  const matches = method('matches');
  const closest = method('closest');
  const querySelector = method('querySelector');
  const querySelectorAll = method('querySelectorAll');
  const byTag = method('getElementsByTagName');
  const rectangle = method('getBoundingClientRect');
  const cloneNode = valueOf(document, 'cloneNode');
  const getElementById = valueOf(document, 'getElementById');
  const lengths = new WeakMap<Node, number>();
  return {
    // One function per property, so that the engine can optimize each call site.
    nodeType: (node: Node) => nodeType.call(node) as number,
    localName: (node: Element) => localName.call(node) as string,
    lastChild: (node: Node) => lastChild.call(node) as Node | null,
    previousSibling: (node: Node) => previousSibling.call(node) as Node | null,
    nextSibling: (node: Node) => nextSibling.call(node) as Node | null,
    previousElement: (node: Element) => previousElement.call(node) as Element | null,
    nextElement: (node: Element) => nextElement.call(node) as Element | null,
    parentElement: (node: Node) => parentElement.call(node) as Element | null,
    children: (element: Element) => Array.from(children.call(element) as HTMLCollection),
    baseUri: (node: Node) => baseUri.call(node) as string,
    documentOf: (node: Node) => (ownerDocument.call(node) as Document | null) ?? document,
    shadowRoot: (node: Element) => shadowRoot.call(node) as ShadowRoot | null,
    textContent: (node: Node) => (textContent.call(node) as string | null) ?? '',
    /** The length of the text, read once, because many elements can refer to the same one. */
    textLength: (node: Node) => {
      const known = lengths.get(node) ?? (textContent.call(node) as string).trim().length;
      lengths.set(node, known);
      return known;
    },
    attributeNames: (element: Element) => getAttributeNames.call(element) as string[],
    attribute: (element: Element, name: string) =>
      getAttribute.call(element, name) as string | null,
    matches: (element: Element, selector: string) => matches.call(element, selector) === true,
    closest: (element: Element, selector: string) =>
      closest.call(element, selector) as Element | null,
    find: (element: Element, selector: string) =>
      querySelector.call(element, selector) as Element | null,
    count: (element: Element, selector: string) =>
      (querySelectorAll.call(element, selector) as NodeList).length,
    byId: (of: Document, id: string) => getElementById.call(of, id) as Element | null,
    byTag: (element: Element, tag: string) =>
      Array.from(byTag.call(element, tag) as HTMLCollectionOf<Element>),
    rectangle: (element: Element) => rectangle.call(element) as DOMRect,
    scrollHeight: (element: Element) => scrollHeight.call(element) as number,
    value: (field: Element) => read<string | undefined>(field, field, 'value') ?? '',
    body: (of: Document) => read<HTMLElement | null>(document, of, 'body'),
    contentType: (of: Document) => read<string>(document, of, 'contentType'),
    root: (of: Document) => read<Element | null>(document, of, 'documentElement'),
    view: (of: Document) => read<(Window & typeof globalThis) | null>(document, of, 'defaultView'),
    address: (of: Document) => read<string>(document, of, 'URL'),
    shallowCopy: (of: Document) => cloneNode.call(of, false) as Document,
  };
}

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
