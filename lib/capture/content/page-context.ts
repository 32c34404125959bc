import { memoized } from '../memoized.ts';
import { semanticTags, type Block, type CutPage, type Section } from './page-blocks.ts';

/** Totals over the blocks whose three innermost sections have the same tags and classes. */
export type Shape = {
  blocks: number;
  words: number;
  articleWords: number;
  long: number;
};

export type PageContext = {
  blocks: readonly Block[];
  hasNotices: boolean;
  /** Each block's share in the article; null without an article. */
  shares: Float64Array | null;
  body: Section;
  structured: StructuredData;
  shapes: readonly Shape[];
  largestShape: Shape | null;
  /** Index of the first `h1`, or -1. */
  mainHeading: number;
  /** Running totals before each block: words, linked words, words in the article, prose blocks. */
  before: Record<'words' | 'linkWords' | 'articleWords' | 'long', Float64Array>;
  /** Distance in blocks to the nearest block in the article, at most 99. */
  toArticle: Uint8Array;
};

export function isProse({ words, linkWords }: Block): boolean {
  return words >= 20 && linkWords < words / 3;
}

export function isHeading({ section }: Block): boolean {
  return /^h[1-6]$/.test(section.element.localName);
}

/** Computes what the features need, and fills in the totals of the sections. */
export function pageContextOf({ blocks, body, hasNotices }: CutPage): PageContext {
  const totals = () => new Float64Array(blocks.length + 1);
  const before = { words: totals(), linkWords: totals(), articleWords: totals(), long: totals() };
  const shapes = createShapes();
  const shapeOfBlock: Shape[] = [];
  for (const [at, block] of blocks.entries()) {
    before.words[at + 1] = (before.words[at] ?? 0) + block.words;
    before.linkWords[at + 1] = (before.linkWords[at] ?? 0) + block.linkWords;
    before.long[at + 1] = (before.long[at] ?? 0) + (isProse(block) ? 1 : 0);
    addToSections(block);
    shapeOfBlock.push(shapes.add(block));
  }
  return {
    blocks,
    hasNotices,
    shares: null,
    body,
    structured: structuredData(body.element.ownerDocument, fullText),
    shapes: shapeOfBlock,
    largestShape: shapes.largest(),
    mainHeading: blocks.findIndex(({ section }) => (section.tags & mainHeadingBit) !== 0),
    before,
    toArticle: new Uint8Array(blocks.length).fill(maxDistance),
  };
}

/** Adds the article's totals. `shares`: how much of each block is in the article, from 0 to 1. Call it at most once. */
export function addArticle(page: PageContext, shares: Float64Array): void {
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

const mainHeadingBit = 1 << semanticTags.indexOf('h1');
const maxDistance = 99;

function addToSections(block: Block): void {
  for (let up: Section | null = block.section; up !== null; up = up.parent) {
    up.words += block.words;
    up.linkWords += block.linkWords;
    up.blocks += 1;
  }
}

function createShapes() {
  const shapes = new Map<string, Shape>();
  const keyOf = memoized(({ element }: Section) => {
    // Numbers in class names are indexes and widths.
    const names = (element.getAttribute('class') ?? '').slice(0, 5_000).replace(/\d+/g, '');
    return `${element.localName}.${names}`;
  });
  return {
    add(block: Block): Shape {
      let key = '';
      let up: Section | null = block.section;
      for (let level = 0; level < 3 && up !== null; level++, up = up.parent) key += `${keyOf(up)}>`;
      const shape = shapes.get(key) ?? { blocks: 0, words: 0, articleWords: 0, long: 0 };
      shapes.set(key, shape);
      shape.blocks += 1;
      shape.words += block.words;
      if (isProse(block)) shape.long += 1;
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
  let last = -maxDistance;
  for (let at = 0; at < count; at++) {
    if ((shares[at] ?? 0) > 0.5) last = at;
    distance[at] = Math.min(maxDistance, at - last);
  }
  last = count + maxDistance;
  for (let at = count - 1; at >= 0; at--) {
    if ((shares[at] ?? 0) > 0.5) last = at;
    distance[at] = Math.min(distance[at] ?? maxDistance, last - at);
  }
  return distance;
}

/** Longer data is a catalog, not the text of a page. */
const maxDataLength = 400_000;
const maxTextLength = 60_000;
const fullText = /^(?:articleBody|text|reviewBody)$/;

type StructuredData = {
  text: string;
  types: Set<string>;
};

/** Collects types and texts from JSON-LD. Skips scripts that can't be parsed. */
export function structuredData(document: Document, fields: RegExp): StructuredData {
  const found = { text: '', types: new Set<string>() };
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    if (textContent.length > maxDataLength) continue;
    try {
      collectTexts(JSON.parse(textContent), fields, found);
    } catch {
      // Hand-written JSON-LD often has broken quotes.
    }
  }
  return { ...found, text: normalizeData(found.text) };
}

function collectTexts(value: unknown, fields: RegExp, found: StructuredData): void {
  if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, fields, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '@type') {
        for (const type of [item].flat()) if (typeof type === 'string') found.types.add(type);
      } else if (typeof item !== 'string') collectTexts(item, fields, found);
      else if (fields.test(key) && found.text.length < maxTextLength) found.text += ` ${item}`;
    }
  }
}

export function normalizeData(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:#39|apos|rsquo);|[‘’]/g, "'")
    .replace(/&quot;|[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
