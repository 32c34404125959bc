/** Reads a page: its text as Markdown, and what it says of itself. */
import type { PageCapture } from '../contracts/capture.ts';
import type { CaptureError } from '../contracts/errors.ts';
import { serviceLimits } from '../contracts/limits.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import {
  gone,
  noText,
  pdf,
  textInFrame,
  tooLarge,
  tooManyParts,
  utf8Bytes,
} from './capture-errors.ts';
import { readableContentOf, type Article } from './content/readable-content.ts';
import { bodyOf } from './element-kinds.ts';
import { markdownOf } from './markdown/markdown.ts';
import { countMarkdownWords, countWords } from './markdown/word-count.ts';
import {
  believedOf,
  canonicalLinkOf,
  metadataOf,
  titleOf,
  type Believed,
} from './metadata/page-metadata.ts';
import { errorStatusOf } from './metadata/error-status.ts';
import type { Pace } from './pace.ts';
import { isCut, takeSnapshotInTurns } from './snapshot/page-snapshot.ts';
import { rawDomOf, type RawDom } from './snapshot/raw-dom.ts';
import { specialContentOf } from './special/special-content.ts';
import { transcriptOf } from './special/transcript.ts';

export type PageReading = {
  document: Document;
  /** `location.href` at the moment of reading. */
  url: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  pace: Pace;
  /**
   * Gives a text of the page's own site, such as the captions of its video; null where it cannot be had. Left out where
   * nothing may be fetched.
   */
  readText?: (url: string) => Promise<string | null>;
  /** The person looks at the page and means it: however few its words are, they are taken. */
  takesFew?: boolean;
  /** The HTTP status that the page was answered with; 0 or left out where nobody knows. */
  status?: number;
};

/** Below this a page that nobody looked at holds no more than a notice, such as that it needs JavaScript. */
const fewestWords = 25;

/** With these a page says something, and its menus and footers are left out even where they hold more. */
const fewestOfItsOwn = 5;

/**
 * Gives the readable text of the page as Markdown, with its metadata; the page itself is not changed. All of it belongs
 * to one moment, which is that of the call unless the page changes while a long copy is made: see `takeSnapshotInTurns`.
 * Fails with `page.no-text`, `page.pdf`, `page.too-large` or `page.gone`.
 */
export async function capturePage(
  reading: PageReading,
): Promise<Result<PageCapture, CaptureError>> {
  const {
    document,
    now,
    pace,
    readText = async () => null,
    takesFew = false,
    status = 0,
  } = reading;
  const dom = rawDomOf(document);
  const type = dom.contentType(document);
  if (type === 'application/pdf') return err(pdf);
  const body = dom.body(document);
  if (body === null) return err(/html/.test(type) ? gone : noText);
  if (dom.find(body, xmlViewer) !== null) return err(noText);
  const isViewer = holdsPdf(body, dom);
  const transcript = transcriptOf(document, readText);
  const before = dom.address(document);
  const snapshot = await takeSnapshotInTurns(document, pace);
  // A page that went on to another view of its own in its turn was copied anew there.
  const url = snapshot.URL === before ? reading.url : snapshot.URL;
  const capturedAt = new Date(now()).toISOString();
  // From here on the page is not looked at.
  if (isCut(snapshot)) return err(tooManyParts);
  await pace();
  const believed = believedOf(snapshot, snapshot.URL);
  await pace();
  const page: CopiedPage = { snapshot, believed, url, pace, takesFew: takesFew && !isViewer };
  const read = isPlainText(type) ? plainTextOf(page) : await textOf(page);
  const text = withTranscript(read, await transcript, page);
  if (text === null) return err(isViewer ? pdf : absenceOf(snapshot));
  await pace();
  const { article, content, ...found } = text;
  const bytes = utf8Bytes(content);
  if (bytes > serviceLimits.contentBytes) return err(tooLarge('page', bytes));
  const errorStatus = errorStatusOf({ status, ...found });
  return ok({
    url,
    canonicalLink: canonicalLinkOf(snapshot),
    content,
    ...metadataOf(snapshot, article, believed),
    ...found,
    ...(errorStatus === null ? {} : { errorStatus }),
    capturedAt,
  });
}

/** The page as it is read on once it was copied. */
type CopiedPage = {
  snapshot: Document;
  believed: Believed;
  url: string;
  pace: Pace;
  takesFew: boolean;
};

type PageText = Pick<
  PageCapture,
  'title' | 'content' | 'wordCount' | 'kind' | 'kindConfidence' | 'extractor' | 'isPartial'
> & { article: Article | null };

/** What is said in the page's video stands behind what is written around it, however little that is. */
function withTranscript(
  text: PageText | null,
  transcript: string | null,
  { snapshot, believed }: CopiedPage,
): PageText | null {
  if (transcript === null) return text;
  const before = text === null ? '' : `${text.content.trimEnd()}\n\n`;
  const content = `${before}## Transcript\n\n${transcript}\n`;
  const { title, article } = text ?? { title: titleOf(snapshot, null, believed), article: null };
  const told = { kind: 'video', kindConfidence: 1, extractor: 'transcript' } as const;
  return { title, article, content, wordCount: countMarkdownWords(content), ...told };
}

/** A file of text that the browser shows in a page of its own making; its marks, if any, are its author's. */
function plainTextOf({ snapshot, believed }: CopiedPage): PageText | null {
  const content = bodyOf(snapshot)?.textContent.trim() ?? '';
  const wordCount = countWords(content);
  if (wordCount === 0) return null;
  const title = titleOf(snapshot, null, believed);
  const known = { kind: 'text', kindConfidence: 1, extractor: 'plain-text' } as const;
  return { title, content, wordCount, article: null, ...known };
}

/** What the build of the page says, else the best part that holds more than a notice; null where none does. */
async function textOf(page: CopiedPage): Promise<PageText | null> {
  const { snapshot, url, pace } = page;
  const special = specialContentOf(snapshot, url);
  if (special !== null) {
    const { content, isPartial, ...found } = special;
    const text = await writtenOf(content, null, page);
    const known = { ...found, ...(isPartial ? { isPartial } : {}), kindConfidence: 1 };
    if (text.wordCount >= fewestWords) return { ...text, ...known, article: null };
  }
  await pace();
  const { article, choices, kind, kindConfidence } = await readableContentOf(snapshot, pace);
  let few: PageText | null = null;
  for (const { content, extractor, hasFurniture } of choices) {
    // One choice after the other: the first that is enough spares the rest.
    // oxlint-disable-next-line no-await-in-loop
    const written = await writtenOf(content, article, page);
    const text: PageText = { ...written, article, kind, kindConfidence, extractor };
    const isEnough = text.wordCount >= fewestWords;
    // The menus come last: they say that this is a page, but not what is on it.
    if (hasFurniture && few !== null && few.wordCount >= fewestOfItsOwn) {
      return isEnough || page.takesFew ? few : null;
    }
    if (isEnough) return text;
    if (text.wordCount > (few?.wordCount ?? 0)) few = text;
  }
  return page.takesFew ? few : null;
}

async function writtenOf(
  part: Element,
  article: Article | null,
  { snapshot, believed, pace }: CopiedPage,
): Promise<Pick<PageText, 'title' | 'content' | 'wordCount'>> {
  const markdown = await markdownOf(part, snapshot.baseURI, pace);
  const title = titleOf(snapshot, article?.title, believed);
  const content = withoutTitle(markdown, title);
  const wordCount = countMarkdownWords(content);
  return { title, content, wordCount };
}

/** The title is kept beside the text, so the text need not begin with it. */
function withoutTitle(markdown: string, title: string): string {
  const [heading = '', level = ''] = /^(#{1,2}) .*\n+/.exec(markdown) ?? [];
  return heading.slice(level.length).trim() === title ? markdown.slice(heading.length) : markdown;
}

function isPlainText(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  return contentType.startsWith('text/') && !/html|xml/.test(contentType);
}

/** A page without text of its own may show that of another site, which no script of this page may read. */
function absenceOf(snapshot: Document): CaptureError {
  const hosts = Array.from(snapshot.querySelectorAll('iframe[src], frame[src]')).flatMap(
    (frame) => {
      const { protocol, host } = URL.parse(frame.getAttribute('src') ?? '') ?? {};
      return host !== undefined && /^https?:$/.test(protocol ?? '') ? [host] : [];
    },
  );
  const [host] = hosts;
  return host === undefined ? noText : textInFrame(host);
}

/** Where Chromium keeps a file of XML, such as a feed, whose tags it lists: the words around it are the browser's. */
const xmlViewer = '#webkit-xml-viewer-source-xml';

/** Says whether the page consists of a viewer. */
function holdsPdf(body: Element, dom: RawDom): boolean {
  const viewers = [...dom.byTag(body, 'embed'), ...dom.byTag(body, 'object')];
  return viewers.some((viewer) =>
    pdfTypes.has((dom.attribute(viewer, 'type') ?? '').toLowerCase()),
  );
}

const pdfTypes = new Set(['application/pdf', 'application/x-google-chrome-pdf']);
