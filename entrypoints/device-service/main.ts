import { deviceServiceLock, wireRequestSchema } from '../../lib/contract/device-wire.ts';
import { answerBackground } from '../../lib/browser/offscreen.ts';
import { createPdfHost } from '../../lib/device-service/pdf-host.ts';
import { pdfRequestSchema } from '../../lib/contract/pdf-wire.ts';
import { sleep } from '../../lib/async/sleep.ts';
import { createWorkerLink } from '../../lib/device-service/worker-link.ts';
import { readingQuestionSchema } from '../../service/fetching/browser/readers.ts';

const link = createWorkerLink({
  start: () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const question = readingQuestionSchema.safeParse(data);
      if (!question.success) return;
      // Loaded on the first fetch: saving text doesn't need it.
      void import('../../service/fetching/browser/read-in-page.ts').then(async (reading) =>
        worker.postMessage(await reading.answerReading(question.data)),
      );
    });
    return worker;
  },
  whenUnlocked: () => navigator.locks.request(deviceServiceLock, () => undefined),
});
answerBackground(wireRequestSchema, link.ask);
answerBackground(
  pdfRequestSchema,
  createPdfHost({
    start: () => new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' }),
    wait: sleep,
  }),
);
