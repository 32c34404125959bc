import type { CDPSession, Worker } from '@playwright/test';

import { extensionUrl, withPageCdp, type ChromiumSession } from './chromium-session.ts';
import { pollUntil } from './poll-until.ts';

type RunningStatus = 'stopped' | 'starting' | 'running' | 'stopping';

/**
 * Ends the extension's service worker, as the browser does when it has been idle.
 *
 * All its variables are lost, and senders still waiting for an answer see their promise rejected.
 * The next event starts it afresh. Resolves once the worker has been seen to stop.
 */
export async function stopServiceWorker(session: ChromiumSession): Promise<void> {
  if (!(await isRunning(session))) return;
  await watchWorker(session, async (cdp, seen) => {
    const { versionId } = await pollUntil('the service worker to be up', () => seen('running'));
    await cdp.send('ServiceWorker.stopWorker', { versionId });
    await pollUntil('the service worker to stop', () => seen('stopped'));
  });
}

/**
 * The extension's service worker, started if it was stopped.
 *
 * Always ask for it anew before evaluating in it: Playwright keeps one Worker object for all the
 * worker's lives, and an evaluation in a stopped one waits for ever instead of starting it.
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

/** The browser lists the worker among its targets only while it runs. */
async function isRunning(session: ChromiumSession): Promise<boolean> {
  const { targetInfos } = await session.browserCdp.send('Target.getTargets');
  return targetInfos.some(
    ({ type, url }) => type === 'service_worker' && url.startsWith(extensionUrl(session, '')),
  );
}

/**
 * Follows the worker through its states while `use` runs.
 *
 * `seen` answers with the worker's version if that state has been reported at any time since; a
 * worker that stopped and was started again between two looks has still been seen to stop.
 */
async function watchWorker(
  { context, extensionId }: ChromiumSession,
  use: (
    cdp: CDPSession,
    seen: (status: RunningStatus) => { versionId: string } | undefined,
  ) => Promise<void>,
): Promise<void> {
  const scope = extensionUrl({ extensionId }, '');
  const page = context.pages()[0] ?? (await context.newPage()); // any page's session will do
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
