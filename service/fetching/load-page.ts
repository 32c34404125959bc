import * as z from 'zod/mini';
import type { PageCapture } from '../../lib/capture/schema.ts';
import type { CaptureError } from '../../lib/contract/errors.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { cutTitle } from '../../lib/text/cut-text.ts';
import type { FetchedPage, FetchPage, FetchRefusal } from './page-fetcher.ts';

export interface LoadedPage {
  readonly url: string;
  readonly title: string | null;
  /** Markdown, or plain text unchanged; within the service's limit. */
  readonly content: string;
}

/** Loads a page from the public internet; never throws. The refusal's message becomes the reason of the failed run. */
export type LoadPage = (
  url: string,
  signal: AbortSignal,
) => Promise<Result<LoadedPage, FetchRefusal | ReadRefusal>>;

export const htmlPageSchema = z.object({
  url: z.string(),
  html: z.string(),
  mediaType: z.enum(['text/html', 'application/xhtml+xml']),
});
export type HtmlPage = z.infer<typeof htmlPageSchema>;

export type ReadHtml = (
  page: HtmlPage,
  signal: AbortSignal,
) => Promise<Result<PageCapture, ReadRefusal>>;

export interface PdfText {
  /** Taken from the file's metadata or its first page; empty if there is no title. */
  readonly title: string;
  /** Markdown. If there are several pages, each begins with `[p. N]`. */
  readonly content: string;
}

export type ReadPdf = (
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<Result<PdfText, ReadRefusal>>;

export interface PageLoaderPorts {
  readonly fetchPage: FetchPage;
  readonly readHtml: ReadHtml;
  readonly readPdf: ReadPdf;
}

export function createPageLoader({ fetchPage, readHtml, readPdf }: PageLoaderPorts): LoadPage {
  return async (address, signal) => {
    const fetched = await fetchPage(address, signal);
    if (!fetched.ok) return fetched;
    const { url, mediaType } = fetched.value;
    if (mediaType === 'application/pdf') {
      const read = await readPdf(fetched.value.bytes, signal);
      return read.ok
        ? withinLimits({ url, ...read.value, title: titleOf(read.value.title) })
        : read;
    }
    const text = decodeText(fetched.value);
    if (mediaType === 'text/plain') return withinLimits({ url, title: null, content: text });
    // Imported on demand, because PDFs and plain text don't need it.
    const { surveyMarkup } = await import('./survey-markup.ts');
    const survey = await surveyMarkup(text);
    const captured = survey.isParsable
      ? await readHtml({ url, html: text, mediaType }, signal)
      : refuseReading('read.too-complex');
    if (captured.ok) {
      const { title, content } = captured.value;
      return ok({ url, title: titleOf(title), content });
    }
    // If extraction fails, fall back to all of the page's text: menus included is better than nothing.
    if (!tooCostly.has(captured.error.code) || survey.text === '') return captured;
    return withinLimits({ url, title: titleOf(survey.title), content: survey.text });
  };
}

/** Refusals after which a page may still have text. */
const tooCostly: ReadonlySet<ReadRefusalCode> = new Set([
  'read.too-complex',
  'read.timeout',
  'read.failed',
]);

function withinLimits(page: LoadedPage): Result<LoadedPage, ReadRefusal> {
  if (page.content.trim() === '') return refuseReading('read.no-text');
  const { byteLength } = new TextEncoder().encode(page.content);
  return byteLength > serviceLimits.contentBytes ? refuseReading('read.too-large') : ok(page);
}

function titleOf(title: string): string | null {
  return title === '' ? null : cutTitle(title);
}

/** A page has to declare its encoding within this many bytes. */
const HEAD_BYTES = 1024;

/**
 * Decodes a page. A byte order mark takes precedence over the Content-Type header, and the header over the page's
 * declaration. Without any of these, text is UTF-8 if valid, otherwise windows-1252.
 */
export function decodeText({ bytes, charset, mediaType }: FetchedPage): string {
  const name =
    byteOrderMark(bytes) ?? charset ?? (mediaType === 'text/plain' ? null : declaredIn(bytes));
  const decoder = name === null ? null : decoderFor(name);
  if (decoder !== null) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.+-]+)/i.exec(head)?.[1];
  const xml = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.+-]+)/i.exec(head)?.[1];
  const name = (meta ?? xml)?.toLowerCase() ?? null;
  // A declaration that is readable as ASCII can't be in UTF-16.
  return name?.startsWith('utf-16') === true ? 'utf-8' : name;
}

function decoderFor(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

export interface ReadRefusal {
  readonly code: ReadRefusalCode;
  /** Shown to the person; never quotes the page. */
  readonly message: string;
}

const messages = {
  'read.no-text':
    'The site returned no readable text. Open the page in the browser and save it there.',
  'read.too-large': 'The text of the page is larger than a document can be.',
  'read.too-complex': 'The page is too complex to be read.',
  'read.timeout': 'Reading the page took too long.',
  'read.failed': 'The page couldn’t be read.',
  'read.aborted': 'Reading was stopped.',
  'pdf.no-text': 'The PDF contains no text, only images, such as a scan.',
  'pdf.encrypted': 'The PDF is protected by a password.',
  'pdf.broken': 'The file is damaged or isn’t a PDF.',
} as const;
export type ReadRefusalCode = keyof typeof messages;

export function refuseReading(code: ReadRefusalCode) {
  return err<ReadRefusal>({ code, message: messages[code] });
}

export function refuseCapture({ code }: CaptureError) {
  return refuseReading(readCodes[code] ?? 'read.failed');
}

const readCodes: Partial<Record<CaptureError['code'], ReadRefusalCode>> = {
  'pdf.no-text': 'pdf.no-text',
  'pdf.encrypted': 'pdf.encrypted',
  'pdf.broken': 'pdf.broken',
  'page.no-text': 'read.no-text',
  'page.too-large': 'read.too-large',
};
