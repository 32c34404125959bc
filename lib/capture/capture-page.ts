/** Reads a page: its text as Markdown, and what it says of itself. */
import type { PageCapture } from '../contracts/capture.ts';
import type { CaptureError } from '../contracts/errors.ts';
import { serviceLimits } from '../contracts/limits.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { gone, noText, pdf, tooLarge, utf8Bytes } from './capture-errors.ts';
import { bodyOf } from './element-kinds.ts';
import { markdownOf } from './markdown/markdown.ts';
import { canonicalLinkOf, metadataOf, titleOf } from './metadata/page-metadata.ts';
import { readableContentOf, type Article } from './content/readable-content.ts';
import { countMarkdownWords, countWords } from './markdown/word-count.ts';

export type PageReading = {
  document: Document;
  /** `location.href` at the moment of reading. */
  url: string;
  /** Milliseconds since the epoch. */
  now: () => number;
};

/** Below this a page holds no more than a notice, such as that it needs JavaScript. */
const fewestWords = 25;

/**
 * Gives the readable text of the page as Markdown, with its metadata; the page itself is not changed.
 * Fails with `page.no-text`, `page.pdf`, `page.too-large` or `page.gone`.
 */
export function capturePage({
  document,
  url,
  now,
}: PageReading): Result<PageCapture, CaptureError> {
  const before = stateOf(document);
  if (!before.isThere) return err(isForeign(document) ? noText : gone);
  if (document.contentType === 'application/pdf') return err(pdf);
  const text = textOf(document);
  const capturedAt = new Date(now()).toISOString();
  const after = stateOf(document);
  if (!after.isThere || after.url !== before.url || (before.hasContent && !after.hasContent)) {
    return err(gone);
  }
  if (text === null) return err(showsPdf(document) ? pdf : noText);
  const bytes = utf8Bytes(text.content);
  if (bytes > serviceLimits.contentBytes) return err(tooLarge('page', bytes));
  const title = titleOf(document, text.article?.title);
  const content = withoutTitle(text.content, title);
  return ok({
    url,
    canonicalLink: canonicalLinkOf(document),
    title,
    content,
    ...metadataOf(document, text.article),
    wordCount: countMarkdownWords(content),
    extractor: text.extractor,
    capturedAt,
  });
}

type PageText = Pick<PageCapture, 'content' | 'extractor'> & { article: Article | null };

/** The article, or everything in sight where there is no article; null where that is hardly a word. */
function textOf(document: Document): PageText | null {
  if (isPlainText(document)) {
    const content = document.documentElement.textContent.trim();
    return countWords(content) === 0 ? null : { content, extractor: 'plain-text', article: null };
  }
  const { article, choices } = readableContentOf(document);
  for (const choice of choices) {
    const content = markdownOf(choice, document.baseURI);
    if (countMarkdownWords(content) < fewestWords) continue;
    const extractor = choice === article?.content ? 'readability' : 'visible-text';
    return { content, extractor, article };
  }
  return null;
}

/** The title is kept beside the text, so the text need not begin with it. */
function withoutTitle(markdown: string, title: string): string {
  const [heading = '', level = ''] = /^(#{1,2}) .*\n+/.exec(markdown) ?? [];
  return heading.slice(level.length).trim() === title ? markdown.slice(heading.length) : markdown;
}

/** A file of text that the browser shows in a page of its own making; its marks, if any, are its author's. */
function isPlainText({ contentType }: Document): boolean {
  return contentType.startsWith('text/') && !/html|xml/.test(contentType);
}

/** A document that is no page, such as a drawing or a feed. */
function isForeign(document: Document): boolean {
  return !/html/.test(document.contentType) || document.querySelector('frameset') !== null;
}

/** A page that consists of a viewer. */
function showsPdf(document: Document): boolean {
  return Array.from(document.querySelectorAll('embed, object')).some((viewer) =>
    /^application\/(?:x-google-chrome-)?pdf$/.test(viewer.getAttribute('type') ?? ''),
  );
}

function stateOf(document: Document) {
  const body = bodyOf(document);
  return {
    isThere: body !== null && body.isConnected,
    hasContent: body?.hasChildNodes() === true,
    url: document.URL,
  };
}
