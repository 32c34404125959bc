/** What is to be saved of a tab, seen and then saved. */
import type { CaptureError } from '../../lib/contracts/errors.ts';
import { err, ok } from '../../lib/contracts/result.ts';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import { viewOf } from '../../lib/core/outbox/view.ts';
import { pageObstacle } from '../../lib/core/page-obstacle.ts';
import { addressInReaderView } from '../../lib/core/reader-view.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { hasPageGrown } from '../../lib/platform/page-growth.ts';
import { activeTab, getTab, mayReadFiles, pageGone, pageUnseen } from '../../lib/platform/tabs.ts';
import type { Parts } from './parts.ts';

type Names =
  | 'page.describe'
  | 'page.save'
  | 'preview.take'
  | 'preview.watch'
  | 'preview.text'
  | 'selection.save';

export function createCaptureHandlers({
  home,
  store,
  capturing,
  work,
}: Parts): Pick<Handlers, Names> {
  const { previews, savePage, saveSelection } = capturing;
  return {
    'page.describe': async ({ tabId }) => {
      const found = tabId === null ? activeTab() : getTab(tabId);
      const [tab, status] = await Promise.all([found, home.status()]);
      if (tab === null) return err(pageGone);
      const { id, title } = tab;
      // The reader view is closed to extensions, but the page it shows has an address, and may be saved already.
      const url = addressInReaderView(tab.url) ?? tab.url;
      const saves = await store.ofPage(customIdOf({ url, canonicalLink: null }));
      return ok({
        home: status,
        tab: { id, url, title },
        obstacle: await obstacleOf(tab.url),
        saves: saves.map(viewOf),
      });
    },
    'preview.take': ({ tabId }) => previews.take(tabId),
    'preview.watch': async ({ tabId }) => ok({ hasGrown: await hasPageGrown(tabId) }),
    'preview.text': async ({ id, part }) => ok({ content: await previews.text(id, part) }),
    'page.save': async (order) => {
      const saved = await savePage(order);
      if (!saved.ok) return saved;
      work();
      return ok(viewOf(saved.value));
    },
    'selection.save': async (order) => {
      const saved = await saveSelection(order);
      if (!saved.ok) return saved;
      work();
      return ok(viewOf(saved.value));
    },
  };
}

/** The browser tells no address of a page that is closed to extensions, and gives no file where files are not allowed. */
async function obstacleOf(url: string): Promise<CaptureError | null> {
  const mayBeFile = url === '' || url.startsWith('file:');
  return mayBeFile && !(await mayReadFiles()) ? pageUnseen : pageObstacle(url);
}
