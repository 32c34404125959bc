import type { PageCapture } from '../capture/schema.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';
import { addressInReaderView } from '../capture/reader-view.ts';
import { type CaptureError, appError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import type { KeepsakeDatabase } from '../database/database.ts';
import { hasPageGrown } from '../browser/page-text.ts';
import { activeTab, getTab, mayReadFiles, pageGone, pageUnseen } from '../browser/tabs.ts';
import type { AppEvent, ConnectionStatus } from '../messaging/messages.ts';
import type { Handlers } from '../messaging/router.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { SavedHighlight } from '../highlights/model.ts';
import type { OutboxItem } from '../outbox/model.ts';
import { isLive, type LiveSummary, viewOf } from '../outbox/model.ts';
import type { captureMessages } from './messages.ts';
import type { ReadingProgress } from './model.ts';
import { readSelection } from './page-reader.ts';
import { createPreviewStore } from './preview-store.ts';
import { createPreviews } from './previews.ts';
import { requestSave, type SaveOrder, type SavePorts } from './save.ts';
import { type LinkOrder, type LinkPorts, requestLink } from './save-link.ts';
import { savePage } from './save-page.ts';
import { saveSelection } from './save-selection.ts';

export type SaveModuleOptions = {
  database: () => Promise<KeepsakeDatabase>;
  readConnections: () => Promise<StoredConnections>;
  offersSelection: () => Promise<boolean>;
  outbox: {
    get: (id: string) => Promise<OutboxItem | null>;
    ofPage: (pageKey: string) => Promise<LiveSummary[]>;
    request: SavePorts['request'];
    replaceEarlier: LinkPorts['replaceEarlier'];
    resume: () => void;
  };
  readPage: (
    source: { tabId: number | null; frameId: number | null },
    onProgress?: (progress: ReadingProgress) => void,
  ) => Promise<Result<PageCapture, CaptureError>>;
  /** Of notes that weren't discarded. */
  highlightsOf: (pageKey: string) => Promise<SavedHighlight[]>;
  connectionStatus: () => Promise<ConnectionStatus>;
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
};

type SaveHandlers = Pick<Handlers, 'page.describe' | keyof typeof captureMessages>;

export function createSaveModule(options: SaveModuleOptions) {
  const { readConnections, outbox, highlightsOf, report } = options;
  const previews = createPreviews({
    getTab,
    readPage: options.readPage,
    // If the person wants the page first, the selection isn't read.
    readSelection: async (source) =>
      (await options.offersSelection()) ? readSelection(source) : err(notOffered),
    store: createPreviewStore(options.database),
    savesOf: outbox.ofPage,
    highlightsOf,
    progress: (tabId, progress) => options.announce({ event: 'preview.progress', tabId, progress }),
    report,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const ports = { readConnections, request: outbox.request, preview: previews.get, now: Date.now };

  const saveTab = (order: SaveOrder) => requestSave(order, { ...ports, getTab });

  async function saveLink(order: LinkOrder) {
    const requested = await requestLink(order, {
      ...ports,
      replaceEarlier: outbox.replaceEarlier,
    });
    if (requested.ok) outbox.resume();
    return requested;
  }

  const handlers: SaveHandlers = {
    'page.describe': async ({ tabId }) => {
      const found = tabId === null ? activeTab() : getTab(tabId);
      const [tab, status] = await Promise.all([found, options.connectionStatus()]);
      if (tab === null) return err(pageGone);
      const { id, title } = tab;
      // The reader view is closed to extensions, but its page has an address.
      const url = addressInReaderView(tab.url) ?? tab.url;
      const saves = await outbox.ofPage(customIdOf({ url, canonicalLink: null }));
      return ok({
        connection: status,
        tab: { id, url, title },
        obstacle: await obstacleOf(tab.url),
        saves: saves.map(viewOf),
      });
    },
    'preview.take': ({ tabId }) => previews.take(tabId),
    'preview.watch': async ({ tabId }) => ok({ hasGrown: await hasPageGrown(tabId) }),
    'preview.text': async ({ id, part }) => ok({ content: await previews.text(id, part) }),
    'page.save': async (order) => {
      const saved = await savePage(order, { ...ports, getTab, savesOf: outbox.ofPage });
      if (!saved.ok) return saved;
      outbox.resume();
      return ok(viewOf(saved.value));
    },
    'selection.save': async (order) => {
      const saved = await saveSelection(order, {
        ...ports,
        known: async (id) => {
          const item = await outbox.get(id);
          return item !== null && isLive(item) ? item : null;
        },
        highlightsOf,
      });
      if (!saved.ok) return saved;
      outbox.resume();
      return ok(viewOf(saved.value));
    },
    'link.save': async (order) => {
      const requested = await saveLink(order);
      return requested.ok ? ok(viewOf(requested.value)) : requested;
    },
  };

  return { previews, saveTab, saveLink, handlers };
}

/** The browser hides the address of restricted pages, and of files without permission. */
async function obstacleOf(url: string): Promise<CaptureError | null> {
  const mayBeFile = url === '' || url.startsWith('file:');
  return mayBeFile && !(await mayReadFiles()) ? pageUnseen : pageObstacle(url);
}

const notOffered = appError(
  'selection.empty',
  'The selection is kept by the keys and the menu alone.',
);
