/** Reads fetched pages and PDFs in threads with limits on time and memory, using the extension's capture code. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../../../lib/capture/schema.ts';
import { ok, type Result } from '../../../lib/contract/result.ts';
import {
  refuseCapture,
  refuseReading,
  type ReadHtml,
  type ReadPdf,
  type ReadRefusal,
} from '../load-page.ts';

export interface ThreadLimits {
  readonly timeoutMs: number;
  readonly maxMegabytes: number;
}

/** A page of a megabyte takes about ten seconds. */
const LIMITS: ThreadLimits = { timeoutMs: 45_000, maxMegabytes: 1024 };
const htmlThread = new URL('./html-worker.ts', import.meta.url);
const pdfThread = new URL('./pdf-worker.ts', import.meta.url);

/** A page that exceeds the limits ends its thread, not the service. */
export function createHtmlReader(limits: Partial<ThreadLimits> = {}): ReadHtml {
  return async (page, signal) => {
    const answer = await runThread({
      file: htmlThread,
      data: page,
      signal,
      ...LIMITS,
      ...limits,
    });
    if (!answer.ok) return answer;
    const result = pageCaptureResultSchema.parse(answer.value);
    return result.ok ? result : refuseCapture(result.error);
  };
}

const pdfAnswerSchema = z.union([
  z.object({ title: z.string(), content: z.string() }),
  z.object({ refusal: z.enum(['pdf.no-text', 'pdf.encrypted', 'pdf.broken', 'read.too-large']) }),
]);

export function createPdfReader(limits: Partial<ThreadLimits> = {}): ReadPdf {
  return async (bytes, signal) => {
    const answer = await runThread({ file: pdfThread, data: bytes, signal, ...LIMITS, ...limits });
    if (!answer.ok) return answer;
    const read = z.parse(pdfAnswerSchema, answer.value);
    return 'refusal' in read ? refuseReading(read.refusal) : ok(read);
  };
}

interface ThreadTask extends ThreadLimits {
  readonly file: URL;
  readonly data: unknown;
  readonly signal: AbortSignal;
}

async function runThread({
  file,
  data,
  signal,
  timeoutMs,
  maxMegabytes,
}: ThreadTask): Promise<Result<unknown, ReadRefusal>> {
  if (signal.aborted) return refuseReading('read.aborted');
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    // Isolated from the service: no flags, no environment, no output.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = AbortSignal.any([signal, timeout]);
  try {
    const answer = await messageOf(worker, end);
    if (answer !== null) return ok(answer);
    if (!end.aborted) return refuseReading('read.failed');
    return refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout');
  } finally {
    await worker.terminate();
  }
}

function messageOf(worker: Worker, end: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    const stop = () => resolve(null);
    worker.once('error', stop).once('exit', stop);
    end.addEventListener('abort', stop, { once: true });
  });
}
