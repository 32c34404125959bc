import type { CDPSession, Worker } from '@playwright/test';

import { extensionUrl, withPageCdp, type ChromiumSession } from './chromium-session.ts';
import { pollUntil } from './poll-until.ts';

type RunningStatus = 'stopped' | 'starting' | 'running' | 'stopping';

/**
 * Terminates the extension's service worker, as the browser does when the worker is idle. All its
 * variables are lost, and the promises of pending messages reject. The next event starts it again.
 * Resolves once the worker has stopped. `act` runs immediately before, such as a click that the worker must not finish.
 */
export async function stopServiceWorker(
  session: ChromiumSession,
  act?: () => Promise<void>,
): Promise<void> {
  if (act !== undefined) await runningWorker(session);
  else if (!(await isRunning(session))) return;
  await watchWorker(session, async (cdp, seen) => {
    const { versionId } = await pollUntil('the service worker to be running', () =>
      seen('running'),
    );
    await act?.();
    await cdp.send('ServiceWorker.stopWorker', { versionId });
    await pollUntil('the service worker to stop', () => seen('stopped'));
  });
}

/**
 * Returns the extension's service worker, starting it if it was stopped. Call it again before each
 * evaluation: Playwright keeps one Worker object across restarts, and evaluating in a stopped
 * worker hangs instead of starting it.
 */
export async function runningWorker(session: ChromiumSession): Promise<Worker> {
  const { context } = session;
  const scopeURL = extensionUrl(session, '');
  if (!(await isRunning(session))) {
    await watchWorker(session, async (cdp, seen) => {
      await cdp.send('ServiceWorker.startWorker', { scopeURL });
      await pollUntil('the service worker to start', () => seen('running'));
    });
  }
  const isOurs = (worker: Worker) => worker.url().startsWith(scopeURL);
  return context.serviceWorkers().find(isOurs) ?? context.waitForEvent('serviceworker', isOurs);
}

/** Returns whether the worker is running: only then does the browser list it as a target. */
async function isRunning(session: ChromiumSession): Promise<boolean> {
  const { targetInfos } = await session.browserCdp.send('Target.getTargets');
  return targetInfos.some(
    ({ type, url }) => type === 'service_worker' && url.startsWith(extensionUrl(session, '')),
  );
}

/**
 * Follows the worker's status while `use` runs. `seen(status)` returns the worker's version if that status was
 * ever reported, so a worker that stopped and restarted between two calls still counts as stopped.
 */
async function watchWorker(
  { context, extensionId }: ChromiumSession,
  use: (
    cdp: CDPSession,
    seen: (status: RunningStatus) => { versionId: string } | undefined,
  ) => Promise<void>,
): Promise<void> {
  const scope = extensionUrl({ extensionId }, '');
  const page = context.pages()[0] ?? (await context.newPage()); // any page's session works
  await withPageCdp(page, async (cdp) => {
    const reported = new Map<RunningStatus, { versionId: string }>();
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { scriptURL, runningStatus, versionId } of versions) {
        if (!scriptURL.startsWith(scope)) continue;
        reported.set(runningStatus, { versionId });
      }
    });
    await cdp.send('ServiceWorker.enable');
    await use(cdp, (status) => reported.get(status));
  });
}
