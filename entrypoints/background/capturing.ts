/** Builds the parts that read a page for the person to see, and keep what they saw. */
import type { PageCapture } from '../../lib/contracts/capture.ts';
import type { CaptureError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { ReadingProgress } from '../../lib/contracts/preview.ts';
import { err, type Result } from '../../lib/contracts/result.ts';
import type { HighlightFacts } from '../../lib/core/highlights/highlight-view.ts';
import { isKept } from '../../lib/core/outbox/view.ts';
import type { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { createPreviews } from '../../lib/features/preview/previews.ts';
import { type PageOrder, savePage } from '../../lib/features/save/save-page.ts';
import { saveSelection, type SelectionOrder } from '../../lib/features/save/save-selection.ts';
import type { KeepsakeDatabase } from '../../lib/platform/database.ts';
import type { OutboxStore } from '../../lib/platform/outbox-store.ts';
import { readSelection } from '../../lib/platform/page-reader.ts';
import { createPreviewStore } from '../../lib/platform/preview-store.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { getTab } from '../../lib/platform/tabs.ts';

export type CapturingOptions = {
  database: () => Promise<KeepsakeDatabase>;
  settings: SettingsStore;
  store: OutboxStore;
  outbox: ReturnType<typeof createOutbox>;
  /** The same reading as a save that nobody previewed. */
  readPage: (
    source: { tabId: number | null; frameId: number | null },
    onProgress?: (progress: ReadingProgress) => void,
  ) => Promise<Result<PageCapture, CaptureError>>;
  /** The highlights of a page whose note was not discarded. */
  highlightsOf: (pageKey: string) => Promise<HighlightFacts[]>;
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
};

export function createCapturing(options: CapturingOptions) {
  const { settings, store, outbox, report } = options;
  const previews = createPreviews({
    getTab,
    readPage: options.readPage,
    // Where the person wants the page first, what is selected is not even read.
    readSelection: async (source) =>
      (await settings.options()).offersSelection ? readSelection(source) : err(notOffered),
    store: createPreviewStore(options.database),
    savesOf: store.ofPage,
    highlightsOf: options.highlightsOf,
    progress: (tabId, progress) => options.announce({ event: 'preview.progress', tabId, progress }),
    report,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const saving = {
    readSettings: settings.read,
    request: outbox.request,
    preview: previews.get,
    now: Date.now,
  };
  return {
    previews,
    savePage: (order: PageOrder) => savePage(order, { ...saving, getTab, savesOf: store.ofPage }),
    saveSelection: (order: SelectionOrder) =>
      saveSelection(order, {
        ...saving,
        known: async (id) => {
          const item = await store.get(id);
          return item !== null && isKept(item) ? item : null;
        },
        highlightsOf: options.highlightsOf,
      }),
  };
}

const notOffered: CaptureError = {
  code: 'selection.empty',
  message: 'The selection is kept by the keys and the menu alone.',
  retryable: false,
};
