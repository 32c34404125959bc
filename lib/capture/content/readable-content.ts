/** Chooses the part of a page that a person came to read. */
import { Readability } from '@mozilla/readability';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { bodyOf } from '../element-kinds.ts';
import { removeFurniture, removeOverlays } from './page-furniture.ts';
import { copyOf, takeSnapshot } from '../snapshot/page-snapshot.ts';

/** What the extractor found out about the page on its way. */
export type Article = {
  content: Element;
  title: string | null;
  author: string | null;
  site: string | null;
  published: string | null;
  language: string | null;
  excerpt: string | null;
};

export type ReadableContent = {
  /** Null where the extractor found nothing; its content is among the choices only where it is enough of the page. */
  article: Article | null;
  /** Parts of the copied page that could stand for its text, the best first. */
  choices: readonly Element[];
};

/**
 * An article that holds less than this share of what is in sight is one post of a thread, one card of a list, or the
 * wrong part. Found on 570 pages of every kind: anything between 0.15 and 0.3 does as well.
 */
const smallestShare = 0.2;

/** Reads the page once and gives what could stand for its text; the page itself is not changed. */
export function readableContentOf(page: Document): ReadableContent {
  const snapshot = takeSnapshot(page);
  const whole = bodyOf(snapshot);
  if (whole === null) return { article: null, choices: [] };
  removeOverlays(whole);
  normalizeCodeBlocks(whole);
  const article = articleOf(copyOf(snapshot));
  if (article !== null) removeFurniture(article.content);
  // A copy, since an article needs the menus to be told apart and a page may consist of them.
  const pruned = bodyOf(copyOf(snapshot)) ?? whole;
  removeFurniture(pruned);
  const isEnough = article !== null && letters(article.content) >= smallestShare * letters(pruned);
  return { article, choices: isEnough ? [article.content, pruned, whole] : [pruned, whole] };
}

/** Gives the article of a page; null where there is none that the extractor can tell. The copy is used up. */
function articleOf(copy: Document): Article | null {
  try {
    const reader = new Readability<Node>(copy, { keepClasses: true, serializer: (node) => node });
    const article = reader.parse();
    const content = article?.content;
    if (article == null || content == null || !isElement(content)) return null;
    return {
      content,
      title: article.title ?? null,
      author: article.byline ?? null,
      site: article.siteName ?? null,
      published: article.publishedTime ?? null,
      language: article.lang ?? null,
      excerpt: article.excerpt ?? null,
    };
  } catch {
    // A page can be such that the extractor stumbles over it; what is in sight can still be kept.
    return null;
  }
}

function letters(element: Element): number {
  return element.textContent.replace(/\s+/g, '').length;
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
