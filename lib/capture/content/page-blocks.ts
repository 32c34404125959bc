import type { YieldIfDue } from '../cooperative-yield.ts';
import { blockAttribute, blockTags, collapsedAttribute, isElement, isText } from '../elements.ts';
import { nameGroups, createNameReader } from './section-names.ts';
import { wordsIn } from './words-in.ts';
import { dialogs } from './boilerplate.ts';

/** Each tag is one bit of `Section.tags`. */
export const semanticTags: readonly string[] = (
  'article main nav aside footer header form figure table ul ol dl blockquote details section button label ' +
  'select h1 a pre address'
).split(' ');

export const inlineTags: readonly string[] = 'time button code br img label input sup em'.split(
  ' ',
);

export type Section = {
  element: Element;
  parent: Section | null;
  depth: number;
  /** Bits of `semanticTags` for this element and its ancestors. */
  tags: number;
  /** For each of `nameGroups`, the depth of the innermost section with a name in it, from 1; 0 if there is none. */
  named: Uint16Array;
  isCollapsed: boolean;
  isMenu: boolean;
  /** The cookie notice or dialog that contains this section. */
  notice: Section | null;
  /** Index within the parent, and number of direct child sections. */
  index: number;
  sections: number;
  images: number;
  /** Totals over the section's blocks, filled in by `pageContextOf`. */
  words: number;
  linkWords: number;
  blocks: number;
  articleWords: number;
};

export type Block = {
  section: Section;
  texts: Text[];
  text: string;
  words: number;
  linkWords: number;
  inlineTags: number;
  /** Bits of `nameGroups` for the block's inline elements. */
  inlineNames: number;
  hasLink: boolean;
};

export type CutPage = {
  blocks: readonly Block[];
  body: Section;
  hasNotices: boolean;
};

export async function cutPage(body: Element, yieldIfDue: YieldIfDue): Promise<CutPage> {
  const cutter = createCutter(body);
  let node: Node | null = body.firstChild;
  let steps = 0;
  while (node !== null) {
    if (++steps % 512 === 0) await yieldIfDue();
    const isOpen = cutter.enter(node);
    let next: Node | null = isOpen ? node.firstChild : null;
    if (next === null) {
      if (isOpen) cutter.leave();
      next = node.nextSibling;
    }
    while (next === null) {
      node = node.parentNode;
      if (node === null || node === body) break;
      cutter.leave();
      next = node.nextSibling;
    }
    node = next;
  }
  for (const [at, block] of cutter.blocks.entries()) {
    if (at % 512 === 511) await yieldIfDue();
    block.text = block.text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
    block.words = wordsIn(block.text);
  }
  return { blocks: cutter.blocks, body: cutter.root, hasNotices: cutter.hasNotices() };
}

type InlineContext = { isLink: boolean; names: number; tags: number };
const noInlineContext: InlineContext = { isLink: false, names: 0, tags: 0 };

function createCutter(body: Element) {
  const traitsOf = createTraitReader();
  const blocks: Block[] = [];
  const root = sectionOf(body, null, traitsOf(body));
  let section = root;
  let inline = noInlineContext;
  const outerContexts: { inline: InlineContext; section: Section }[] = [];
  let block: Block | null = null;
  let hasNotices = false;

  function enter(node: Node): boolean {
    if (isText(node)) {
      read(node);
      return false;
    }
    if (!isElement(node) || node.localName === 'script') return false;
    const traits = traitsOf(node);
    hasNotices ||= traits.isDialog || isNamedConsent(traits);
    outerContexts.push({ inline, section });
    if (traits.isBlock || blockTags.has(node.localName)) {
      section = sectionOf(node, section, traits);
      // A link around a section also applies inside it; other inline context ends at the section.
      inline = { ...noInlineContext, isLink: inline.isLink };
      return true;
    }
    inline = enterInline(node, traits.names);
    return true;
  }

  function leave(): void {
    const outer = outerContexts.pop();
    inline = outer?.inline ?? noInlineContext;
    section = outer?.section ?? root;
  }

  function enterInline(element: Element, names: number): InlineContext {
    const { localName } = element;
    const tag = inlineTags.indexOf(localName);
    if (localName === 'img')
      for (let up: Section | null = section, at = 0; up !== null && at < 3; up = up.parent, at++)
        up.images++;
    if (tag >= 0 && block?.section === section) block.inlineTags |= 1 << tag;
    return {
      isLink: localName === 'a' ? element.hasAttribute('href') : inline.isLink,
      names: inline.names | names,
      tags: tag < 0 ? inline.tags : inline.tags | (1 << tag),
    };
  }

  function read(text: Text): void {
    const { data } = text;
    if (!/\S/.test(data)) {
      if (block !== null) block.text += ' ';
      return;
    }
    if (block === null || block.section !== section) {
      block = {
        section,
        texts: [],
        text: '',
        words: 0,
        linkWords: 0,
        inlineTags: 0,
        inlineNames: 0,
        hasLink: false,
      };
      blocks.push(block);
    }
    block.texts.push(text);
    block.text += data;
    block.inlineTags |= inline.tags;
    block.inlineNames |= inline.names;
    if (!inline.isLink) return;
    block.linkWords += wordsIn(data);
    block.hasLink = true;
  }
  return { blocks, root, enter, leave, hasNotices: () => hasNotices };
}

function sectionOf(element: Element, parent: Section | null, traits: ElementTraits): Section {
  const depth = parent === null ? 0 : parent.depth + 1;
  const tag = semanticTags.indexOf(element.localName);
  if (parent !== null) parent.sections++;
  const section: Section = {
    element,
    parent,
    depth,
    tags: (parent?.tags ?? 0) | (tag < 0 ? 0 : 1 << tag),
    named: namedIn(parent, traits.names, depth),
    isCollapsed: parent?.isCollapsed === true || traits.isCollapsed,
    isMenu: parent?.isMenu === true || traits.isMenu,
    notice: parent?.notice ?? null,
    index: parent === null ? 0 : parent.sections - 1,
    sections: 0,
    images: 0,
    words: 0,
    linkWords: 0,
    blocks: 0,
    articleWords: 0,
  };
  // Class names of the body describe the page as a whole.
  if (traits.isDialog || (depth > 0 && isNamedConsent(traits))) section.notice = section;
  return section;
}

/** Returns the parent's array unless this section adds names. */
function namedIn(parent: Section | null, names: number, depth: number): Uint16Array {
  if (parent !== null && names === 0) return parent.named;
  if (parent === null) return new Uint16Array(nameGroups.length);
  const named = parent.named.slice();
  for (let at = 0; at < nameGroups.length; at++) if ((names & (1 << at)) !== 0) named[at] = depth;
  return named;
}

const consentBit = 1 << nameGroups.findIndex(([name]) => name === 'consent');

function isNamedConsent({ names }: ElementTraits): boolean {
  return (names & consentBit) !== 0;
}

const namingAttributes = new Set('class id role itemprop data-testid'.split(' '));
const menuRoles = new Set('navigation menu menubar search toolbar'.split(' '));

const noTraits = { names: 0, isBlock: false, isCollapsed: false, isMenu: false, isDialog: false };
type ElementTraits = typeof noTraits;

/**
 * Creates a reader for one page. Loops over the attributes an element has instead of looking each one up: most have one
 * or none.
 */
function createTraitReader(): (element: Element) => ElementTraits {
  const bitsOf = createNameReader();
  return (element) => {
    const { localName } = element;
    if (!element.hasAttributes() && localName !== 'nav' && localName !== 'dialog') return noTraits;
    const traits = { ...noTraits, isMenu: localName === 'nav' };
    let mayBeDialog = localName === 'dialog';
    for (const attribute of element.getAttributeNames()) {
      if (attribute === blockAttribute) traits.isBlock = true;
      else if (attribute === collapsedAttribute) traits.isCollapsed = true;
      else if (attribute === 'aria-modal') mayBeDialog = true;
      else if (namingAttributes.has(attribute)) {
        const value = element.getAttribute(attribute) ?? '';
        traits.names |= bitsOf(value);
        if (attribute !== 'role') continue;
        mayBeDialog = true;
        traits.isMenu ||= menuRoles.has(value.toLowerCase());
      }
    }
    traits.isDialog = mayBeDialog && element.matches(dialogs);
    return traits;
  };
}
