import type { PageCapture, PagePart } from './schema.ts';
import type { CaptureError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import {
  pageGone,
  noText,
  pageIsPdf,
  textInFrame,
  tooLarge,
  tooManyNodes,
  utf8Bytes,
} from './capture-errors.ts';
import type { Article } from './content/article.ts';
import { type ReadableContent, readableContentOf } from './content/readable-content.ts';
import { bodyOf } from './elements.ts';
import { markdownOf } from './markdown/markdown.ts';
import { minWords, nearEmptyRule } from './near-empty.ts';
import { isPartialList, lettersOf } from './partial-lists.ts';
import { countMarkdownWords, countWords } from './words.ts';
import {
  canonicalLinkOf,
  trustedMetadataOf,
  type TrustedMetadata,
} from './metadata/metadata-sources.ts';
import { metadataOf } from './metadata/page-metadata.ts';
import { titleOf } from './metadata/title.ts';
import { errorStatusOf } from './metadata/error-status.ts';
import type { YieldIfDue } from './cooperative-yield.ts';
import { isTruncated, takeSnapshotYielding } from './snapshot/page-snapshot.ts';
import { rawDomOf } from './snapshot/raw-dom.ts';
import { conversationOf } from './conversation/conversation.ts';
import { contentOf } from './conversation/sections.ts';
import { linkedCommentOf } from './conversation/thread.ts';
import { transcriptOf } from './transcript/transcript.ts';

export type PageCaptureOptions = {
  document: Document;
  url: string;
  /** What to capture; the article if omitted. */
  part?: PagePart;
  now: () => number;
  yieldIfDue: YieldIfDue;
  /** Fetches a text file from the page's site, such as captions. Returns null if it isn't available. */
  fetchText?: (url: string) => Promise<string | null>;
  /** Accepts text of any length, because the person is looking at this page and asked to save it. */
  acceptsShortText?: boolean;
  /** HTTP status of the page; 0 or omitted if unknown. */
  status?: number;
};

/** Minimum number of words outside menus and footers; with fewer, the menus and footers are saved too. */
const minOwnWords = 5;

/** Captures a page without changing it. Fails with `page.no-text`, `page.pdf`, `page.too-large` or `page.gone`. */
export async function capturePage(
  options: PageCaptureOptions,
): AsyncResult<PageCapture, CaptureError> {
  const {
    document,
    part = 'article',
    now,
    yieldIfDue,
    fetchText = async () => null,
    acceptsShortText = false,
    status = 0,
  } = options;
  const dom = rawDomOf(document);
  const type = dom.contentType(document);
  if (type === 'application/pdf') return err(pageIsPdf);
  const body = dom.body(document);
  if (body === null) return err(/html/.test(type) ? pageGone : noText);
  if (dom.find(body, xmlViewer) !== null) return err(noText);
  const isViewer = dom.find(body, pdfViewer) !== null;
  const transcript = transcriptOf(document, fetchText);
  const before = dom.address(document);
  const snapshot = await takeSnapshotYielding(document, yieldIfDue);
  // If a single-page app navigated while the copy was being made, the copy shows the new view.
  const url = snapshot.URL === before ? options.url : snapshot.URL;
  const capturedAt = new Date(now()).toISOString();
  // The live page isn't read after this point.
  if (isTruncated(snapshot)) return err(tooManyNodes);
  await yieldIfDue();
  const trusted = trustedMetadataOf(snapshot, snapshot.URL);
  await yieldIfDue();
  const page: SnapshotContext = {
    snapshot,
    part,
    trusted,
    url,
    yieldIfDue,
    acceptsShortText: acceptsShortText && !isViewer,
  };
  const ownText = isPlainText(type) ? plainTextOf(page) : await textOf(page);
  const text = withTranscript(ownText, await transcript, page);
  if (text === null) return err(isViewer ? pageIsPdf : noTextErrorOf(snapshot));
  await yieldIfDue();
  const { article, content, ...found } = text;
  const isPartial = found.isPartial === true || isPartialList(snapshot, content);
  const bytes = utf8Bytes(content);
  if (bytes > serviceLimits.contentBytes) return err(tooLarge('page', bytes));
  const errorStatus = errorStatusOf({ status, ...found });
  return ok({
    url,
    canonicalLink: canonicalLinkOf(snapshot),
    content,
    ...metadataOf(snapshot, article, trusted),
    ...found,
    ...(isPartial ? { isPartial } : {}),
    ...(errorStatus === null ? {} : { errorStatus }),
    capturedAt,
  });
}

type SnapshotContext = {
  snapshot: Document;
  part: PagePart;
  trusted: TrustedMetadata;
  url: string;
  yieldIfDue: YieldIfDue;
  acceptsShortText: boolean;
};

type PageText = Pick<
  PageCapture,
  'title' | 'content' | 'wordCount' | 'kind' | 'kindConfidence' | 'part' | 'extractor' | 'isPartial'
> & { article: Article | null };

function withTranscript(
  text: PageText | null,
  transcript: string | null,
  { snapshot, part, trusted }: SnapshotContext,
): PageText | null {
  if (transcript === null) return text;
  const before = text === null ? '' : `${text.content.trimEnd()}\n\n`;
  const content = `${before}## Transcript\n\n${transcript}\n`;
  const { title, article } = text ?? { title: titleOf(snapshot, null, trusted), article: null };
  const known = { kind: 'video', kindConfidence: 1, part, extractor: 'transcript' } as const;
  return { title, article, content, wordCount: countMarkdownWords(content), ...known };
}

/** Reads a text file, which browsers wrap in a page. Markup in the file is left as written. */
function plainTextOf({ snapshot, trusted }: SnapshotContext): PageText | null {
  const content = bodyOf(snapshot)?.textContent.trim() ?? '';
  const wordCount = countWords(content);
  if (wordCount === 0) return null;
  const title = titleOf(snapshot, null, trusted);
  const known = { kind: 'text', kindConfidence: 1, extractor: 'plain-text' } as const;
  return { title, content, wordCount, article: null, ...known };
}

/** Reads the requested part of a web page. */
async function textOf(page: SnapshotContext): Promise<PageText | null> {
  const { snapshot, part, url, yieldIfDue } = page;
  const conversation = conversationOf(snapshot, url);
  if (conversation !== null && part === 'article') {
    const { kind, sections, isPartial } = conversation;
    const content = await contentOf(sections, { document: snapshot, yieldIfDue });
    const text = await markdownTextOf(content, null, page);
    const known = { kind, kindConfidence: 1, part, extractor: 'conversation' } as const;
    if (text.wordCount >= minWords)
      return { ...text, ...known, ...(isPartial ? { isPartial } : {}), article: null };
  }
  await yieldIfDue();
  const readable = await readableContentOf(snapshot, yieldIfDue);
  if (part === 'article') return withLinkedComment(await articleTextOf(readable, page), page);
  const whole = await readerOf(readable, page).visible('whole');
  const isEnough = page.acceptsShortText ? whole.wordCount > 0 : whole.wordCount >= minWords;
  if (!isEnough) return null;
  if (conversation === null) return whole;
  const { kind, isPartial } = conversation;
  return { ...whole, kind, kindConfidence: 1, ...(isPartial ? { isPartial } : {}) };
}

/** Adds the comment that the URL names, because an article is captured without its comments. */
async function withLinkedComment(
  text: PageText | null,
  { snapshot, url, yieldIfDue }: SnapshotContext,
): Promise<PageText | null> {
  const comment = text === null ? null : linkedCommentOf(snapshot, url);
  if (text === null || comment === null) return text;
  // The addresses of links aren't part of the text.
  const kept = lettersOf(text.content.replace(/\]\([^)\s]*\)/g, ''));
  if (kept.includes(lettersOf(comment.text))) return text;
  const heading = 'Comments';
  const below = await contentOf(comment.sections, { document: snapshot, heading, yieldIfDue });
  const comments = await markdownOf(below, snapshot.baseURI, yieldIfDue);
  const content = `${text.content.trimEnd()}\n\n${comments}`;
  return { ...text, content, wordCount: countMarkdownWords(content) };
}

/** Returns the visible text if the article is nearly empty and the page shows more. */
async function articleTextOf(
  readable: ReadableContent,
  page: SnapshotContext,
): Promise<PageText | null> {
  const read = readerOf(readable, page);
  const found = await read.blocks();
  let visible: PageText | null = null;
  const readVisible = async () => (visible ??= await read.visible('own'));
  if (found !== null) {
    const rule = await nearEmptyRule(found, async () => (await readVisible()).wordCount);
    if (rule === null) return found;
  }
  const own = longerOf(found, await readVisible());
  const isAccepted = page.acceptsShortText;
  if (own.wordCount >= (isAccepted ? minOwnWords : minWords)) return own;
  const withMenus = await read.visible('withMenus');
  // The menus only show that the page has loaded.
  if (own.wordCount >= minOwnWords) return withMenus.wordCount >= minWords ? own : null;
  const longest = longerOf(own, withMenus);
  return longest.wordCount >= (isAccepted ? 1 : minWords) ? longest : null;
}

function longerOf(first: PageText | null, second: PageText): PageText {
  return first === null || second.wordCount > first.wordCount ? second : first;
}

function readerOf(
  { article, kind, kindConfidence, blocks, visibleText }: ReadableContent,
  page: SnapshotContext,
) {
  const { part } = page;
  async function read(content: Element, extractor: PageText['extractor']): Promise<PageText> {
    const text = await markdownTextOf(content, article, page);
    return { ...text, article, part, kind, kindConfidence, extractor };
  }
  return {
    blocks: async () => (blocks === null ? null : read(blocks, 'blocks')),
    visible: (what: keyof typeof visibleText) => read(visibleText[what](), 'visible-text'),
  };
}

async function markdownTextOf(
  part: Element,
  article: Article | null,
  { snapshot, trusted, yieldIfDue }: SnapshotContext,
): Promise<Pick<PageText, 'title' | 'content' | 'wordCount'>> {
  const markdown = await markdownOf(part, snapshot.baseURI, yieldIfDue);
  const title = titleOf(snapshot, article?.title, trusted);
  const content = withoutTitleHeading(markdown, title);
  const wordCount = countMarkdownWords(content);
  return { title, content, wordCount };
}

/** Removes a first heading that repeats the title, which is saved separately. */
function withoutTitleHeading(markdown: string, title: string): string {
  const [heading = '', level = ''] = /^(#{1,2}) .*\n+/.exec(markdown) ?? [];
  return heading.slice(level.length).trim() === title ? markdown.slice(heading.length) : markdown;
}

function isPlainText(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  return contentType.startsWith('text/') && !/html|xml/.test(contentType);
}

/** Mentions the host of the first frame, because the text may be in a cross-origin frame that can't be read here. */
function noTextErrorOf(snapshot: Document): CaptureError {
  for (const frame of snapshot.querySelectorAll('iframe[src], frame[src]')) {
    const { protocol = '', host = '' } = URL.parse(frame.getAttribute('src') ?? '') ?? {};
    if (/^https?:$/.test(protocol)) return textInFrame(host);
  }
  return noText;
}

/** Chromium shows XML files, such as feeds, in a viewer that adds text around the source. */
const xmlViewer = '#webkit-xml-viewer-source-xml';

const pdfTypes = '[type="application/pdf" i], [type="application/x-google-chrome-pdf" i]';
const pdfViewer = `:is(embed, object):is(${pdfTypes})`;
