/** From the address of a document to its text: fetch, decode, read. */
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { cutTitle } from '../../lib/core/text/cut-text.ts';
import { decodeText } from './decode-text.ts';
import { refuseReading, type ReadHtml, type ReadRefusal } from './html-reader.ts';
import type { FetchPage, FetchRefusal } from './page-fetcher.ts';
import type { ReadPdf } from './pdf-reader.ts';

export interface LoadedPage {
  /** Where the redirects ended. */
  readonly url: string;
  /** As the page gives it; null where it gives none. */
  readonly title: string | null;
  /** Markdown, or plain text as it came; within the service's limit. */
  readonly content: string;
}

/** Loads what is at a public address; never throws. The message of a refusal is the reason of the failed run. */
export type LoadPage = (
  url: string,
  signal: AbortSignal,
) => Promise<Result<LoadedPage, FetchRefusal | ReadRefusal>>;

export interface PageLoaderPorts {
  readonly fetchPage: FetchPage;
  readonly readHtml: ReadHtml;
  readonly readPdf: ReadPdf;
}

/** Makes the loader of a home that can fetch. */
export function createPageLoader({ fetchPage, readHtml, readPdf }: PageLoaderPorts): LoadPage {
  return async (address, signal) => {
    const fetched = await fetchPage(address, signal);
    if (!fetched.ok) return fetched;
    const { url, mediaType } = fetched.value;
    if (mediaType === 'application/pdf') {
      const read = await readPdf(fetched.value.bytes, signal);
      return read.ok ? bounded({ url, ...read.value, title: shortened(read.value.title) }) : read;
    }
    const text = decodeText(fetched.value);
    if (mediaType === 'text/plain') return bounded({ url, title: null, content: text });
    const captured = await readHtml({ url, html: text, mediaType }, signal);
    if (!captured.ok) return captured;
    const { title, content } = captured.value;
    return ok({ url, title: shortened(title), content });
  };
}

function bounded(page: LoadedPage): Result<LoadedPage, ReadRefusal> {
  if (page.content.trim() === '') return refuseReading('read.no-text');
  const { byteLength } = new TextEncoder().encode(page.content);
  return byteLength > serviceLimits.contentBytes ? refuseReading('read.too-large') : ok(page);
}

function shortened(title: string): string | null {
  return title === '' ? null : cutTitle(title);
}
