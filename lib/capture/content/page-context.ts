import { alphanumericRuns } from '../words.ts';
import { semanticTags, type Block, type CutPage, type Section } from './page-blocks.ts';

/** Totals of blocks with the same shape: the same tags and classes up to three levels up. */
export type Shape = {
  blocks: number;
  words: number;
  linkWords: number;
  articleWords: number;
  long: number;
};

export type PageContext = {
  blocks: readonly Block[];
  hasNotices: boolean;
  /** For each block, its share in the extracted article; null if there is none. */
  shares: Float64Array | null;
  body: Section;
  title: ReadonlySet<string>;
  structured: StructuredText;
  shapes: readonly Shape[];
  largestShape: Shape | null;
  /** Index of the first `h1`, or -1. */
  mainHeading: number;
  /** Running totals up to each block, excluding it: words, linked words, words in the article, prose blocks. */
  before: {
    words: Float64Array;
    linkWords: Float64Array;
    articleWords: Float64Array;
    long: Float64Array;
  };
  /** Distance in blocks to the nearest one in the article, at most 99. */
  toArticle: Uint8Array;
};

/** Whether a block is a paragraph of prose rather than a label or list of links. */
export function isProse({ words, linkWords }: Block): boolean {
  return words >= 20 && linkWords < words / 3;
}

export function isHeading({ section }: Block): boolean {
  return /^h[1-6]$/.test(section.element.localName);
}

/** Computes the context and fills in the totals of the sections. `title` is the document's. */
export function pageContextOf({ blocks, body, hasNotices }: CutPage, title: string): PageContext {
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
    before.long[at + 1] = (before.long[at] ?? 0) + (isProse(block) ? 1 : 0);
    addToSections(block);
    shapeOfBlock.push(shapes.add(block));
  }
  return {
    blocks,
    hasNotices,
    shares: null,
    body,
    title: wordSet(title),
    structured: structuredTextOf(body.element.ownerDocument),
    shapes: shapeOfBlock,
    largestShape: shapes.largest(),
    mainHeading: blocks.findIndex(({ section }) => (section.tags & mainHeadingBit) !== 0),
    before,
    toArticle: new Uint8Array(blocks.length).fill(maxDistance),
  };
}

/** Adds the extracted article; `shares` has the share of each block in it, from 0 to 1. Call it at most once. */
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

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(alphanumericRuns(text.toLowerCase()));
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
  const keys = new Map<Section, string>();
  const keyOf = (section: Section): string => {
    const known = keys.get(section);
    if (known !== undefined) return known;
    // Numbers in class names are indexes and widths.
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

/** Text from the page's structured data, in lower case with whitespace collapsed. */
type StructuredText = {
  /** Full text: `articleBody`, `text`, `reviewBody`. */
  body: string;
  /** Descriptions, headlines and names. Used only in training, like the next field. */
  summary: () => string;
  description: () => string;
  types: ReadonlySet<string>;
};

/** Longer data is a catalogue, not the text of a page. */
const maxDataLength = 400_000;
const maxTextLength = 60_000;

function structuredTextOf(document: Document): StructuredText {
  const found = { body: '', summary: '', types: new Set<string>() };
  for (const script of Array.from(
    document.querySelectorAll('script[type="application/ld+json"]'),
  )) {
    const source = script.textContent;
    if (source.length > maxDataLength) continue;
    try {
      collectTexts(JSON.parse(source), found);
    } catch {
      // Hand-written JSON-LD often has broken quotes.
    }
  }
  const meta = document.querySelector(
    'meta[name=description i], meta[property="og:description" i]',
  );
  return {
    body: normalized(found.body),
    types: found.types,
    summary: lazily(() => normalized(found.summary)),
    description: lazily(() => normalized(meta?.getAttribute('content') ?? '')),
  };
}

/** Whether a text contains the start of a block. Very short starts would match by chance. */
export function isInStructuredText(start: string, text: string): boolean {
  return text !== '' && start.length >= 12 && text.includes(start);
}

export function structuredStartOf(text: string): string {
  return normalized(text.slice(0, 60)).slice(0, 40).trimEnd();
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

type Found = { body: string; summary: string; types: Set<string> };

function collectTexts(value: unknown, found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collectField(key, item, found);
  }
}

function collectField(key: string, item: unknown, found: Found): void {
  if (key === '@type') {
    for (const type of [item].flat()) if (typeof type === 'string') found.types.add(type);
  } else if (typeof item !== 'string') collectTexts(item, found);
  else if (/^(?:articleBody|text|reviewBody)$/.test(key)) {
    if (found.body.length < maxTextLength) found.body += ` ${item}`;
  } else if (/^(?:description|headline|abstract|name|alternativeHeadline)$/.test(key)) {
    if (found.summary.length < maxTextLength) found.summary += ` ${item}`;
  }
}

function normalized(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:#39|apos|rsquo);|[‘’]/g, "'")
    .replace(/&quot;|[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
