/** Reads a page for the person to see, and keeps what was read, so that what they saw is what is saved. */
import type { PageCapture, SelectionCapture } from '../../contracts/capture.ts';
import type { AppError, CaptureError } from '../../contracts/errors.ts';
import type { Preview, ReadingProgress, StoredPreview } from '../../contracts/preview.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import type { HighlightFacts } from '../../core/highlights/highlight-view.ts';
import { areKept } from '../../core/highlights/same-words.ts';
import { fingerprintOf } from '../../core/page-version/fingerprint.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { named } from '../../core/page-name.ts';
import { previewOf } from './preview-view.ts';
import { standingsOf } from './standings.ts';

type Source = { tabId: number; frameId: null };

export type PreviewPorts = {
  getTab: (tabId: number) => Promise<{ url: string } | null>;
  readPage: (
    source: Source,
    onProgress: (progress: ReadingProgress) => void,
  ) => Promise<Result<PageCapture, CaptureError>>;
  readSelection: (
    source: Source,
  ) => Promise<Result<SelectionCapture & { pageUrl: string }, CaptureError>>;
  store: {
    /** Takes the place of every other preview of the tab. */
    put: (preview: StoredPreview) => Promise<void>;
    get: (id: string) => Promise<StoredPreview | null>;
    /** Removes those made before `time`, in milliseconds since the epoch. */
    removeBefore: (time: number) => Promise<void>;
  };
  /** Saves of a page, newest first, by the identity of its address or its own. */
  savesOf: (pageKey: string) => Promise<KeptItem[]>;
  /** Those of a page whose note was not discarded, by the identity of its address. */
  highlightsOf: (pageKey: string) => Promise<readonly HighlightFacts[]>;
  /** Told how far a reading is that takes longer. */
  progress: (tabId: number, progress: ReadingProgress) => void;
  /** Told what could not be written: the preview is shown all the same. */
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};

/** How long what was read may be saved as it was read. */
const lifetimeMs = 30 * 60_000;

export function createPreviews(ports: PreviewPorts) {
  const { store, now } = ports;

  /** Reads the page and the selection of a tab. Fails with `page.gone` where the tab is closed. */
  async function take(tabId: number): Promise<Result<Preview, AppError>> {
    const source: Source = { tabId, frameId: null };
    const [read, selected] = await Promise.all([
      ports.readPage(source, (progress) => ports.progress(tabId, progress)),
      ports.readSelection(source),
    ]);
    const url = read.ok ? read.value.url : (await ports.getTab(tabId))?.url;
    if (url === undefined) return err(tabGone);
    const pageKey = customIdOf({ url, canonicalLink: null });
    const stored: StoredPreview = {
      id: ports.newId(),
      tabId,
      pageKey,
      createdAt: now(),
      page: read.ok ? pageOf(named(read.value)) : { ok: false, error: read.error },
      selection: selectionOf(selected, pageKey),
    };
    const { page, selection } = stored;
    const [saves, highlights] = await Promise.all([
      savesOf(stored),
      selection === null ? [] : ports.highlightsOf(pageKey),
      keep(stored),
    ]);
    return ok(
      previewOf(stored, {
        standings: page.ok ? standingsOf(saves, page.fingerprint) : [],
        isKept: selection !== null && areKept(selection, highlights),
      }),
    );
  }

  /** A browser that does not write still lets the person see; saving then reads the page anew. */
  async function keep(preview: StoredPreview): Promise<void> {
    try {
      await store.put(preview);
      await removeOld();
    } catch (cause) {
      ports.report(cause);
    }
  }

  async function savesOf({ pageKey, page }: StoredPreview): Promise<KeptItem[]> {
    const names = new Set([pageKey, ...(page.ok ? [page.customId] : [])]);
    const found = (await Promise.all([...names].map(ports.savesOf))).flat();
    const byId = new Map(found.map((save) => [save.id, save]));
    return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Null where it was not kept, is too old, or another was taken of its tab. */
  async function get(id: string): Promise<StoredPreview | null> {
    const preview = await store.get(id);
    return preview === null || preview.createdAt < now() - lifetimeMs ? null : preview;
  }

  async function text(id: string, part: 'page' | 'selection'): Promise<string | null> {
    const preview = await get(id);
    if (part === 'selection') return preview?.selection?.text ?? null;
    return preview?.page.ok === true ? preview.page.capture.content : null;
  }

  function removeOld(): Promise<void> {
    return store.removeBefore(now() - lifetimeMs);
  }

  /** After a start of the browser no tab is what it was. */
  function removeAll(): Promise<void> {
    return store.removeBefore(Number.POSITIVE_INFINITY);
  }

  return { take, get, text, removeOld, removeAll };
}

function pageOf(capture: PageCapture): StoredPreview['page'] {
  return {
    ok: true,
    capture,
    customId: customIdOf(capture),
    fingerprint: fingerprintOf(capture.content),
  };
}

/** The tab may have gone to another page between the two readings: those words are not of this one. */
function selectionOf(
  selected: Result<SelectionCapture & { pageUrl: string }, CaptureError>,
  pageKey: string,
): SelectionCapture | null {
  if (!selected.ok || selected.value.text.trim() === '') return null;
  const { pageUrl, ...selection } = selected.value;
  return customIdOf({ url: pageUrl, canonicalLink: null }) === pageKey ? selection : null;
}

const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed before it could be read.',
  retryable: false,
};
