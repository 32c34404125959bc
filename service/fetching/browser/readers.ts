/** Reads fetched pages and PDFs outside the service's worker: HTML in a page, which has a DOM, and PDFs in a worker. */
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../../../lib/capture/schema.ts';
import { pdfAnswerSchema, pdfLimits } from '../../../lib/contract/pdf-wire.ts';
import {
  htmlPageSchema,
  refuseCapture,
  refuseReading,
  type ReadHtml,
  type ReadPdf,
} from '../load-page.ts';

export const readingQuestionSchema = z.extend(htmlPageSchema, { readingId: z.int() });
export type ReadingQuestion = z.infer<typeof readingQuestionSchema>;

/** `result` is null if reading threw. */
export const readingAnswerSchema = z.object({
  readingId: z.int(),
  result: z.nullable(pageCaptureResultSchema),
});
export type ReadingAnswer = z.infer<typeof readingAnswerSchema>;

/** A 1 MB page takes several seconds. */
export const HTML_TIMEOUT_MS = 15_000;

export function createPageHtmlReader(
  ask: (question: ReadingQuestion) => void,
  timeoutMs = HTML_TIMEOUT_MS,
) {
  const pending = new Map<number, (answer: ReadingAnswer) => void>();
  let lastId = 0;
  const readHtml: ReadHtml = (page, signal) =>
    new Promise((resolve) => {
      lastId += 1;
      const readingId = lastId;
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const end = (result: Awaited<ReturnType<ReadHtml>>) => {
        pending.delete(readingId);
        within.removeEventListener('abort', stop);
        resolve(result);
      };
      const stop = () => end(refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout'));
      if (within.aborted) return stop();
      within.addEventListener('abort', stop);
      pending.set(readingId, ({ result }) => {
        if (result === null) end(refuseReading('read.failed'));
        else end(result.ok ? result : refuseCapture(result.error));
      });
      return ask({ readingId, ...page });
    });
  return {
    readHtml,
    /** Returns false for messages that aren't responses. */
    take(message: unknown): boolean {
      const answer = readingAnswerSchema.safeParse(message);
      if (!answer.success) return false;
      pending.get(answer.data.readingId)?.(answer.data);
      return true;
    },
  };
}

export interface WorkerPdfReaderOptions {
  readonly start: () => Worker;
  readonly timeoutMs?: number;
}

/** Creates a reader that starts a worker for each file and terminates it when it is done or takes too long. */
export function createWorkerPdfReader({
  start,
  timeoutMs = pdfLimits.timeMs,
}: WorkerPdfReaderOptions): ReadPdf {
  return (bytes, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const worker = start();
    const read = new Promise<Awaited<ReturnType<ReadPdf>>>((resolve) => {
      const stop = () => resolve(refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout'));
      if (within.aborted) return stop();
      within.addEventListener('abort', stop, { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const answer = pdfAnswerSchema.safeParse(data);
        if (!answer.success || answer.data.state !== 'done') return;
        const { result } = answer.data;
        resolve(result.ok ? result : refuseCapture(result.error));
      });
      worker.addEventListener('error', () => resolve(refuseReading('pdf.broken')));
      // The service already knows the URL.
      return worker.postMessage({ bytes, url: '' });
    });
    return read.finally(() => worker.terminate());
  };
}
