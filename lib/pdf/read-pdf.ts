/** Reads a PDF: bytes in, a capture with the text as Markdown out. */
import type { PageCapture } from '../contracts/capture.ts';
import type { CaptureError } from '../contracts/errors.ts';
import { serviceLimits } from '../contracts/limits.ts';
import { pdfLimits } from '../contracts/pdf-wire.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { tooLarge, utf8Bytes } from '../capture/capture-errors.ts';
import { countMarkdownWords } from '../capture/markdown/word-count.ts';
import { markdownOfPages } from './markdown-of-pages.ts';
import { contentOf } from './pdf-file.ts';
import { pdfErrors } from './pdf-errors.ts';
import { givenTitleOf, nameOfPdf } from './title.ts';

export type PdfReading = {
  /** Used up by the reading. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The address it was shown at. */
  url: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Told after each page. */
  onPage?: (page: number, pages: number) => void;
};

/**
 * Gives the text of a PDF; never throws. Fails with `pdf.no-text`, `pdf.encrypted`, `pdf.broken`, or `page.too-large`
 * where it has too many pages or its text is more than the service takes.
 */
export async function readPdf({
  bytes,
  url,
  now,
  ...steps
}: PdfReading): Promise<Result<PageCapture, CaptureError>> {
  const content = await contentOf({ bytes, mostPages: pdfLimits.pages, ...steps });
  if (typeof content === 'string') return err(pdfErrors[content]);
  const { pages, pageCount, outline, info } = content;
  const { markdown, title } = markdownOfPages(pages, outline, givenTitleOf(info['Title']));
  if (markdown === '') return err(pdfErrors['no-text']);
  const size = utf8Bytes(markdown);
  if (size > serviceLimits.contentBytes) return err(tooLarge('page', size));
  return ok({
    url,
    canonicalLink: null,
    title: title ?? nameOfPdf(url),
    content: markdown,
    site: null,
    author: wordsOf(info['Author']),
    // The date a file was made on is not the date its text was published on.
    published: null,
    language: wordsOf(info['Language']),
    excerpt: wordsOf(info['Subject']),
    wordCount: countMarkdownWords(markdown),
    pageCount,
    kind: 'pdf',
    kindConfidence: 1,
    extractor: 'pdf',
    capturedAt: new Date(now()).toISOString(),
  });
}

function wordsOf(entry: unknown): string | null {
  const words = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : '';
  return words === '' ? null : words;
}
