/** Asks Readability for the article of a page, and for what it finds out about it on its way. */
import { Readability } from '@mozilla/readability';
import { bodyOf } from '../element-kinds.ts';
import { copyOf } from '../snapshot/page-snapshot.ts';
import { removeOverlays } from './page-furniture.ts';

export type Article = {
  content: Element;
  title: string | null;
  author: string | null;
  site: string | null;
  published: string | null;
  language: string | null;
  excerpt: string | null;
};

/**
 * Readability works in one stretch, which the page has to wait for, and tries again and again where it finds little.
 * With more elements than these it would be a long one; the blocks are then judged without it.
 */
const mostElements = 8_000;

/** Gives the article of a copied page, which is not changed; null where there is none, or too much to look through. */
export function articleOf(snapshot: Document): Article | null {
  const body = bodyOf(snapshot);
  if (body === null || body.getElementsByTagName('*').length > mostElements) return null;
  try {
    const copy = copyOf(snapshot);
    const copiedBody = bodyOf(copy);
    if (copiedBody !== null) removeOverlays(copiedBody);
    const reader = new SnapshotReader(copy, { keepClasses: true, serializer: (node) => node });
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
    // A page can be such that the extractor stumbles over it; its blocks can still be judged.
    return null;
  }
}

/** All of a snapshot is in sight; to ask for the style of each element would take a tenth of the time. */
class SnapshotReader extends Readability<Node> {
  _isProbablyVisible(): boolean {
    return true;
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
