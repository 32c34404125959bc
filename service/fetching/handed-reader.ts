/** Reads fetched pages where there is a DOM: a worker has none, so it hands them to the page that holds it. */
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../../lib/contracts/capture.ts';
import type { CaptureError } from '../../lib/contracts/errors.ts';
import { refuseReading, type ReadHtml, type ReadRefusalCode } from './html-reader.ts';

/** What goes to the page that holds the worker. */
export const readingQuestionSchema = z.object({
  readingId: z.int(),
  url: z.string(),
  html: z.string(),
  mediaType: z.enum(['text/html', 'application/xhtml+xml']),
});
export type ReadingQuestion = z.infer<typeof readingQuestionSchema>;

/** What comes back; `result` is null where reading threw. */
export const readingAnswerSchema = z.object({
  readingId: z.int(),
  result: z.nullable(pageCaptureResultSchema),
});
export type ReadingAnswer = z.infer<typeof readingAnswerSchema>;

export interface HandedReader {
  readonly readHtml: ReadHtml;
  /** Takes an answer of the page; false for a message that is none. */
  readonly take: (message: unknown) => boolean;
}

/** A page of a megabyte takes some seconds. */
const TIMEOUT_MS = 45_000;

/** Makes the reader; `hand` passes a question on. */
export function createHandedReader(
  hand: (question: ReadingQuestion) => void,
  timeoutMs = TIMEOUT_MS,
): HandedReader {
  const waiting = new Map<number, (answer: ReadingAnswer) => void>();
  let lastId = 0;
  return {
    take(message) {
      const answer = readingAnswerSchema.safeParse(message);
      if (!answer.success) return false;
      waiting.get(answer.data.readingId)?.(answer.data);
      return true;
    },
    readHtml(page, signal) {
      return new Promise((resolve) => {
        lastId += 1;
        const readingId = lastId;
        const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const end = (result: Awaited<ReturnType<ReadHtml>>) => {
          waiting.delete(readingId);
          within.removeEventListener('abort', leave);
          resolve(result);
        };
        const leave = () => end(refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout'));
        if (within.aborted) return leave();
        within.addEventListener('abort', leave);
        waiting.set(readingId, ({ result }) => {
          if (result === null) end(refuseReading('read.failed'));
          else end(result.ok ? result : refuseReading(readingRefusalOf(result.error)));
        });
        return hand({ readingId, ...page });
      });
    },
  };
}

/** Gives what a capture that failed is for a fetched page. */
export function readingRefusalOf({ code }: CaptureError): ReadRefusalCode {
  if (code === 'page.no-text') return 'read.no-text';
  return code === 'page.too-large' ? 'read.too-large' : 'read.failed';
}
