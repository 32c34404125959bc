/** Chooses the part of a page that a person came to read. */
import { Readability } from '@mozilla/readability';
import { normalizeCodeBlocks } from './code-blocks.ts';
import { bodyOf } from './element-kinds.ts';
import { removeFurniture, removeOverlays } from './page-furniture.ts';
import { takeSnapshot } from './page-snapshot.ts';

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

/** Gives the article of a page; null where there is none, or none that the extractor can tell. */
export function articleOf(page: Document): Article | null {
  const snapshot = preparedSnapshot(page);
  try {
    const reader = new Readability<Node>(snapshot, {
      keepClasses: true,
      serializer: (node) => node,
    });
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
    // A page can be such that the extractor stumbles over it; its visible text can still be kept.
    return null;
  }
}

/** Gives everything a person sees on the page but its menus and notices; with them where nothing else is there. */
export function visibleContentOf(
  page: Document,
  isEnough: (content: Element) => boolean,
): Element | null {
  const pruned = bodyOf(preparedSnapshot(page));
  if (pruned !== null) removeFurniture(pruned);
  if (pruned !== null && isEnough(pruned)) return pruned;
  const whole = bodyOf(preparedSnapshot(page));
  return whole !== null && isEnough(whole) ? whole : null;
}

function preparedSnapshot(page: Document): Document {
  const snapshot = takeSnapshot(page);
  const body = bodyOf(snapshot);
  if (body !== null) {
    removeOverlays(body);
    normalizeCodeBlocks(body);
  }
  return snapshot;
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
