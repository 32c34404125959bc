import type { AppError, CaptureError } from '../contract/errors.ts';
import {
  type PageHighlights,
  type SiteState,
  highlightViews,
  type SavedSelection,
  type AnchoredHighlight,
  type SavedHighlight,
  type ShownTab,
} from './model.ts';
import {
  type OutboxItem,
  type Highlight,
  isLive,
  type LiveItem,
  validateText,
} from '../outbox/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { maxHighlights, type PageMessageInput, type PageCommand } from './page-messages.ts';
import { noteContentOf } from '../notes/model.ts';
import { cutTitle } from '../text/cut-text.ts';

type ListingPorts = HighlightPorts & {
  siteStateOf: (url: string) => Promise<SiteState>;
  nextPlacing: (tabId: number, ms: number) => Promise<void>;
};

/** For a newly injected script. */
const drawingPatienceMs = 4_000;

export function createHighlights(ports: ListingPorts) {
  const { highlights, tabs, command, changed } = ports;

  /** Fails with `page.gone` if the tab is closed. */
  async function ofPage(tabId: number): Promise<Result<PageHighlights, AppError>> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return err(tabGone);
    const { url, title } = tab;
    if (url === '') return ok({ page: null, site: unknownSite, highlights: [] });
    const key = customIdOf({ url, canonicalLink: null });
    const shown = await tabs.get(tabId);
    return ok({
      page: { key, title },
      site: await ports.siteStateOf(url),
      highlights: highlightViews(
        await highlightsOf(key, ports),
        shown?.pageKey === key ? shown.placements : {},
      ),
    });
  }

  /** Needs a click in the tab. */
  async function draw(tabId: number): Promise<Result<null, AppError>> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return err(tabGone);
    const { isAllowed } = await ports.siteStateOf(tab.url);
    const clickedAt = isAllowed || !URL.canParse(tab.url) ? null : new URL(tab.url).origin;
    await tabs.update(tabId, (before) => ({ ...before, clickedAt }));
    const injected = await ports.inject(tabId);
    if (!injected.ok) return injected;
    await refreshTab(tabId);
    return ok(null);
  }

  async function reveal(
    tabId: number,
    id: string,
  ): Promise<Result<{ isThere: boolean }, AppError>> {
    const isShown = await scrollTo(tabId, id);
    if (isShown !== null) return ok({ isThere: isShown });
    const placing = ports.nextPlacing(tabId, drawingPatienceMs);
    const drawn = await draw(tabId);
    if (!drawn.ok) return drawn;
    await placing;
    return ok({ isThere: (await scrollTo(tabId, id)) ?? false });
  }

  async function scrollTo(tabId: number, id: string): Promise<boolean | null> {
    const place = (await tabs.get(tabId))?.placements[id];
    const frameId = place?.placement === 'placed' ? place.frameId : null;
    const answer = await command({ tabId, frameId }, { command: 'highlights.reveal', id });
    return isThereIn(answer);
  }

  /** Only on sites where highlighting is on. False if no script answers, so the selection must be read without it. */
  async function compose(tabId: number, frameId: number | null): Promise<boolean> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return false;
    const { isAllowed } = await ports.siteStateOf(tab.url);
    if (!isAllowed && (await tabs.get(tabId)) === null) return false;
    const name = isAllowed ? 'highlights.compose' : 'highlights.finish';
    return isThereIn(await command({ tabId, frameId }, { command: name })) === true;
  }

  async function setVisible(id: string, isMarked: boolean): Promise<void> {
    const highlight = await highlights.get(id);
    if (highlight === null) return;
    await highlights.update(id, { isUnmarked: !isMarked });
    if (highlight.pageKey !== undefined) await refresh(highlight.pageKey);
  }

  /** After a note was read, discarded, restored or deleted. */
  async function noteChanged(item: Pick<OutboxItem, 'kind' | 'pageKey'>): Promise<void> {
    if (item.kind === 'note') await refresh(item.pageKey);
  }

  async function refresh(pageKey: string): Promise<void> {
    changed(pageKey);
    const showing = (await tabs.list()).filter((tab) => tab.pageKey === pageKey);
    await Promise.all(showing.map(({ tabId }) => refreshTab(tabId)));
  }

  async function refreshTab(tabId: number): Promise<void> {
    await command({ tabId, frameId: null }, { command: 'highlights.refresh' });
  }
  return { ofPage, draw, reveal, compose, setVisible, noteChanged };
}

function isThereIn(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('isThere' in answer)) return null;
  return answer.isThere === true;
}

const unknownSite: SiteState = { pattern: null, isAllowed: false };
const tabGone = failure('page.gone', 'The tab was closed.');

export type PageSender = {
  tabId: number;
  frameId: number;
  /** The tab's URL, also for a frame. */
  pageUrl: string;
  frameUrl: string;
};

/** A little longer than the page offers to undo. */
const holdMs = 10_000;

/** Each script can see and change only highlights of its page and frame. */
export function createPageHighlights(ports: HighlightPorts) {
  async function list(from: PageSender): Promise<AnchoredHighlight[]> {
    const pageKey = keyOf(from.pageUrl);
    await ports.tabs.update(from.tabId, (tab) =>
      tab.pageKey === pageKey ? tab : { ...tab, pageKey, placements: {} },
    );
    const marked = await visibleHighlightsOf(pageKey, ports);
    return marked
      .filter(({ highlight }) => isOfFrame(highlight, from))
      .slice(-maxHighlights)
      .flatMap(({ highlight: { id, anchor, comment } }) =>
        anchor === null ? [] : [{ id, anchor, comment: comment ?? null }],
      );
  }

  /** Safe to repeat. Uses the URLs the browser reports. Fails with `page.gone` if the selection is from another page. */
  async function save(
    { id, selection, comment }: SavedSelection,
    from: PageSender,
  ): Promise<Result<{ memory: string }, AppError>> {
    const pageKey = keyOf(from.pageUrl);
    // The page may have navigated while the comment was written.
    if (from.frameId === 0 && keyOf(selection.url) !== pageKey) return err(pageLeft);
    const place = await ports.place();
    if (!place.ok) return place;
    const note = comment === null || comment.trim() === '' ? null : comment;
    const content = noteContentOf({ quote: selection.text, comment: note, source: null });
    const problem = validateText({ title: null, content }, 'note');
    if (problem !== null) return err(problem);
    const title = cutTitle(selection.title);
    const at = ports.now();
    const saved = await ports.request(
      {
        id,
        kind: 'note',
        ...place.value,
        source: { url: from.pageUrl, title, tabId: from.tabId, frameId: from.frameId },
        pageKey,
        customId: null,
        material: { kind: 'note', content },
        createdAt: at,
        updatedAt: at,
        heldUntil: at + holdMs,
        state: { status: 'captured' },
      },
      {
        id,
        memoryId: null,
        text: content,
        quote: selection.text,
        comment: note,
        url: from.frameUrl,
        title,
        pageKey,
        anchor: selection.anchor,
        createdAt: at,
      },
    );
    if (!saved.ok) return saved;
    ports.work();
    ports.changed(pageKey);
    return ok({ memory: saved.value.container.name });
  }

  /** Safe to repeat. Fails with `memory.not-found` for another page's note. */
  async function undo(id: string, from: PageSender): Promise<Result<null, AppError>> {
    if ((await ownHighlight(id, from)) === null) return err(noSuchHighlight);
    const [item] = await ports.itemsOf([id]);
    if (item?.state.status === 'discarded') return ok(null);
    const heldUntil = item?.kind === 'note' ? (item.heldUntil ?? 0) : 0;
    const isHeld = item?.state.status === 'captured' && heldUntil > ports.now();
    if (!isHeld) return err(sentAlready);
    await ports.discard(id);
    return ok(null);
  }

  /** Fails with `memory.not-found` for another page's highlight. */
  async function setVisible(
    id: string,
    isMarked: boolean,
    from: PageSender,
  ): Promise<Result<null, AppError>> {
    if ((await ownHighlight(id, from)) === null) return err(noSuchHighlight);
    await ports.highlights.update(id, { isUnmarked: !isMarked });
    ports.changed(keyOf(from.pageUrl));
    return ok(null);
  }

  async function ownHighlight(id: string, from: PageSender): Promise<Highlight | null> {
    const highlight = await ports.highlights.get(id);
    const isOwn =
      highlight !== null && highlight.pageKey === keyOf(from.pageUrl) && isOfFrame(highlight, from);
    return isOwn ? highlight : null;
  }

  /** Ignores highlights of other pages. */
  async function placed(
    { placements }: PageMessageInput<'highlights.placed'>,
    from: PageSender,
  ): Promise<void> {
    const pageKey = keyOf(from.pageUrl);
    const known = new Set((await ports.highlights.ofPage(pageKey)).map(({ id }) => id));
    const reported = placements.filter(({ id }) => known.has(id));
    await ports.tabs.update(from.tabId, (tab) => ({
      ...tab,
      pageKey,
      placements: {
        ...(tab.pageKey === pageKey ? tab.placements : {}),
        ...Object.fromEntries(
          reported.map(({ id, placement, order }) => [
            id,
            { placement, order, frameId: from.frameId },
          ]),
        ),
      },
    }));
    ports.changed(pageKey);
  }
  return { list, save, undo, setVisible, placed };
}

/** Frames are identified by their URL. */
function isOfFrame(highlight: Highlight, { frameId, frameUrl }: PageSender): boolean {
  // A single-page app may have navigated since, so compare keys.
  const isOfPage = keyOf(highlight.url) === highlight.pageKey;
  return frameId === 0 ? isOfPage : keyOf(highlight.url) === keyOf(frameUrl);
}

function keyOf(url: string): string {
  return customIdOf({ url, canonicalLink: null });
}

const pageLeft = failure('page.gone', 'The page changed before this was saved.');
const sentAlready = failure('save.sent', 'The note is already being sent.');
const noSuchHighlight = failure('memory.not-found', 'This page has no such highlight.');

function failure(code: CaptureError['code'] | 'save.sent' | 'memory.not-found', message: string) {
  return { code, message, retryable: false } as const;
}

type Ports = Pick<HighlightPorts, 'highlights' | 'itemsOf'>;

/** Leaves out discarded notes. A note without an outbox row is still in its Memory. */
export async function highlightsOf(
  pageKey: string,
  { highlights, itemsOf }: Ports,
): Promise<SavedHighlight[]> {
  const all = await highlights.ofPage(pageKey);
  const items = new Map((await itemsOf(all.map(({ id }) => id))).map((item) => [item.id, item]));
  return all.flatMap((highlight): SavedHighlight[] => {
    const item = items.get(highlight.id) ?? null;
    if (item === null) return [{ highlight, item }];
    return isLive(item) ? [{ highlight, item }] : [];
  });
}

async function visibleHighlightsOf(pageKey: string, ports: Ports): Promise<SavedHighlight[]> {
  const all = await highlightsOf(pageKey, ports);
  return all.filter(({ highlight }) => highlight.isUnmarked !== true);
}

export type HighlightPorts = {
  highlights: {
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    get: (id: string) => Promise<Highlight | null>;
    update: (id: string, changes: { isUnmarked: boolean }) => Promise<void>;
  };
  /** Includes discarded items. */
  itemsOf: (ids: readonly string[]) => Promise<OutboxItem[]>;
  /** Writes both or neither. Returns the existing note if the id is known. */
  request: (item: LiveItem, highlight: Highlight) => Promise<Result<LiveItem, AppError>>;
  discard: (id: string) => Promise<void>;
  /** The default destination for notes. */
  place: () => Promise<Result<Pick<LiveItem, 'connectionId' | 'container'>, AppError>>;
  work: () => void;
  /** Null if the tab is closed; `url` is empty if unknown. */
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  tabs: ShownTabs;
  /** Into all accessible frames; harmless if the script already runs. */
  inject: (tabId: number) => Promise<Result<null, CaptureError>>;
  /** Undefined if no script answers. Without a frame, sends to all. */
  command: (
    to: { tabId: number; frameId: number | null },
    command: PageCommand,
  ) => Promise<unknown>;
  changed: (pageKey: string) => void;
  now: () => number;
};

/** Session storage. */
export type ShownTabs = {
  list: () => Promise<ShownTab[]>;
  get: (tabId: number) => Promise<ShownTab | null>;
  update: (tabId: number, change: (tab: ShownTab) => ShownTab) => Promise<void>;
};
