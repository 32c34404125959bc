/** The page that hosts the home on this device: it carries requests to the worker, and reads what that fetched. */
import { deviceHomeLock } from '../../lib/contracts/device-wire.ts';
import { answerBackground } from '../../lib/platform/device-home/home-page.ts';
import { answerPdfRequests, createPdfHost } from '../../lib/platform/pdf-host.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { createWorkerLink } from '../../lib/platform/device-home/worker-link.ts';
import { readingQuestionSchema } from '../../service/fetching/handed-reader.ts';

const link = createWorkerLink({
  start: () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const question = readingQuestionSchema.safeParse(data);
      if (!question.success) return;
      // Loaded with the first address: a home that is sent text alone needs none of it.
      void import('../../service/fetching/browser/serve-reading.ts').then(async (reading) =>
        worker.postMessage(await reading.answerReading(question.data)),
      );
    });
    return worker;
  },
  whenUnlocked: () => navigator.locks.request(deviceHomeLock, () => undefined),
});
answerBackground(link);
answerPdfRequests(
  createPdfHost({
    start: () => new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' }),
    wait: sleep,
  }),
);
