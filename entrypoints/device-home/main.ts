/** The page that hosts the home on this device: it only carries requests from the background to the worker. */
import { deviceHomeLock } from '../../lib/contracts/device-wire.ts';
import { answerBackground } from '../../lib/platform/device-home/home-page.ts';
import { createWorkerLink } from '../../lib/platform/device-home/worker-link.ts';

const link = createWorkerLink({
  start: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  whenUnlocked: () => navigator.locks.request(deviceHomeLock, () => undefined),
});
answerBackground(link);
