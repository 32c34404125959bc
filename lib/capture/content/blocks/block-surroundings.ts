/** Adds up what the features of a block need to know of the page around it. */
import { runsOf } from '../../letters.ts';
import { tellingTags, type Block, type CutPage, type Section } from './page-blocks.ts';
import { statedTextOf, type StatedText } from './stated-text.ts';

/** Blocks of one build: the same tags and classes up to three sections up. */
export type Shape = {
  blocks: number;
  words: number;
  linkWords: number;
  articleWords: number;
  long: number;
};

/** What is known of a page before its blocks are described. */
export type Page = {
  blocks: readonly Block[];
  hasNotices: boolean;
  /** For each block the share of it that the extractor took; null where it was not asked or found nothing. */
  shares: Float64Array | null;
  body: Section;
  title: ReadonlySet<string>;
  stated: StatedText;
  shapes: readonly Shape[];
  largestShape: Shape | null;
  /** Where the first heading of the first rank stands; -1 where there is none. */
  mainHeading: number;
  /** Up to each block, it excluded: its words, linked words, words of the article, long blocks. */
  before: {
    words: Float64Array;
    linkWords: Float64Array;
    articleWords: Float64Array;
    long: Float64Array;
  };
  /** Blocks to the nearest one that the extractor took, at most 99. */
  toArticle: Uint8Array;
};

/** A paragraph of prose rather than a label or a list of links. */
export function isLong({ words, linkWords }: Block): boolean {
  return words >= 20 && linkWords < words / 3;
}

export function isHeading({ section }: Block): boolean {
  return /^h[1-6]$/.test(section.element.localName);
}

/** Looks at all blocks once, and fills in the totals of their sections. `title` is that of the document. */
export function surroundingsOf({ blocks, body, hasNotices }: CutPage, title: string): Page {
  const before = {
    words: new Float64Array(blocks.length + 1),
    linkWords: new Float64Array(blocks.length + 1),
    articleWords: new Float64Array(blocks.length + 1),
    long: new Float64Array(blocks.length + 1),
  };
  const shapes = createShapes();
  const shapeOfBlock: Shape[] = [];
  for (const [at, block] of blocks.entries()) {
    before.words[at + 1] = (before.words[at] ?? 0) + block.words;
    before.linkWords[at + 1] = (before.linkWords[at] ?? 0) + block.linkWords;
    before.long[at + 1] = (before.long[at] ?? 0) + (isLong(block) ? 1 : 0);
    addUp(block);
    shapeOfBlock.push(shapes.add(block));
  }
  return {
    blocks,
    hasNotices,
    shares: null,
    body,
    title: wordSet(title),
    stated: statedTextOf(body.element.ownerDocument),
    shapes: shapeOfBlock,
    largestShape: shapes.largest(),
    mainHeading: blocks.findIndex(({ section }) => (section.tags & mainHeadingBit) !== 0),
    before,
    toArticle: new Uint8Array(blocks.length).fill(farthest),
  };
}

/** Fills in what an extractor took: `shares` has for each block the share of it, from 0 to 1. To be called once. */
export function addArticle(page: Page, shares: Float64Array): void {
  const { blocks, before, shapes } = page;
  for (const [at, block] of blocks.entries()) {
    const words = (shares[at] ?? 0) * block.words;
    before.articleWords[at + 1] = (before.articleWords[at] ?? 0) + words;
    const shape = shapes[at];
    if (words === 0) continue;
    if (shape !== undefined) shape.articleWords += words;
    for (let up: Section | null = block.section; up !== null; up = up.parent)
      up.articleWords += words;
  }
  page.shares = shares;
  page.toArticle = distances(shares);
}

/** The words of a text in lower case. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(runsOf(text.toLowerCase()));
}

const mainHeadingBit = 1 << tellingTags.indexOf('h1');

/** What stands for every distance beyond it. */
const farthest = 99;

function addUp(block: Block): void {
  for (let up: Section | null = block.section; up !== null; up = up.parent) {
    up.words += block.words;
    up.linkWords += block.linkWords;
    up.blocks += 1;
  }
}

function createShapes() {
  const shapes = new Map<string, Shape>();
  const keys = new Map<Section, string>();
  const keyOf = (section: Section): string => {
    const known = keys.get(section);
    if (known !== undefined) return known;
    // Numbers in class names count items and widths.
    const names = (section.element.getAttribute('class') ?? '').replace(/\d+/g, '');
    const key = `${section.element.localName}.${names}`;
    keys.set(section, key);
    return key;
  };
  return {
    add(block: Block): Shape {
      let key = '';
      let up: Section | null = block.section;
      for (let level = 0; level < 3 && up !== null; level++, up = up.parent) key += `${keyOf(up)}>`;
      const shape = shapes.get(key) ?? {
        blocks: 0,
        words: 0,
        linkWords: 0,
        articleWords: 0,
        long: 0,
      };
      shapes.set(key, shape);
      shape.blocks += 1;
      shape.words += block.words;
      shape.linkWords += block.linkWords;
      if (isLong(block)) shape.long += 1;
      return shape;
    },
    largest(): Shape | null {
      let largest: Shape | null = null;
      for (const shape of shapes.values()) {
        if (shape.blocks > 2 && shape.words > (largest?.words ?? 0)) largest = shape;
      }
      return largest;
    },
  };
}

function distances(shares: Float64Array): Uint8Array {
  const count = shares.length;
  const distance = new Uint8Array(count);
  let last = -farthest;
  for (let at = 0; at < count; at++) {
    if ((shares[at] ?? 0) > 0.5) last = at;
    distance[at] = Math.min(farthest, at - last);
  }
  last = count + farthest;
  for (let at = count - 1; at >= 0; at--) {
    if ((shares[at] ?? 0) > 0.5) last = at;
    distance[at] = Math.min(distance[at] ?? farthest, last - at);
  }
  return distance;
}
