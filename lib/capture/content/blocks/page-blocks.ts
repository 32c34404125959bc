/** Cuts a copied page into its blocks: the runs of text that stand together, each in its section. */
import type { Pace } from '../../pace.ts';
import { blockTags } from '../../element-kinds.ts';
import { createMarkReader, type Marks } from './element-marks.ts';
import { nameGroups } from './section-names.ts';
import { measureText, wordsIn, type TextMeasure } from './text-measure.ts';

/** Tags that say what is in them, a bit each. */
export const tellingTags: readonly string[] = (
  'article main nav aside footer header form figure table ul ol dl blockquote details section button label ' +
  'select h1 a pre address'
).split(' ');

/** Tags within a line that say something of it, a bit each. */
export const lineTags: readonly string[] = 'time button code br img label input sup em'.split(' ');

/** A block element of the page, with the sections around it. */
export type Section = {
  element: Element;
  parent: Section | null;
  depth: number;
  /** Bits of `tellingTags`, those around it included. */
  tags: number;
  /** For each of `nameGroups` the depth, from 1, of the innermost section named so; 0 where there is none. */
  named: Uint16Array;
  isCollapsed: boolean;
  /** It says itself that it is there to get about. */
  isMenu: boolean;
  /** The notice about cookies or the dialog that it is or is in, which lie over the page. */
  notice: Section | null;
  /** Its place among the sections directly in its parent, and how many there are in itself. */
  index: number;
  sections: number;
  images: number;
  /** Of the blocks in it; filled in by `addUp`. */
  words: number;
  linkWords: number;
  blocks: number;
  articleWords: number;
};

export type Block = TextMeasure & {
  section: Section;
  texts: Text[];
  /** With runs of white space as one space. */
  text: string;
  linkWords: number;
  boldWords: number;
  /** Bits of `lineTags`. */
  lineTags: number;
  /** Bits of `nameGroups` of the elements within its lines. */
  lineNames: number;
  /** Where its first link leads. */
  link: LinkKind;
};

/** 0 no link, 1 within the page, 2 within the site, 3 elsewhere, 4 to a person, 5 to a script. */
export type LinkKind = 0 | 1 | 2 | 3 | 4 | 5;

export type CutPage = {
  /** In reading order. */
  blocks: readonly Block[];
  /** The section that is the whole page. */
  body: Section;
  /** Something in it may be a notice about cookies or a dialog. */
  hasNotices: boolean;
};

/** Cuts the body of a copied page. */
export async function cutPage(body: Element, pace: Pace): Promise<CutPage> {
  const cutter = createCutter(body);
  let node: Node | null = body.firstChild;
  let steps = 0;
  while (node !== null) {
    if (++steps % 512 === 0) await pace();
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
    if (at % 512 === 511) await pace();
    block.text = block.text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
    const { words, digits, capitals, commas, sentences } = measureText(block.text);
    block.words = words;
    block.digits = digits;
    block.capitals = capitals;
    block.commas = commas;
    block.sentences = sentences;
  }
  return { blocks: cutter.blocks, body: cutter.root, hasNotices: cutter.hasNotices() };
}

/** What is around the node that is read. */
type Line = { link: LinkKind; isBold: boolean; names: number; tags: number };

const outside: Line = { link: 0, isBold: false, names: 0, tags: 0 };

function createCutter(body: Element) {
  const marksOf = createMarkReader();
  const host = URL.parse(body.ownerDocument.URL)?.host ?? '';
  const blocks: Block[] = [];
  const root = sectionOf(body, null, marksOf(body));
  let section = root;
  let line = outside;
  /** What was around each element that is open. */
  const around: { line: Line; section: Section }[] = [];
  let block: Block | null = null;
  let hasNotices = false;

  function enter(node: Node): boolean {
    if (isText(node)) {
      read(node);
      return false;
    }
    if (!isElement(node) || node.localName === 'script') return false;
    const marks = marksOf(node);
    hasNotices ||= marks.isDialog || isNamedConsent(marks);
    around.push({ line, section });
    if (marks.isBlock || blockTags.has(node.localName)) {
      section = sectionOf(node, section, marks);
      // What is in the link around a section is in a link, too; the rest of a line ends at a section.
      line = line.link === 0 ? outside : { ...outside, link: line.link };
      return true;
    }
    line = lineIn(node, marks.names);
    return true;
  }

  function leave(): void {
    const outer = around.pop();
    line = outer?.line ?? outside;
    section = outer?.section ?? root;
  }

  function lineIn(element: Element, names: number): Line {
    const { localName } = element;
    const tag = lineTags.indexOf(localName);
    if (localName === 'img')
      for (let up: Section | null = section, at = 0; up !== null && at < 3; up = up.parent, at++)
        up.images++;
    if (tag >= 0 && block?.section === section) block.lineTags |= 1 << tag;
    return {
      link: localName === 'a' ? linkKindOf(element.getAttribute('href'), host) : line.link,
      isBold: line.isBold || localName === 'b' || localName === 'strong',
      names: line.names | names,
      tags: tag < 0 ? line.tags : line.tags | (1 << tag),
    };
  }

  function read(text: Text): void {
    const { data } = text;
    if (!/\S/.test(data)) {
      if (block !== null) block.text += ' ';
      return;
    }
    if (block === null || block.section !== section) {
      block = emptyBlock(section);
      blocks.push(block);
    }
    block.texts.push(text);
    block.text += data;
    block.lineTags |= line.tags;
    block.lineNames |= line.names;
    const words = line.link !== 0 || line.isBold ? wordsIn(data) : 0;
    if (line.link !== 0) block.linkWords += words;
    if (block.link === 0) block.link = line.link;
    if (line.isBold) block.boldWords += words;
  }

  return { blocks, root, enter, leave, hasNotices: () => hasNotices };
}

function sectionOf(element: Element, parent: Section | null, marks: Marks): Section {
  const depth = parent === null ? 0 : parent.depth + 1;
  const tag = tellingTags.indexOf(element.localName);
  if (parent !== null) parent.sections++;
  const section: Section = {
    element,
    parent,
    depth,
    tags: (parent?.tags ?? 0) | (tag < 0 ? 0 : 1 << tag),
    named: namedIn(parent, marks.names, depth),
    isCollapsed: parent?.isCollapsed === true || marks.isCollapsed,
    isMenu: parent?.isMenu === true || marks.isMenu,
    notice: parent?.notice ?? null,
    index: parent === null ? 0 : parent.sections - 1,
    sections: 0,
    images: 0,
    words: 0,
    linkWords: 0,
    blocks: 0,
    articleWords: 0,
  };
  // The names of the body are those of the page.
  if (marks.isDialog || (depth > 0 && isNamedConsent(marks))) section.notice = section;
  return section;
}

/** Shared with the section around it where it has no name of its own. */
function namedIn(parent: Section | null, names: number, depth: number): Uint16Array {
  if (parent !== null && names === 0) return parent.named;
  // The names of the body are those of the page, and say nothing of a part.
  if (parent === null) return new Uint16Array(nameGroups.length);
  const named = parent.named.slice();
  for (let at = 0; at < nameGroups.length; at++) if ((names & (1 << at)) !== 0) named[at] = depth;
  return named;
}

function emptyBlock(section: Section): Block {
  return {
    section,
    texts: [],
    text: '',
    words: 0,
    digits: 0,
    capitals: 0,
    commas: 0,
    sentences: 0,
    linkWords: 0,
    boldWords: 0,
    lineTags: 0,
    lineNames: 0,
    link: 0,
  };
}

function linkKindOf(href: string | null, host: string): LinkKind {
  if (href === null) return 0;
  const address = href.trim();
  if (address.startsWith('#')) return 1;
  if (/^(?:mailto|tel|sms):/i.test(address)) return 4;
  if (/^javascript:/i.test(address)) return 5;
  const other = /^(?:https?:)?\/\/([^/?#]*)/i.exec(address)?.[1];
  return other === undefined || other === host ? 2 : 3;
}

const consentBit = 1 << nameGroups.findIndex(([name]) => name === 'consent');

function isNamedConsent({ names }: Marks): boolean {
  return (names & consentBit) !== 0;
}

function isText(node: Node): node is Text {
  return node.nodeType === node.TEXT_NODE;
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
