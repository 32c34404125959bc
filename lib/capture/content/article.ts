import { Readability } from '@mozilla/readability';
import { bodyOf, isElement, moveContents } from '../elements.ts';
import { textWithLineBreaks } from '../snapshot/code-blocks.ts';
import { cloneDocument } from '../snapshot/page-snapshot.ts';
import { removeOverlays } from './boilerplate.ts';
import { memoized } from '../memoized.ts';

export type Article = { content: Element } & Record<'title' | 'author' | 'excerpt', string | null>;

/** Readability can't yield and retries when it finds little, so larger pages would be blocked for too long. */
const maxElements = 8_000;

/** Extracts the article, after removing notices if `hasNotices`; null if there is none or the page is too large. */
export function articleOf(snapshot: Document, hasNotices = true): Article | null {
  const body = bodyOf(snapshot);
  if (body === null || body.getElementsByTagName('*').length > maxElements) return null;
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
      // Readability joins the lines of a paragraph without a space.
      excerpt:
        (isOpening && opening !== undefined ? textWithLineBreaks(opening) : article.excerpt) ??
        null,
    };
  } catch {
    // Some pages make Readability throw; their blocks can still be classified.
    return null;
  }
}

/** Readability with faster checks and without steps that don't change the text. */
class SnapshotReader extends Readability<Node> {
  declare readonly _unwrapNoscriptImages: (document: Document) => void;
  declare readonly _removeScripts: (document: Document) => void;
  declare readonly _prepDocument: () => void;
  readonly REGEXPS = memoizedPatterns();

  constructor(snapshot: Document, hasNotices: boolean) {
    const takeCopy = () => {
      const taken = cloneDocument(snapshot);
      const takenBody = bodyOf(taken);
      if (hasNotices && takenBody !== null) removeOverlays(takenBody);
      return taken;
    };
    const copy = takeCopy();
    super(copy, { keepClasses: true, serializer: (node) => node });
    const body = bodyOf(copy);
    if (body === null) return;
    // Readability restores saved HTML when it retries. Cloning the snapshot again is cheaper than parsing it.
    Object.defineProperty(body, 'innerHTML', {
      get: () => '',
      set: () => {
        body.replaceChildren();
        const copied = bodyOf(takeCopy());
        if (copied !== null) moveContents(copied, body);
        // oxlint-disable no-underscore-dangle -- Readability's own methods, which are named like this
        this._unwrapNoscriptImages(copy);
        this._removeScripts(copy);
        this._prepDocument();
        // oxlint-enable no-underscore-dangle
      },
    });
  }

  /** Snapshots hold only visible text; reading styles would take a tenth of the time. */
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
    if (hasText(element)) return false;
    const { childElementCount: parts } = element;
    const breaks = (tag: string) => element.getElementsByTagName(tag).length;
    return parts === 0 || parts === breaks('br') + breaks('hr');
  }

  _cleanStyles(): void {
    // Styles don't affect the text.
  }

  _postProcessContent(): void {
    // The original makes URLs absolute and simplifies nesting, which isn't needed here.
  }
}

/** Much cheaper than reading `textContent`. */
function hasText(node: Node): boolean {
  if (node.nodeType === node.TEXT_NODE) return /\S/.test(node.nodeValue ?? '');
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (hasText(child)) return true;
  }
  return false;
}

type Pattern = Pick<RegExp, 'test'>;

/** These patterns test class names and ids, which repeat, so their results are cached. */
const memoizedNames = [
  'unlikelyCandidates',
  'okMaybeItsACandidate',
  'positive',
  'negative',
  'byline',
];

function memoizedPatterns(): Record<string, Pattern> {
  const patterns: Record<string, Pattern> = { ...Reflect.get(Readability.prototype, 'REGEXPS') };
  for (const name of memoizedNames) {
    const pattern = patterns[name];
    if (pattern !== undefined) patterns[name] = { test: memoized((names) => pattern.test(names)) };
  }
  return patterns;
}
