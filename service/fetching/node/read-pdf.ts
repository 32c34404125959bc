/** Reads fetched PDF files in a thread of its own. */
import * as z from 'zod/mini';
import { ok } from '../../../lib/contracts/result.ts';
import { refuseReading } from '../html-reader.ts';
import type { ReadPdf } from '../pdf-reader.ts';
import { runThread, type ThreadLimits } from './run-thread.ts';

const LIMITS: ThreadLimits = { timeoutMs: 45_000, maxMegabytes: 1024 };
const file = new URL('./pdf-worker.ts', import.meta.url);
const answerSchema = z.union([
  z.object({ title: z.string(), content: z.string() }),
  z.object({ refusal: z.enum(['pdf.no-text', 'pdf.encrypted', 'pdf.broken', 'read.too-large']) }),
]);

/** Makes the reader. A file that takes all its time or memory ends its thread, and the service does not feel it. */
export function createPdfReader(limits: Partial<ThreadLimits> = {}): ReadPdf {
  return async (bytes, signal) => {
    const answer = await runThread({ file, data: bytes, signal, ...LIMITS, ...limits });
    if (!answer.ok) return answer;
    const told = z.parse(answerSchema, answer.value);
    return 'refusal' in told ? refuseReading(told.refusal) : ok(told);
  };
}
