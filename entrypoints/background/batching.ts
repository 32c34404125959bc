/** Builds what saves many at once. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { BatchAccess } from '../../lib/contracts/batches.ts';
import { originPattern, unneeded } from '../../lib/core/connections/origins.ts';
import { createBatches } from '../../lib/features/batch/batches.ts';
import type { BatchPorts } from '../../lib/features/batch/ports.ts';
import { watchBatches } from '../../lib/platform/batch-wake.ts';
import { createBatchStore } from '../../lib/platform/batch-store.ts';
import { bookmarksIn, releaseBookmarks } from '../../lib/platform/bookmarks.ts';
import type { KeepsakeDatabase } from '../../lib/platform/database.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { releaseOrigin } from '../../lib/platform/origin-permission.ts';
import type { createSettingsStore } from '../../lib/platform/settings-store.ts';
import { createSiteWishStore } from '../../lib/platform/site-wish-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { getTab } from '../../lib/platform/tabs.ts';
import { releaseTabs } from '../../lib/platform/window-tabs.ts';

export type BatchingOptions = Pick<BatchPorts, 'outbox' | 'tryAgain'> & {
  database: () => Promise<KeepsakeDatabase>;
  settings: ReturnType<typeof createSettingsStore>;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createBatching(options: BatchingOptions) {
  const { database, settings, announce, log, outbox, tryAgain } = options;
  const sites = createSiteWishStore(() => log.warn('sites.corrupt'));
  return createBatches({
    store: createBatchStore(database, (rows) => log.warn('batches.corrupt', { rows })),
    outbox,
    readSettings: settings.read,
    getTab,
    bookmarksIn,
    releaseAccess,
    releaseOrigin,
    isOriginKept: async (origin) =>
      unneeded([origin], await settings.read()).length === 0 ||
      (await sites.read()).some(({ pattern }) => pattern === originPattern(origin)),
    tryAgain,
    watch: watchBatches,
    changed: (batch) => announce({ event: 'batches.changed', batch }),
    sleep,
    report: (cause) => log.warn('batches', {}, cause),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
}

function releaseAccess(access: BatchAccess): Promise<void> {
  return access === 'tabs' ? releaseTabs() : releaseBookmarks();
}
