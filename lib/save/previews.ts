import type { PageCapture, PagePart, SelectionCapture } from '../capture/schema.ts';
import {
  type Preview,
  type ReadingProgress,
  type StoredPreview,
  type PageComparison,
  isStoredAsRead,
  tabGone,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { customIdOf, pageKeyOf } from '../custom-id/custom-id.ts';
import { type SavedHighlight, isAlreadySaved } from '../highlights/model.ts';
import { fingerprintOf, compareFingerprints } from '../fingerprint/fingerprint.ts';
import type { LiveSummary } from '../outbox/model.ts';
import { named } from '../capture/page-name.ts';
import type { readPage, readSelection } from './page-reader.ts';
import type { createPreviewStore } from './preview-store.ts';
import { cutBetweenWords } from '../text/cut-text.ts';
import { plainText } from '../text/plain-text.ts';
import { readingMinutes, wordsOf } from '../text/segments.ts';

export type PreviewPorts = {
  getTab: (tabId: number) => Promise<{ url: string } | null>;
  readPage: typeof readPage;
  readSelection: typeof readSelection;
  store: ReturnType<typeof createPreviewStore>;
  /** Returns the saves of a page, newest first, by the id of its URL or its canonical URL. */
  savesOf: (pageKey: string) => Promise<LiveSummary[]>;
  highlightsOf: (pageKey: string) => Promise<readonly SavedHighlight[]>;
  progress: (tabId: number, progress: ReadingProgress) => void;
  /** Called if storing fails; the preview is shown anyway. */
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};

/** Time for which a preview can be saved. */
const lifetimeMs = 30 * 60_000;

export function createPreviews(ports: PreviewPorts) {
  const { store, now } = ports;

  /** Fails with `page.gone` if the tab is closed. */
  async function take(tabId: number, part: PagePart): AsyncResult<Preview> {
    const [read, selected] = await Promise.all([
      ports.readPage({ tabId, part }, (progress) => ports.progress(tabId, progress)),
      ports.readSelection({ tabId, frameId: null }),
    ]);
    const url = read.ok ? read.value.url : (await ports.getTab(tabId))?.url;
    if (url === undefined) return err(tabGone);
    const pageKey = pageKeyOf(url);
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
        comparisons: page.ok ? comparisonsOf(saves, page) : [],
        isKept: selection !== null && isAlreadySaved(selection, highlights),
      }),
    );
  }

  /** If storing fails, saving reads the page again. */
  async function keep(preview: StoredPreview): Promise<void> {
    try {
      await store.put(preview);
      await removeOld();
    } catch (cause) {
      ports.report(cause);
    }
  }

  async function savesOf({ pageKey, page }: StoredPreview): Promise<LiveSummary[]> {
    const names = new Set([pageKey, ...(page.ok ? [page.customId] : [])]);
    const found = (await Promise.all([...names].map(ports.savesOf))).flat();
    const byId = new Map(found.map((save) => [save.id, save]));
    return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Returns null if the preview wasn't stored, expired or was replaced. */
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

  return {
    take,
    get,
    text,
    removeOld,
    /** Removes all previews after a browser start, because tab ids change. */
    removeAll: () => store.removeBefore(Number.POSITIVE_INFINITY),
  };
}

function pageOf(capture: PageCapture): StoredPreview['page'] {
  return {
    ok: true,
    capture,
    customId: customIdOf(capture),
    fingerprint: fingerprintOf(capture.content),
  };
}

/** Returns null if the tab navigated between the two readings. */
function selectionOf(
  selected: Awaited<ReturnType<typeof readSelection>>,
  pageKey: string,
): SelectionCapture | null {
  if (!selected.ok || selected.value.text.trim() === '') return null;
  const { pageUrl, ...selection } = selected.value;
  return pageKeyOf(pageUrl) === pageKey ? selection : null;
}

/** Maximum characters shown of a page or a selection. */
const shown = 600;
/** Markdown may be longer than its text, for example because of URLs. Cut it at this multiple. */
const markdownShare = 8;

function previewOf(
  { id, page, selection }: StoredPreview,
  { comparisons, isKept }: { comparisons: PageComparison[]; isKept: boolean },
): Preview {
  return {
    id,
    page: page.ok
      ? { ok: true, ...pageViewOf(page.capture), customId: page.customId, comparisons }
      : page,
    selection: selection === null ? null : { ...selectionViewOf(selection), isKept },
  };
}

function pageViewOf({
  content,
  canonicalLink: _canonicalLink,
  excerpt: _excerpt,
  isPartial: _isPartial,
  capturedAt: _capturedAt,
  ...facts
}: PageCapture) {
  return {
    ...facts,
    ...openingOf(content),
    readingMinutes: readingMinutes(content, facts.wordCount),
  };
}

function openingOf(content: string): { opening: string; isWhole: boolean } {
  const start = content.slice(0, shown * markdownShare);
  const plain = plainText(start)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
  const opening = cutBetweenWords(plain, shown);
  return { opening, isWhole: opening === plain && start.length === content.length };
}

function selectionViewOf({ text }: SelectionCapture) {
  const opening = cutBetweenWords(text.trim(), shown);
  return { opening, isWhole: opening === text.trim(), words: wordsOf(text).length };
}

/** `saves` must be newest first. */
export function comparisonsOf(saves: readonly LiveSummary[], read: ReadText): PageComparison[] {
  const kept = saves.filter((save) => save.kind !== 'note' && save.state.status !== 'refused');
  const byMemory = Map.groupBy(kept, ({ container }) => container.id);
  return [...byMemory].map(([memoryId, its]) => ({ memoryId, ...comparisonIn(its, read) }));
}

type ReadText = { fingerprint: string; capture: Pick<PageCapture, 'part'> };

/**
 * Returns `same` if any version has the same text, otherwise compares with the newest known text of the same part of the
 * page.
 */
function comparisonIn(
  saves: readonly LiveSummary[],
  { fingerprint, capture: { part = 'article' } }: ReadText,
): Omit<PageComparison, 'memoryId'> {
  let isOtherPart = false;
  const compared = saves.flatMap((save) => {
    if (save.kind !== 'page' || save.fingerprint === undefined) return [];
    if (!isStoredAsRead(save)) return [];
    if ((save.part ?? 'article') !== part) {
      isOtherPart = true;
      return [];
    }
    const words = compareFingerprints(save.fingerprint, fingerprint);
    return words === 'unknown' ? [] : [{ savedAt: save.createdAt, words }];
  });
  const best = compared.find(({ words }) => words === 'same') ?? compared[0];
  const words = isOtherPart ? 'other-part' : 'unknown';
  return best ?? { savedAt: saves.at(-1)?.createdAt ?? 0, words };
}
