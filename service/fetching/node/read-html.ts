/** Reads fetched pages with the capture code of the extension, in a thread of its own. */
import { pageCaptureResultSchema } from '../../../lib/contracts/capture.ts';
import { readingRefusalOf } from '../handed-reader.ts';
import { refuseReading, type ReadHtml } from '../html-reader.ts';
import { runThread, type ThreadLimits } from './run-thread.ts';

/** A page of a megabyte, the largest that people read, takes about ten seconds. */
const LIMITS: ThreadLimits = { timeoutMs: 45_000, maxMegabytes: 1024 };
const file = new URL('./html-worker.ts', import.meta.url);

/** Makes the reader. A page that takes all its time or memory ends its thread, and the service does not feel it. */
export function createHtmlReader(limits: Partial<ThreadLimits> = {}): ReadHtml {
  return async (page, signal) => {
    const answer = await runThread({ file, data: page, signal, ...LIMITS, ...limits });
    return answer.ok ? resultOf(answer.value) : answer;
  };
}

function resultOf(answer: unknown): Awaited<ReturnType<ReadHtml>> {
  const result = pageCaptureResultSchema.parse(answer);
  return result.ok ? result : refuseReading(readingRefusalOf(result.error));
}
