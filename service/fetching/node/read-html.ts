/** Reads fetched pages with the capture code of the extension, in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { CaptureError } from '../../../lib/contracts/errors.ts';
import { pageCaptureResultSchema } from '../../../lib/contracts/capture.ts';
import { refuseReading, type ReadHtml, type ReadRefusalCode } from '../html-reader.ts';

export interface HtmlReaderOptions {
  /** Time for one page. */
  readonly timeoutMs?: number;
  /** Memory of the thread, in megabytes. */
  readonly maxMegabytes?: number;
}

/** A page of a megabyte, the largest that people read, takes about ten seconds. */
const TIMEOUT_MS = 45_000;
const MAX_MEGABYTES = 1024;

/** Makes the reader. A page that takes all its time or memory ends its thread, and the service does not feel it. */
export function createHtmlReader({
  timeoutMs = TIMEOUT_MS,
  maxMegabytes = MAX_MEGABYTES,
}: HtmlReaderOptions = {}): ReadHtml {
  return async (page, signal) => {
    if (signal.aborted) return refuseReading('read.aborted');
    const worker = new Worker(new URL('./html-worker.ts', import.meta.url), {
      workerData: page,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
      // It needs nothing of what the service was started with, and says nothing.
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
    });
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = AbortSignal.any([signal, timeout]);
    try {
      const answer = await answerOf(worker, end);
      if (answer !== null) return resultOf(answer);
      if (!end.aborted) return refuseReading('read.failed');
      return refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout');
    } finally {
      await worker.terminate();
    }
  };
}

/** Gives what the thread has to say; null where it ends, or is ended, without a word. */
function answerOf(worker: Worker, end: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    const leave = () => resolve(null);
    worker.once('error', leave).once('exit', leave);
    end.addEventListener('abort', leave, { once: true });
  });
}

function resultOf(answer: unknown): Awaited<ReturnType<ReadHtml>> {
  const result = pageCaptureResultSchema.parse(answer);
  return result.ok ? result : refuseReading(refusalOf(result.error));
}

function refusalOf({ code }: CaptureError): ReadRefusalCode {
  if (code === 'page.no-text') return 'read.no-text';
  return code === 'page.too-large' ? 'read.too-large' : 'read.failed';
}
