/** Runs a thread for one task, with bounds on its time and memory. */
import { Worker } from 'node:worker_threads';
import { refuseReading, type ReadRefusal } from '../html-reader.ts';
import { ok, type Result } from '../../../lib/contracts/result.ts';

export interface ThreadLimits {
  /** Time for the whole. */
  readonly timeoutMs: number;
  /** Memory of the thread, in megabytes. */
  readonly maxMegabytes: number;
}

export interface ThreadTask extends ThreadLimits {
  readonly file: URL;
  /** What the thread is given; it is copied. */
  readonly data: unknown;
  readonly signal: AbortSignal;
}

/** Gives the one message of the thread. What takes all its time or memory ends, and the service does not feel it. */
export async function runThread({
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
    if (answer !== null) return ok(answer);
    if (!end.aborted) return refuseReading('read.failed');
    return refuseReading(signal.aborted ? 'read.aborted' : 'read.timeout');
  } finally {
    await worker.terminate();
  }
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
