import type { PageCapture } from '../capture/schema.ts';
import { appError, type CaptureError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { pdfLimits } from '../contract/pdf-wire.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { tooLarge, utf8Bytes } from '../capture/capture-errors.ts';
import { countMarkdownWords } from '../capture/words.ts';
import { pdfMarkdownOf, titleFromMetadata, titleFromUrl } from './pdf-markdown.ts';
import { readPdfContent, type PdfProblem } from './pdf-file.ts';

type ReadPdfOptions = Omit<Parameters<typeof readPdfContent>[0], 'maxPages'> & {
  url: string;
  now: () => number;
};

/** Fails with `pdf.no-text`, `pdf.encrypted`, `pdf.broken` or `page.too-large`. Never throws. Consumes the bytes. */
export async function readPdf({
  bytes,
  url,
  now,
  ...steps
}: ReadPdfOptions): AsyncResult<PageCapture, CaptureError> {
  const content = await readPdfContent({ bytes, maxPages: pdfLimits.pages, ...steps });
  if (typeof content === 'string') return err(pdfErrors[content]);
  const { pages, pageCount, outline, info } = content;
  const { markdown, title } = pdfMarkdownOf(pages, outline, titleFromMetadata(info['Title']));
  if (markdown === '') return err(pdfErrors['no-text']);
  const size = utf8Bytes(markdown);
  if (size > serviceLimits.contentBytes) return err(tooLarge('page', size));
  return ok({
    url,
    canonicalLink: null,
    title: title ?? titleFromUrl(url),
    content: markdown,
    site: null,
    author: textEntry(info['Author']),
    // The creation date of the file isn't the publication date of the text.
    published: null,
    language: textEntry(info['Language']),
    excerpt: textEntry(info['Subject']),
    wordCount: countMarkdownWords(markdown),
    pageCount,
    kind: 'pdf',
    kindConfidence: 1,
    extractor: 'pdf',
    capturedAt: new Date(now()).toISOString(),
  });
}

function textEntry(entry: unknown): string | null {
  const words = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : '';
  return words === '' ? null : words;
}

const pdfErrors: Readonly<Record<PdfProblem | 'no-text', CaptureError>> = {
  'no-text': appError('pdf.no-text', 'This PDF is a scan without text. Save its address instead.'),
  encrypted: appError(
    'pdf.encrypted',
    "This PDF needs a password, so Keepsake can't read it. Save its address instead.",
  ),
  broken: appError(
    'pdf.broken',
    "This file is damaged or isn't a PDF, so Keepsake can't read it. Save its address instead.",
  ),
  'too-long': appError(
    'page.too-large',
    `This PDF has more than ${pdfLimits.pages} pages, which Keepsake doesn't read. Save its address instead.`,
  ),
};
