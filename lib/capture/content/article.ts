/** Asks Readability for the article of a page, and for what it finds out about it on its way. */
import { Readability } from '@mozilla/readability';
import { bodyOf } from '../element-kinds.ts';
import { linesOf } from '../snapshot/code-blocks.ts';
import { copyOf } from '../snapshot/page-snapshot.ts';
import { removeOverlays } from './page-furniture.ts';

export type Article = {
  content: Element;
  title: string | null;
  author: string | null;
  excerpt: string | null;
};

/**
 * Readability works in one stretch, which the page has to wait for, and tries again and again where it finds little.
 * With more elements than these it would be a long one; the blocks are then judged without it.
 */
const mostElements = 8_000;

/**
 * Gives the article of a copied page, which is not changed; null where there is none, or too much to look through. Where
 * the page has no notices, as `hasNotices` says, none are looked for.
 */
export function articleOf(snapshot: Document, hasNotices = true): Article | null {
  const body = bodyOf(snapshot);
  if (body === null || body.getElementsByTagName('*').length > mostElements) return null;
  try {
    const article = new SnapshotReader(snapshot, hasNotices).parse();
    const content = article?.content;
    if (article == null || content == null || !isElement(content)) return null;
    const [opening] = Array.from(content.getElementsByTagName('p'));
    const isOpening = opening?.textContent.trim() === article.excerpt;
    return {
      content,
      title: article.title ?? null,
      author: article.byline ?? null,
      // Readability leaves no gap where a line of the paragraph ends.
      excerpt: (isOpening && opening !== undefined ? linesOf(opening) : article.excerpt) ?? null,
    };
  } catch {
    // A page can be such that the extractor stumbles over it; its blocks can still be judged.
    return null;
  }
}

/**
 * Readability as a snapshot needs it: the same words in less time. Some of its own steps are asked of every element, and
 * are taken here in an order that seldom gathers a text; those that change no words are left out.
 */
class SnapshotReader extends Readability<Node> {
  declare readonly _unwrapNoscriptImages: (document: Document) => void;
  declare readonly _removeScripts: (document: Document) => void;
  declare readonly _prepDocument: () => void;
  readonly REGEXPS = patternsWithMemory();

  constructor(snapshot: Document, hasNotices: boolean) {
    const takeCopy = () => (hasNotices ? copyWithoutOverlays(snapshot) : copyOf(snapshot));
    const copy = takeCopy();
    super(copy, { keepClasses: true, serializer: (node) => node });
    const body = bodyOf(copy);
    if (body === null) return;
    // It begins anew where it found little, from the markup of the page that it has kept. To copy the page again takes
    // less than to write and parse it, and is seldom needed. Nobody else touches this body.
    Object.defineProperty(body, 'innerHTML', {
      get: () => '',
      set: () => {
        body.replaceChildren(...(bodyOf(takeCopy())?.childNodes ?? []));
        // oxlint-disable no-underscore-dangle -- Readability's own names
        this._unwrapNoscriptImages(copy);
        this._removeScripts(copy);
        this._prepDocument();
        // oxlint-enable no-underscore-dangle
      },
    });
  }

  /** All of a snapshot is in sight; to ask for the style of each element would take a tenth of the time. */
  _isProbablyVisible(): boolean {
    return true;
  }

  _isValidByline(element: Element, names: string): boolean {
    const isNamed =
      element.getAttribute('rel') === 'author' ||
      element.getAttribute('itemprop')?.includes('author') === true ||
      this.REGEXPS['byline']?.test(names) === true;
    if (!isNamed) return false;
    const { length } = element.textContent.trim();
    return length > 0 && length < 100;
  }

  _isElementWithoutContent(element: Element): boolean {
    if (holdsWords(element)) return false;
    const { childElementCount: parts } = element;
    const breaks = (tag: string) => element.getElementsByTagName(tag).length;
    return parts === 0 || parts === breaks('br') + breaks('hr');
  }

  _cleanStyles(): void {
    // Says nothing of the words.
  }

  _postProcessContent(): void {
    // Makes addresses absolute and joins boxes, which nobody looks at here.
  }
}

function copyWithoutOverlays(snapshot: Document): Document {
  const copy = copyOf(snapshot);
  const body = bodyOf(copy);
  if (body !== null) removeOverlays(body);
  return copy;
}

/** The first words of most elements are found after a few steps, while all of their text takes long to gather. */
function holdsWords(node: Node): boolean {
  if (node.nodeType === node.TEXT_NODE) return /\S/.test(node.nodeValue ?? '');
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (holdsWords(child)) return true;
  }
  return false;
}

type Pattern = Pick<RegExp, 'test'>;

/** What is asked of the names of elements, which repeat: what a pattern says of each is remembered. */
const ofNames = ['unlikelyCandidates', 'okMaybeItsACandidate', 'positive', 'negative', 'byline'];

function patternsWithMemory(): Record<string, Pattern> {
  const patterns: Record<string, Pattern> = { ...Reflect.get(Readability.prototype, 'REGEXPS') };
  for (const name of ofNames) {
    const pattern = patterns[name];
    if (pattern !== undefined) patterns[name] = withMemory(pattern);
  }
  return patterns;
}

function withMemory(pattern: Pattern): Pattern {
  const known = new Map<string, boolean>();
  return {
    test: (names) => {
      const is = known.get(names) ?? pattern.test(names);
      known.set(names, is);
      return is;
    },
  };
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
