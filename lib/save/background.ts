import { pageObstacle } from '../capture/page-obstacle.ts';
import { addressInReaderView } from '../capture/reader-view.ts';
import { type AppError, type CaptureError, appError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import type { KeepsakeDatabase } from '../database/database.ts';
import { hasPageGrown } from '../browser/page-text.ts';
import { filesAllowed } from '../browser/permissions.ts';
import { activeTab, getTab, pageGone, pageUnseen } from '../browser/tabs.ts';
import type { AppEvent, ConnectionStatus } from '../messaging/messages.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { SavedHighlight } from '../highlights/model.ts';
import {
  isLive,
  type LiveItem,
  type LiveSummary,
  type OutboxItem,
  type OutboxView,
  viewOf,
} from '../outbox/model.ts';
import type { captureMessages } from './messages.ts';
import { type readPage, readSelection } from './page-reader.ts';
import { createPreviewStore } from './preview-store.ts';
import { createPreviews } from './previews.ts';
import type { SitePartStore } from './site-part-store.ts';
import { findSaved, type FindSavedPorts } from './find-saved.ts';
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
    adopt: FindSavedPorts['adopt'];
  };
  clientOf: FindSavedPorts['clientOf'];
  readPage: typeof readPage;
  siteParts: SitePartStore;
  /** Returns highlights whose notes weren't discarded. */
  highlightsOf: (pageKey: string) => Promise<SavedHighlight[]>;
  connectionStatus: () => Promise<ConnectionStatus>;
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
};

export function createSaveModule(options: SaveModuleOptions) {
  const { readConnections, outbox, siteParts, highlightsOf, report } = options;
  const previews = createPreviews({
    getTab,
    readPage: options.readPage,
    // Don't read the selection if “Offer selected text first” is off.
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
  const saveLink = (order: LinkOrder) =>
    requestLink(order, { ...ports, replaceEarlier: outbox.replaceEarlier });

  /** Starts sending, and returns the save's view for the extension page that requested it. */
  function begun(saved: Result<LiveItem, AppError>): Result<OutboxView, AppError> {
    if (!saved.ok) return saved;
    outbox.resume();
    return ok(viewOf(saved.value));
  }

  const handlers: Pick<Handlers, 'page.describe' | keyof typeof captureMessages> = {
    'page.describe': async ({ tabId }) => {
      const found = tabId === null ? activeTab() : getTab(tabId);
      const [tab, status] = await Promise.all([found, options.connectionStatus()]);
      if (tab === null) return err(pageGone);
      const { id, title } = tab;
      // Extensions can't read the reader view, but it contains the page's URL.
      const url = addressInReaderView(tab.url) ?? tab.url;
      const [saves, part] = await Promise.all([outbox.ofPage(pageKeyOf(url)), siteParts.of(tab)]);
      return ok({
        connection: status,
        tab: { id, url, title },
        obstacle: await obstacleOf(tab.url),
        part,
        saves: saves.map(viewOf),
      });
    },
    'page.find-saved': async (order) => {
      const { clientOf } = options;
      const { ofPage: savesOf, adopt } = outbox;
      const found = await findSaved(order, { ...ports, getTab, savesOf, clientOf, adopt });
      for (const item of found) options.announce({ event: 'outbox.changed', item: viewOf(item) });
      return ok({ found: found.length });
    },
    'preview.take': ({ tabId, part }) => previews.take(tabId, part),
    'preview.choose-part': acknowledged(async ({ tabId, part }) => {
      const tab = await getTab(tabId);
      if (tab !== null) await siteParts.choose(tab, part);
    }),
    'preview.watch': async ({ tabId }) => ok({ hasGrown: await hasPageGrown(tabId) }),
    'preview.text': async ({ id, part }) => ok({ content: await previews.text(id, part) }),
    'page.save': async (order) =>
      begun(await savePage(order, { ...ports, getTab, savesOf: outbox.ofPage })),
    'selection.save': async (order) => {
      const known = async (id: string) => {
        const item = await outbox.get(id);
        return item !== null && isLive(item) ? item : null;
      };
      return begun(await saveSelection(order, { ...ports, known, highlightsOf }));
    },
    'link.save': async (order) => begun(await saveLink(order)),
  };

  return { previews, saveTab, saveLink, handlers };
}

/** The browser hides the URL of restricted pages, and of local files without permission. */
async function obstacleOf(url: string): Promise<CaptureError | null> {
  const mayBeFile = url === '' || url.startsWith('file:');
  return mayBeFile && (await filesAllowed()) === false ? pageUnseen : pageObstacle(url);
}

const notOffered = appError(
  'selection.empty',
  'The selection can only be saved with the shortcut or the menu.',
);
