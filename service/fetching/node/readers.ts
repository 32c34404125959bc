/** Reads fetched pages and PDFs in threads with limits on time and memory, using the extension's capture code. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../../../lib/capture/schema.ts';
import { serialQueue } from '../../../lib/async/serial-queue.ts';
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

/** A 1 MB page takes several seconds. */
const HTML_LIMITS: ThreadLimits = { timeoutMs: 15_000, maxMegabytes: 384 };
/** Time limit for starting a thread, which doesn't count toward the time for reading a page. */
const START_MS = 60_000;
const PDF_LIMITS: ThreadLimits = { timeoutMs: 45_000, maxMegabytes: 1024 };
const htmlThread = new URL('./html-worker.ts', import.meta.url);
const pdfThread = new URL('./pdf-worker.ts', import.meta.url);
/** How long to keep an idle thread: it takes 100 MB, but starting one takes longer than reading most pages. */
const IDLE_MS = 10_000;

/** Reads one page at a time. A page that exceeds the limits ends the thread, and the next page gets a new one. */
export function createHtmlReader(limits: Partial<ThreadLimits> = {}): ReadHtml {
  const { timeoutMs, maxMegabytes } = { ...HTML_LIMITS, ...limits };
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;
  const inTurn = serialQueue();

  function takeIdle(): Worker | null {
    if (idle === null) return null;
    const { worker, timer } = idle;
    clearTimeout(timer);
    worker.off('exit', forgetIdle);
    worker.ref();
    idle = null;
    return worker;
  }

  function forgetIdle(): void {
    idle = null;
  }

  function keepThread(worker: Worker): void {
    // Neither the thread nor its timer keeps the process running.
    worker.unref();
    worker.once('exit', forgetIdle);
    idle = { worker, timer: setTimeout(() => void worker.terminate(), IDLE_MS).unref() };
  }

  async function read(...[page, signal]: Parameters<ReadHtml>): ReturnType<ReadHtml> {
    if (signal.aborted) return refuseReading('read.aborted');
    const kept = takeIdle();
    const worker = kept ?? startThread(htmlThread, maxMegabytes);
    const started =
      kept === null ? await answerOf(worker, { signal, timeoutMs: START_MS }) : ok('ready');
    if (started.ok) worker.postMessage(page);
    const answer = started.ok ? await answerOf(worker, { signal, timeoutMs }) : started;
    if (!answer.ok) {
      await worker.terminate();
      return answer;
    }
    keepThread(worker);
    const result = pageCaptureResultSchema.parse(answer.value);
    return result.ok ? result : refuseCapture(result.error);
  }

  return (page, signal) => inTurn(() => read(page, signal));
}

const pdfAnswerSchema = z.union([
  z.object({ title: z.string(), content: z.string() }),
  z.object({ refusal: z.enum(['pdf.no-text', 'pdf.encrypted', 'pdf.broken', 'read.too-large']) }),
]);

export function createPdfReader(limits: Partial<ThreadLimits> = {}): ReadPdf {
  const { timeoutMs, maxMegabytes } = { ...PDF_LIMITS, ...limits };
  return async (bytes, signal) => {
    if (signal.aborted) return refuseReading('read.aborted');
    const worker = startThread(pdfThread, maxMegabytes);
    try {
      worker.postMessage(bytes);
      const answer = await answerOf(worker, { signal, timeoutMs });
      if (!answer.ok) return answer;
      const read = z.parse(pdfAnswerSchema, answer.value);
      return 'refusal' in read ? refuseReading(read.refusal) : ok(read);
    } finally {
      await worker.terminate();
    }
  };
}

function startThread(file: URL, maxMegabytes: number): Worker {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    // Isolated from the service: no flags, no environment, no output.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  // A thread that runs out of memory can report two errors; without a listener, the second would end the service.
  worker.on('error', () => undefined);
  return worker;
}

/** Returns the thread's next message. The caller must terminate the thread after a refusal. */
async function answerOf(
  worker: Worker,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Result<unknown, ReadRefusal>> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const answer = await messageOf(worker, end);
  if (answer !== null) return ok(answer);
  if (!end.aborted) return refuseReading('read.failed');
  return refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout');
}

function messageOf(worker: Worker, end: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (answer: unknown) => {
      worker.off('message', settle).off('error', stop).off('exit', stop);
      end.removeEventListener('abort', stop);
      resolve(answer);
    };
    const stop = () => settle(null);
    worker.on('message', settle).on('error', stop).on('exit', stop);
    end.addEventListener('abort', stop);
  });
}
