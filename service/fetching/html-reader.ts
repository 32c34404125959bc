/** Reading a fetched page: the port, and why anything that was fetched may not be readable. */
import type { PageCapture } from '../../lib/contracts/capture.ts';
import { err, type Result } from '../../lib/contracts/result.ts';

export interface HtmlPage {
  /** Where it was fetched; the base of its relative links. */
  readonly url: string;
  readonly html: string;
  readonly mediaType: 'text/html' | 'application/xhtml+xml';
}

export type ReadRefusalCode =
  | 'read.no-text'
  | 'read.too-large'
  | 'read.timeout'
  | 'read.failed'
  | 'read.aborted'
  | 'pdf.no-text'
  | 'pdf.encrypted'
  | 'pdf.broken';

export interface ReadRefusal {
  readonly code: ReadRefusalCode;
  /** A sentence for the person; holds nothing of the page. */
  readonly message: string;
}

/** Gives the readable text of a page and what the page says of itself; never throws. */
export type ReadHtml = (
  page: HtmlPage,
  signal: AbortSignal,
) => Promise<Result<PageCapture, ReadRefusal>>;

const sentences: Readonly<Record<ReadRefusalCode, string>> = {
  'read.no-text':
    'The page has no readable text as the site hands it out; saved from the browser it may have.',
  'read.too-large': 'The text of the page is larger than a document can be.',
  'read.timeout': 'Reading the page took too long.',
  'read.failed': 'The page could not be read.',
  'read.aborted': 'Reading was stopped.',
  'pdf.no-text':
    'The PDF holds pictures of text alone, as a scan does, and no text that could be read.',
  'pdf.encrypted': 'The PDF opens with a password only.',
  'pdf.broken': 'The PDF is damaged, or it is none.',
};

/** Makes the refusal of a code. */
export function refuseReading(code: ReadRefusalCode): {
  readonly ok: false;
  readonly error: ReadRefusal;
} {
  return err({ code, message: sentences[code] });
}
