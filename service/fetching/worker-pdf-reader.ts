/** Reads fetched PDF files, in the browser, in a worker of their own. */
import { type PdfAnswer, pdfAnswerSchema, pdfLimits } from '../../lib/contracts/pdf-wire.ts';
import type { CaptureError } from '../../lib/contracts/errors.ts';
import { ok } from '../../lib/contracts/result.ts';
import { readingRefusalOf } from './handed-reader.ts';
import { refuseReading, type ReadRefusalCode } from './html-reader.ts';
import type { ReadPdf } from './pdf-reader.ts';

export interface PdfWorkerPorts {
  readonly start: () => Worker;
  readonly timeoutMs?: number;
}

/** Makes the reader. A file that takes all its time ends its worker, and the service does not feel it. */
export function createWorkerPdfReader({
  start,
  timeoutMs = pdfLimits.timeMs,
}: PdfWorkerPorts): ReadPdf {
  return (bytes, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const worker = start();
    const read = new Promise<Awaited<ReturnType<ReadPdf>>>((resolve) => {
      const leave = () => resolve(refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout'));
      if (within.aborted) return leave();
      within.addEventListener('abort', leave, { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const answer = pdfAnswerSchema.safeParse(data);
        if (answer.success && answer.data.state === 'done') resolve(outcomeOf(answer.data));
      });
      worker.addEventListener('error', () => resolve(refuseReading('pdf.broken')));
      // The address is the document's own and is known already.
      return worker.postMessage({ bytes, url: '' });
    });
    // Its memory goes with it.
    return read.finally(() => worker.terminate());
  };
}

function outcomeOf({ result }: Extract<PdfAnswer, { state: 'done' }>) {
  return result.ok ? ok(result.value) : refuseReading(refusalOf(result.error));
}

function refusalOf(error: CaptureError): ReadRefusalCode {
  switch (error.code) {
    case 'pdf.no-text':
    case 'pdf.encrypted':
    case 'pdf.broken':
      return error.code;
    default:
      return readingRefusalOf(error);
  }
}
