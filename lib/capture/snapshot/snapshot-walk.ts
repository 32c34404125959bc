/** Walks the body of a live page once and builds its copy, leaving out what the person cannot see. */
import { blockMark, blockTags, collapsedMark, labelMark, textlessTags } from '../element-kinds.ts';
import { heads } from './collapsed.ts';
import { copyElement, makeAbsolute } from './copied-element.ts';
import {
  canHost,
  documentIn,
  isElement,
  isFrame,
  isRendered,
  isSlot,
  labelOf,
} from './element-nature.ts';
import { formulaInScript, formulaOf, isDrawnFormula } from './formula.ts';
import type { RawDom } from './raw-dom.ts';
import { hidesAgain, type Shown, sightOf } from './sight.ts';
import { isBlank, isBlockDisplay, isHidden, isStruck } from './visibility.ts';

/** What a copy holds at most. */
export type SnapshotBounds = { nodes: number; characters: number };

/** How a walk goes. */
export type WalkOptions = {
  bounds: SnapshotBounds;
  /** Is told of each component and frame that is entered, before anything of it is copied. */
  addTree: (root: Node) => void;
  /** Words count as seen though they are not drawn yet. */
  isFadingIn?: boolean;
};

/** Where the copies of an element's children go, and what is known of all of them. */
type Place = {
  into: Element;
  depth: number;
  frames: number;
  view: Window | null;
  /** What the addresses in a frame are relative to; null in the page itself, which has a base of its own. */
  base: string | null;
  /** Of the element whose children these are. */
  style: CSSStyleDeclaration | null;
  /** Whether words right here are out of sight; null until the first are found. */
  isBlank: boolean | null;
  /** These are in a fold that is closed. */
  isFolded: boolean;
};

const outermost = { depth: 0, frames: 0, base: null, isBlank: null, isFolded: false } as const;

/** Whatever reads the copy may call itself for each level; deeper elements are laid flat, one after the other. */
const deepest = 400;
const deepestFrame = 4;

/** About a hundred words: less is a menu that opens, beside a page of few words. */
const fewestHidden = 600;

/** The walk of one snapshot. It keeps its own line of nodes, since a page may nest deeper than calls can. */
export class SnapshotWalk {
  readonly #dom: RawDom;
  readonly #copy: Document;
  /** What is still to be copied, the next one last, each with the place it belongs to. */
  readonly #nodes: Node[] = [];
  readonly #places: Place[] = [];
  readonly #addTree: (root: Node) => void;
  #nodesLeft: number;
  #charactersLeft: number;
  #isFadingIn: boolean;
  /** Letters, so that words need not be told apart. */
  #seen = 0;
  #hidden = 0;

  constructor(dom: RawDom, copy: Document, { bounds, addTree, isFadingIn = false }: WalkOptions) {
    this.#isFadingIn = isFadingIn;
    this.#dom = dom;
    this.#copy = copy;
    this.#addTree = addTree;
    this.#nodesLeft = bounds.nodes;
    this.#charactersLeft = bounds.characters;
  }

  /** Says whether the page takes the room for its words, and has drawn none of them so far but a notice at most. */
  get hidesAll(): boolean {
    if (this.#seen === 0) return this.#hidden > 0;
    return this.#hidden >= fewestHidden && this.#seen < this.#hidden / 20;
  }

  /** Gives the copy of a body, which `walk` fills. */
  enterBody(body: HTMLElement): Element {
    const dom = this.#dom;
    const view = dom.view(dom.documentOf(body));
    const style = view?.getComputedStyle(body) ?? null;
    // A page that fades in hides its body at first; then being hidden says nothing about its parts.
    this.#isFadingIn ||= style !== null && isHidden(style);
    const isFrames = dom.localName(body) === 'frameset';
    const into = isFrames ? this.#copy.createElement('body') : this.#copyOf(body);
    this.#enter(body, { ...outermost, into, view, style });
    return into;
  }

  /**
   * Copies so many of the nodes that are left, and says how far it came: `cut` where the body holds more than the bounds
   * allow.
   */
  walk(nodes: number): 'under way' | 'whole' | 'cut' {
    const dom = this.#dom;
    for (let count = 0; this.#nodesLeft >= 0 && this.#charactersLeft >= 0; count++) {
      if (count === nodes) return 'under way';
      const node = this.#nodes.pop();
      const place = this.#places.pop();
      if (node === undefined || place === undefined) return 'whole';
      const type = dom.nodeType(node);
      // What XHTML writes as CDATA is text like any other.
      if (type === 3 || type === 4) this.#addText(node, place);
      else if (isElement(node, type)) this.#addElement(node, place);
    }
    return 'cut';
  }

  /** Lines up what the element shows: what is in its component, where that is open, and else its children. */
  #enter(element: Element, place: Place): void {
    const component = this.#dom.shadowRoot(element);
    if (component !== null) this.#addTree(component);
    this.#lineUp(component ?? element, place);
  }

  #lineUp(parent: Node, place: Place): void {
    let child = this.#dom.lastChild(parent);
    while (child !== null && this.#nodesLeft-- >= 0) {
      this.#nodes.push(child);
      this.#places.push(place);
      child = this.#dom.previousSibling(child);
    }
  }

  #addText(node: Node, place: Place): void {
    const text = this.#dom.textContent(node);
    this.#charactersLeft -= text.length;
    if (/\S/.test(text)) {
      const { length } = text.trim();
      if (this.#isOutOfSight(place)) {
        this.#hidden += length;
        return;
      }
      this.#seen += length;
    }
    if (!showsLines(text, place)) return place.into.append(text);
    for (const [at, line] of text.split(/(?<=\n)/).entries()) {
      if (at > 0) place.into.appendChild(this.#copy.createElement('br'));
      place.into.append(line);
    }
  }

  #isOutOfSight(place: Place): boolean {
    place.isBlank ??= !this.#isFadingIn && place.style !== null && isBlank(place.style);
    return place.isBlank;
  }

  #addElement(node: Element, place: Place): void {
    const dom = this.#dom;
    const tag = dom.localName(node);
    if (tag === 'br') {
      // Even a hidden one: it may be all that keeps two words apart.
      place.into.appendChild(this.#copy.createElement('br'));
    } else if (tag === 'script') {
      this.#addScript(node, place);
    } else if (tag === 'noscript') {
      // Where the person has turned scripts off, this is the page.
      if (isRendered(node)) this.#lineUp(node, place);
    } else if (!textlessTags.has(tag) || isFrame(tag)) {
      if (this.#isFadingIn && hidesAgain(node, place.style, dom)) return;
      const style = place.view?.getComputedStyle(node) ?? null;
      const shown: Shown = {
        tag,
        names: dom.attributeNames(node),
        style,
        display: style?.display ?? '',
        sight: 'seen',
      };
      shown.sight = sightOf(node, shown, dom);
      if (shown.sight !== 'unseen') this.#addSeen(node, shown, place);
    }
  }

  #addSeen(node: Element, shown: Shown, place: Place): void {
    const dom = this.#dom;
    const { tag, names, style, sight } = shown;
    if (tag === 'math') return void place.into.appendChild(formulaOf(node, dom, this.#copy));
    const isDrawing = (tag === 'span' || tag === 'div') && names.includes('class');
    if (isDrawing && isDrawnFormula(node, dom)) return;
    if (isFrame(tag)) return this.#addFrame(node, place);
    const isPlace = tag === 'slot';
    const element = this.#shownAs(node, shown);
    if (place.base !== null) makeAbsolute(element, place.base);
    if (isBlockInStyle(shown)) element.setAttribute(blockMark, '');
    if (sight === 'folded' || (place.isFolded && tag !== 'summary')) {
      element.setAttribute(collapsedMark, '');
    }
    const label = names.includes('role') ? labelOf(node, dom) : null;
    if (label !== null) element.setAttribute(labelMark, label);
    const inside = this.#placeIn(element, place);
    inside.style = style;
    if (tag === 'span') inside.into = this.#struckIn(inside);
    inside.isFolded = tag === 'details' && !names.includes('open');
    if (isPlace) this.#enterSlot(node, inside);
    else if (canHost(tag)) this.#enter(node, inside);
    else this.#lineUp(node, inside);
  }

  /** Where the style alone strikes words out, as it does an old price, the copy says so by an element. */
  #struckIn({ into, style }: Place): Element {
    const isPlain = style === null || !isStruck(style);
    return isPlain ? into : into.appendChild(this.#copy.createElement('s'));
  }

  #shownAs(node: Element, { tag, names }: Shown): Element {
    if (tag === 'slot') return this.#copy.createElement('span');
    const isHeading = tag === 'button' && names.includes('aria-expanded') && heads(node, this.#dom);
    return isHeading ? this.#copy.createElement('h3') : copyElement(node, names, this.#copy);
  }

  /** Puts the copy into its place and gives the place for what is in it, where nothing is known of that yet. */
  #placeIn(element: Element, { into, depth, frames, view, base }: Place): Place {
    into.appendChild(element);
    const isDeep = depth >= deepest;
    return {
      into: isDeep ? into : element,
      depth: isDeep ? depth : depth + 1,
      frames,
      view,
      base,
      style: null,
      isBlank: null,
      isFolded: false,
    };
  }

  #copyOf(element: Element): Element {
    return copyElement(element, this.#dom.attributeNames(element), this.#copy);
  }

  /** What the page puts into a slot is shown there, and nowhere else; without it, the slot's own children are. */
  #enterSlot(slot: Element, place: Place): void {
    const assigned = isSlot(slot) ? slot.assignedNodes().toReversed() : [];
    if (assigned.length === 0) this.#lineUp(slot, place);
    this.#nodesLeft -= assigned.length;
    for (const node of assigned) {
      this.#nodes.push(node);
      this.#places.push(place);
    }
  }

  /** A frame of the same site is part of the page; of another only its address is kept, to be named. */
  #addFrame(frame: Element, place: Place): void {
    const dom = this.#dom;
    const inside = documentIn(frame);
    // One that is still empty is as good as closed: nothing of it is read.
    const document = inside !== null && dom.body(inside)?.hasChildNodes() === true ? inside : null;
    const element = document === null ? this.#copyOf(frame) : this.#copy.createElement('div');
    makeAbsolute(element, place.base ?? dom.baseUri(frame));
    const into = this.#placeIn(element, place);
    const body = document === null ? null : dom.body(document);
    if (document === null || body === null || place.frames >= deepestFrame) return;
    for (const name of ['id', 'class', 'title']) {
      element.setAttribute(name, dom.attribute(frame, name) ?? '');
    }
    const view = dom.view(document);
    const style = view?.getComputedStyle(body) ?? null;
    const base = dom.baseUri(document);
    const { isFolded } = place;
    this.#addTree(document);
    this.#enter(body, { ...into, frames: place.frames + 1, view, style, base, isFolded });
  }

  #addScript(node: Element, { into }: Place): void {
    const isData = this.#dom.attribute(node, 'type') === 'application/ld+json';
    const kept = isData
      ? this.#copy.importNode(node, true)
      : formulaInScript(node, this.#dom, this.#copy);
    if (kept !== null) into.appendChild(kept);
  }
}

/** Says whether the page's style makes a block of an element that is none by nature, nor the source of a formula. */
function isBlockInStyle({ tag, style, display, sight }: Shown): boolean {
  return style !== null && sight !== 'source' && !blockTags.has(tag) && isBlockDisplay(display);
}

/** Says whether each line of the text is shown as one. In a `pre` that needs no mark. */
function showsLines(text: string, { style, into }: Place): boolean {
  if (style === null || !text.trim().includes('\n')) return false;
  return style.whiteSpace.startsWith('pre') && into.closest('pre') === null;
}
