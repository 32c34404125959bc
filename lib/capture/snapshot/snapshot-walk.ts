import {
  blockAttribute,
  blockTags,
  collapsedAttribute,
  tabLabelAttribute,
  textlessTags,
} from '../elements.ts';
import { collapseWhitespace } from '../words.ts';
import { isHeadingButton, referencedElement, removeRepeats } from './disclosure.ts';
import {
  hidesItself,
  type ElementState,
  visibilityOf,
  hasInvisibleText,
  isTiny,
  isBlockDisplay,
  isHidden,
} from './visibility.ts';
import { mathJaxFormulaOf, formulaOf, isMathJaxRendering } from './formulas.ts';
import type { RawDom } from './raw-dom.ts';
import { isCodeEditor } from './code-blocks.ts';
import { FieldText, fieldTextOf } from './field-text.ts';
import { isSized, VirtualLists } from './virtual-lists.ts';
import { isPositioned, VisualOrder } from './visual-order.ts';

export type SnapshotLimits = { nodes: number; characters: number };

export type WalkOptions = {
  limits: SnapshotLimits;
  /** Called with each tree before any of it is copied. */
  onTree: (root: Node) => void;
  /** Treats text that hasn't been drawn yet as visible. */
  isFadingIn?: boolean;
};

type CopyTarget = {
  into: Element;
  depth: number;
  frames: number;
  view: Window | null;
  /** Base URL of the frame; null in the page itself. */
  base: string | null;
  style: CSSStyleDeclaration | null;
  /** Computed on demand. */
  isTextInvisible: boolean | null;
  /** Whether the target is in a closed `details`. */
  isCollapsed: boolean;
  /** Whether the target is in a part that the person can open, so that its text counts as visible. */
  isUnfolded: boolean;
  /** Whether CSS can reorder the contents. */
  isOrdered: boolean;
  /** Whether the contents are placed in named areas of a grid. */
  hasAreas: boolean;
};

const rootTarget = {
  depth: 0,
  frames: 0,
  base: null,
  isTextInvisible: null,
  isCollapsed: false,
  isUnfolded: false,
  isOrdered: false,
  hasAreas: false,
} as const;

/** Later steps can recurse once per level, so deeper elements are flattened. */
const maxDepth = 400;
const maxFrameDepth = 4;
/** Less hidden text is likely a closed menu. */
const minHiddenCharacters = 600;

/** Uses an explicit stack, because pages can nest deeper than the call stack allows. */
export class SnapshotWalk {
  readonly #dom: RawDom;
  readonly #copy: Document;
  /** A stack: the next node is last. */
  readonly #nodes: Node[] = [];
  readonly #targets: CopyTarget[] = [];
  readonly #onTree: (root: Node) => void;
  readonly #order: VisualOrder;
  readonly #lists: VirtualLists;
  readonly #fields = new FieldText();
  /** The copies of the outermost parts that the person can open. */
  readonly #folded: Element[] = [];
  #nodesLeft: number;
  #charactersLeft: number;
  #isFadingIn: boolean;
  /** Counted in characters, which is cheaper than counting words. */
  #visibleCharacters = 0;
  #hiddenCharacters = 0;

  constructor(dom: RawDom, copy: Document, { limits, onTree, isFadingIn = false }: WalkOptions) {
    this.#isFadingIn = isFadingIn;
    this.#dom = dom;
    this.#copy = copy;
    this.#onTree = onTree;
    this.#order = new VisualOrder(dom);
    this.#lists = new VirtualLists(dom);
    this.#nodesLeft = limits.nodes;
    this.#charactersLeft = limits.characters;
  }

  /** Whether all text, except perhaps a notice, is laid out but not drawn. */
  get isAllHidden(): boolean {
    if (this.#visibleCharacters === 0) return this.#hiddenCharacters > 0;
    return (
      this.#hiddenCharacters >= minHiddenCharacters &&
      this.#visibleCharacters < this.#hiddenCharacters / 20
    );
  }

  enterBody(body: HTMLElement): Element {
    const dom = this.#dom;
    const view = dom.view(dom.documentOf(body));
    const style = view?.getComputedStyle(body) ?? null;
    // Pages that fade in hide their body first, so a hidden body doesn't mean that its parts stay hidden.
    this.#isFadingIn ||= style !== null && isHidden(style);
    const isFrames = dom.localName(body) === 'frameset';
    const into = isFrames ? this.#copy.createElement('body') : this.#cloneElement(body);
    this.#enqueueContents(body, { ...rootTarget, into, view, style });
    return into;
  }

  /** Copies up to this many nodes. Returns `cut` if the page exceeds the limits. */
  walk(nodes: number): 'partial' | 'whole' | 'cut' {
    const dom = this.#dom;
    for (let count = 0; this.#nodesLeft >= 0 && this.#charactersLeft >= 0; count++) {
      if (count === nodes) return 'partial';
      const node = this.#nodes.pop();
      const target = this.#targets.pop();
      if (node === undefined || target === undefined) {
        this.#finish();
        return 'whole';
      }
      const type = dom.nodeType(node);
      // CDATA sections in XHTML are text too.
      if (type === 3 || type === 4) this.#addText(node, target);
      else if (isElement(node, type)) this.#addElement(node, target);
    }
    return 'cut';
  }

  #finish(): void {
    this.#fields.settle(this.#visibleCharacters);
    this.#lists.mark();
    this.#order.arrange();
    removeRepeats(this.#folded);
  }

  #enqueueContents(element: Element, target: CopyTarget): void {
    const component = this.#dom.shadowRoot(element);
    if (component !== null) this.#onTree(component);
    this.#enqueue(component ?? element, target);
  }

  #enqueue(parent: Node, target: CopyTarget): void {
    let child = this.#dom.lastChild(parent);
    while (child !== null && this.#nodesLeft-- >= 0) {
      this.#nodes.push(child);
      this.#targets.push(target);
      child = this.#dom.previousSibling(child);
    }
  }

  #addText(node: Node, target: CopyTarget): void {
    const text = this.#dom.textContent(node);
    this.#charactersLeft -= text.length;
    if (/\S/.test(text)) {
      const { length } = text.trim();
      if (this.#isTextInvisible(target)) {
        this.#hiddenCharacters += length;
        return;
      }
      this.#visibleCharacters += length;
    } else if (this.#isOnlyContent(node, target)) {
      // Later steps drop elements without words, but such a space separates two words.
      target.into.replaceWith(text);
      return;
    }
    if (!preservesLineBreaks(text, target)) return target.into.append(text);
    const lines = text.split(/(?<=\n)/);
    this.#nodesLeft -= 2 * lines.length;
    if (this.#nodesLeft < 0) return;
    for (const [at, line] of lines.entries()) {
      if (at > 0) target.into.appendChild(this.#copy.createElement('br'));
      target.into.append(line);
    }
  }

  #isOnlyContent(node: Node, { into }: CopyTarget): boolean {
    if (into.localName !== 'span' || into.hasAttribute(blockAttribute)) return false;
    return !into.hasChildNodes() && this.#dom.nextSibling(node) === null;
  }

  #isTextInvisible(target: CopyTarget): boolean {
    target.isTextInvisible ??=
      !this.#isFadingIn &&
      !target.isUnfolded &&
      target.style !== null &&
      hasInvisibleText(target.style);
    return target.isTextInvisible;
  }

  #addElement(node: Element, target: CopyTarget): void {
    const dom = this.#dom;
    const tag = dom.localName(node);
    if (tag === 'br') {
      // Keep even hidden line breaks, because a break may be all that separates two words.
      target.into.appendChild(this.#copy.createElement('br'));
    } else if (tag === 'script') {
      this.#addScript(node, target);
    } else if (tag === 'noscript') {
      // `noscript` is rendered if the person has turned scripts off.
      if (isRendered(node)) this.#enqueue(node, target);
    } else if (!textlessTags.has(tag) || isFrame(tag) || this.#holdsText(node, tag)) {
      if (this.#isFadingIn && hidesItself(node, target.style, dom)) return;
      const style = target.view?.getComputedStyle(node) ?? null;
      const state: ElementState = {
        tag,
        attributeNames: dom.attributeNames(node),
        style,
        display: style?.display ?? '',
        visibility: 'visible',
        isParentHidden: target.style !== null && isHidden(target.style),
      };
      state.visibility = visibilityOf(node, state, dom);
      if (state.visibility !== 'hidden') this.#addVisible(node, state, target);
    }
  }

  #holdsText(node: Element, tag: string): boolean {
    if (tag === 'textarea') return true;
    return tag === 'canvas' && isTextOfCanvas(node, this.#dom);
  }

  #addVisible(node: Element, state: ElementState, target: CopyTarget): void {
    const dom = this.#dom;
    const { tag, attributeNames, style } = state;
    if (tag === 'math') return void target.into.appendChild(formulaOf(node, dom, this.#copy));
    const mayBeMathJax = (tag === 'span' || tag === 'div') && attributeNames.includes('class');
    if (mayBeMathJax && isMathJaxRendering(node, dom)) return;
    if (isFrame(tag)) return this.#addFrame(node, state, target);
    if (tag === 'textarea' || tag === 'input') this.#addField(node, state, target);
    if (tag === 'textarea') return;
    const element = this.#createCopy(node, state);
    this.#mark(element, { node, state, target });
    const childTarget = this.#appendTo(element, target);
    childTarget.style = style;
    if (style !== null) this.#noteOrder({ node, element, state, style }, target, childTarget);
    if (tag === 'span') childTarget.into = this.#strikethroughTarget(childTarget);
    if (state.visibility === 'collapsed' && !target.isUnfolded) {
      this.#folded.push(element);
      childTarget.isUnfolded = true;
    }
    childTarget.isCollapsed = tag === 'details' && !attributeNames.includes('open');
    if (tag === 'slot') this.#enterSlot(node, childTarget);
    else if (shadowHostTags.has(tag) || tag.includes('-')) this.#enqueueContents(node, childTarget);
    else this.#enqueue(node, childTarget);
  }

  #mark(
    element: Element,
    { node, state, target }: { node: Element; state: ElementState; target: CopyTarget },
  ): void {
    const { tag, attributeNames, visibility } = state;
    if (target.base !== null) makeAbsolute(element, target.base);
    if (isStyledAsBlock(state)) element.setAttribute(blockAttribute, '');
    if (visibility === 'collapsed' || (target.isCollapsed && tag !== 'summary')) {
      element.setAttribute(collapsedAttribute, '');
    }
    const label = attributeNames.includes('role') ? tabLabelOf(node, this.#dom) : null;
    if (label !== null) element.setAttribute(tabLabelAttribute, label);
  }

  #addField(field: Element, { tag, style }: ElementState, { into }: CopyTarget): void {
    if (!this.#isFadingIn && style !== null && hasInvisibleText(style)) return;
    const text = fieldTextOf(field, tag, this.#dom);
    this.#charactersLeft -= text.length;
    this.#nodesLeft -= text.split('\n').length;
    this.#fields.add(text, tag, into);
  }

  #noteOrder(
    {
      node,
      element,
      state: { attributeNames, display },
      style,
    }: { node: Element; element: Element; state: ElementState; style: CSSStyleDeclaration },
    target: CopyTarget,
    childTarget: CopyTarget,
  ): void {
    if (target.isOrdered) this.#order.addItem(element, style);
    const hasStyle = attributeNames.includes('style');
    if (hasStyle && isSized(node, this.#dom)) this.#lists.addSized(element, node);
    const isPlaced = hasStyle && isPositioned(node, this.#dom);
    if (isPlaced || target.hasAreas) this.#order.addPlaced(element, node);
    // The contents of very deep elements are in another element.
    if (childTarget.into === target.into) return;
    const isFlex = display.endsWith('flex');
    if (isFlex) this.#order.addContainer(element, style);
    const isGrid = display.endsWith('grid');
    childTarget.isOrdered = isFlex || isGrid;
    childTarget.hasAreas = isGrid && /"/.test(style.gridTemplateAreas);
  }

  /** Text struck through by CSS alone gets an `s` element. */
  #strikethroughTarget({ into, style }: CopyTarget): Element {
    const isPlain = style?.textDecorationLine !== 'line-through';
    return isPlain ? into : into.appendChild(this.#copy.createElement('s'));
  }

  #createCopy(node: Element, { tag, attributeNames }: ElementState): Element {
    if (tag === 'div' && attributeNames.includes('class') && isCodeEditor(node, this.#dom)) {
      return codeElement(node, this.#dom, this.#copy);
    }
    if (tag === 'slot') return this.#copy.createElement('span');
    if (tag === 'canvas') return this.#copy.createElement('div');
    const mayBeHeading = tag === 'button' && attributeNames.includes('aria-expanded');
    if (mayBeHeading && isHeadingButton(node, this.#dom)) return this.#copy.createElement('h3');
    return copyElement(node, attributeNames, this.#copy);
  }

  #appendTo(
    element: Element,
    { into, depth, frames, view, base, isUnfolded }: CopyTarget,
  ): CopyTarget {
    into.appendChild(element);
    const isDeep = depth >= maxDepth;
    return {
      into: isDeep ? into : element,
      depth: isDeep ? depth : depth + 1,
      frames,
      view,
      base,
      style: null,
      isTextInvisible: null,
      isCollapsed: false,
      isUnfolded,
      isOrdered: false,
      hasAreas: false,
    };
  }

  #cloneElement(element: Element): Element {
    return copyElement(element, this.#dom.attributeNames(element), this.#copy);
  }

  #enterSlot(slot: Element, target: CopyTarget): void {
    const assigned = isSlot(slot) ? slot.assignedNodes().toReversed() : [];
    if (assigned.length === 0) this.#enqueue(slot, target);
    this.#nodesLeft -= assigned.length;
    for (const node of assigned) {
      this.#nodes.push(node);
      this.#targets.push(target);
    }
  }

  /** For frames of other sites, keeps only the URL, for the error message. */
  #addFrame(frame: Element, { style }: ElementState, target: CopyTarget): void {
    const dom = this.#dom;
    // The style of a frame doesn't apply to the elements in it.
    if (style !== null && ((!this.#isFadingIn && isHidden(style)) || isTiny(style))) return;
    const document = frameDocumentOf(frame);
    const body = document === null ? null : dom.body(document);
    // An empty frame is treated like one that can't be read.
    const isEmpty = body === null || !body.hasChildNodes();
    const element = isEmpty ? this.#cloneElement(frame) : this.#copy.createElement('div');
    makeAbsolute(element, target.base ?? dom.baseUri(frame));
    const into = this.#appendTo(element, target);
    if (document === null || isEmpty || target.frames >= maxFrameDepth) return;
    for (const name of ['id', 'class', 'title']) {
      element.setAttribute(name, dom.attribute(frame, name) ?? '');
    }
    const view = dom.view(document);
    this.#onTree(document);
    this.#enqueueContents(body, {
      ...into,
      frames: target.frames + 1,
      view,
      style: view?.getComputedStyle(body) ?? null,
      base: dom.baseUri(document),
      isCollapsed: target.isCollapsed,
    });
  }

  #addScript(node: Element, { into }: CopyTarget): void {
    const isData = this.#dom.attribute(node, 'type') === 'application/ld+json';
    const copied = isData
      ? this.#copy.importNode(node, true)
      : mathJaxFormulaOf(node, this.#dom, this.#copy);
    if (copied !== null) into.appendChild(copied);
  }
}

function codeElement(editor: Element, dom: RawDom, copy: Document): Element {
  const code = copy.createElement('pre');
  const language = dom.attribute(editor, 'data-language');
  if (language !== null) code.setAttribute('data-language', language);
  return code;
}

/** Shorter text in a canvas is a notice that the browser can't draw it. */
const minCanvasCharacters = 120;

/** Returns whether a canvas contains the text that is drawn on it, for assistive technology. */
function isTextOfCanvas(canvas: Element, dom: RawDom): boolean {
  const { length } = dom.textContent(canvas).trim();
  return length >= minCanvasCharacters && dom.children(canvas).length > 1;
}

function isStyledAsBlock({ tag, style, display, visibility }: ElementState): boolean {
  if (style === null || visibility === 'formula-source') return false;
  return !blockTags.has(tag) && isBlockDisplay(display);
}

/** `pre` elements need no extra line breaks. */
function preservesLineBreaks(text: string, { style, into }: CopyTarget): boolean {
  if (style === null || !text.trim().includes('\n')) return false;
  return style.whiteSpace.startsWith('pre') && into.closest('pre') === null;
}

/** Elements whose names would shadow properties of the form or document. */
const namedElementTags: ReadonlySet<string> = new Set(
  'form img embed object iframe button fieldset input output select textarea'.split(' '),
);

/** Not needed, because hidden elements have already been left out. */
const droppedAttributes: ReadonlySet<string> = new Set(['style', 'hidden', 'aria-hidden']);

function copyElement(element: Element, attributeNames: readonly string[], copy: Document): Element {
  const copied = copy.importNode(element, false);
  if (attributeNames.length === 0) return copied;
  for (const name of attributeNames) if (droppedAttributes.has(name)) copied.removeAttribute(name);
  if (namedElementTags.has(copied.localName)) {
    copied.removeAttribute('name');
    if (copied.localName !== 'form') copied.removeAttribute('id');
  }
  return copied;
}

/** URLs in a frame are relative to the frame. */
function makeAbsolute(copied: Element, base: string): void {
  for (const name of ['href', 'src']) {
    const address = copied.getAttribute(name);
    const absolute = address === null ? null : URL.parse(address, base);
    if (absolute !== null) copied.setAttribute(name, absolute.href);
  }
}

/** Built-in elements that can have a shadow root. */
const shadowHostTags: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);

function tabLabelOf(panel: Element, dom: RawDom): string | null {
  if (dom.attribute(panel, 'role') !== 'tabpanel') return null;
  const tab = referencedElement(panel, 'aria-labelledby', dom);
  const label =
    tab === null || dom.attribute(tab, 'role') !== 'tab'
      ? ''
      : collapseWhitespace(dom.textContent(tab));
  return label === '' || label.length > 200 ? null : label;
}

function isElement(_node: Node, type: number): _node is Element {
  return type === 1;
}

function isSlot(element: Element): element is HTMLSlotElement {
  return 'assignedNodes' in element;
}

function isFrameElement(element: Element): element is HTMLIFrameElement {
  return 'contentDocument' in element;
}

function isFrame(tag: string): boolean {
  return tag === 'iframe' || tag === 'frame';
}

/** Returns whether `noscript` is rendered. With scripts on, it has no box, whatever its style. */
function isRendered(element: Element): boolean {
  return 'checkVisibility' in element
    ? element.checkVisibility()
    : (element as Element).getClientRects().length > 0;
}

function frameDocumentOf(frame: Element): Document | null {
  try {
    return isFrameElement(frame) ? frame.contentDocument : null;
  } catch {
    // Some browsers throw for other sites instead of returning null.
    return null;
  }
}
