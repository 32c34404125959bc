/** Reading a fetched PDF: the port. */
import type { Result } from '../../lib/contracts/result.ts';
import type { ReadRefusal } from './html-reader.ts';

export interface PdfText {
  /** As the file gives it, or as it is printed on the first page; empty where there is none. */
  readonly title: string;
  /** Markdown; of more than one page, each begins with `[p. N]`. */
  readonly content: string;
}

/** Gives the text of a PDF; never throws. */
export type ReadPdf = (
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<Result<PdfText, ReadRefusal>>;
