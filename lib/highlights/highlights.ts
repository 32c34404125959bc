import { appError, type CaptureError } from '../contract/errors.ts';
import {
  type PageHighlights,
  type SiteState,
  type HighlightedPages,
  highlightView,
  highlightViews,
  type SavedSelection,
  type AnchoredHighlight,
  type SavedHighlight,
} from './model.ts';
import type { chosenColor, HighlightStore, shownTabStore } from './store.ts';
import {
  type Editable,
  editableOf,
  type OutboxItem,
  type Highlight,
  type HighlightColor,
  highlightColors,
  isLive,
  type LiveItem,
  newNote,
} from '../outbox/model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import { maxHighlights, type PageMessageInput, type PageCommand } from './page-messages.ts';
import { noteContentOf, sourceLine } from '../notes/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { PageSender } from '../messaging/page-router.ts';

type ListingPorts = HighlightPorts & {
  siteStateOf: (url: string) => Promise<SiteState>;
  nextPlacing: (tabId: number, ms: number) => Promise<void>;
};

/** How long to wait for a newly injected script to place its highlights. */
const drawingPatienceMs = 4_000;

export function createHighlights(ports: ListingPorts) {
  const { highlights, tabs, command, changed } = ports;

  /** Lists the highlights of the page in a tab. Fails with `page.gone` if the tab is closed. */
  async function ofPage(tabId: number): AsyncResult<PageHighlights> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return err(tabGone);
    const { url, title } = tab;
    if (url === '') return ok({ page: null, site: unknownSite, highlights: [] });
    const key = pageKeyOf(url);
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

  /** Lists the pages with the newest highlights. */
  async function listPages(most: number): Promise<HighlightedPages> {
    const byPage = Map.groupBy(
      await highlights.list(),
      ({ pageKey, url }) => pageKey ?? pageKeyOf(url),
    );
    const groups = [...byPage].slice(0, most);
    const pages = await Promise.all(
      groups.map(async ([key, all]) => {
        const saved = (await savedHighlights(all, ports)).toSorted(
          (a, b) => b.highlight.createdAt - a.highlight.createdAt,
        );
        const page = saved.find(({ highlight }) => pageKeyOf(highlight.url) === key) ?? saved[0];
        return {
          key,
          title: page?.highlight.title ?? '',
          // The key of a page is its address, unless it's derived from a canonical link.
          url: page?.item?.source.url ?? page?.highlight.url ?? '',
          highlights: saved.map((one) => highlightView(one, null)),
        };
      }),
    );
    return {
      pages: pages.filter((page) => page.highlights.length > 0),
      hasMore: byPage.size > groups.length,
    };
  }

  /** Injects the script that draws highlights. Needs a click in the tab or permission for the site. */
  async function draw(tabId: number): AsyncResult<null> {
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

  async function reveal(tabId: number, id: string): AsyncResult<{ isThere: boolean }> {
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

  /**
   * Opens the comment box; if highlighting is off for the site, saves an open comment or shows the selection's card.
   * Returns false if no script handled the selection.
   */
  async function compose(tabId: number, frameId: number | null): Promise<boolean> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return false;
    const { isAllowed } = await ports.siteStateOf(tab.url);
    if (!isAllowed && (await tabs.get(tabId)) === null) return false;
    const name = isAllowed ? 'highlights.compose' : 'highlights.finish';
    return isThereIn(await command({ tabId, frameId }, { command: name })) === true;
  }

  /** Call this after a note is captured, discarded, restored or deleted. */
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

  const editor = createEditor(ports, {
    find: highlights.get,
    onChange: async ({ pageKey }) => {
      if (pageKey !== undefined) await refresh(pageKey);
    },
  });
  return { ofPage, listPages, draw, reveal, compose, noteChanged, ...editor };
}

function isThereIn(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('isThere' in answer)) return null;
  return answer.isThere === true;
}

const unknownSite: SiteState = { pattern: null, isAllowed: false };
const tabGone = appError('page.gone', 'The tab was closed.');

/** Slightly longer than the page offers Undo, so that the note isn't sent earlier. */
const holdMs = 10_000;

/** Handles messages from page scripts, which can access only highlights on their own page and frame. */
export function createPageHighlights(ports: HighlightPorts) {
  async function list(from: PageSender): Promise<AnchoredHighlight[]> {
    const pageKey = pageKeyOf(from.pageUrl);
    await ports.tabs.update(from.tabId, (tab) =>
      tab.pageKey === pageKey ? tab : { ...tab, pageKey, placements: {} },
    );
    return (await highlightsOf(pageKey, ports))
      .filter(({ highlight }) => highlight.isUnmarked !== true && isOfFrame(highlight, from))
      .slice(-maxHighlights)
      .flatMap(({ highlight: { id, anchor, comment = null, color = highlightColors[0] } }) =>
        anchor === null ? [] : [{ id, anchor, comment, color }],
      );
  }

  /** Saves a selection with URLs from the browser; safe to repeat. Fails with `page.gone` if the page navigated. */
  async function save(
    { id, selection, comment }: SavedSelection,
    from: PageSender,
  ): AsyncResult<{ memory: string; color: HighlightColor }> {
    const pageKey = pageKeyOf(from.pageUrl);
    // The page might have navigated while the comment was written.
    if (from.frameId === 0 && pageKeyOf(selection.url) !== pageKey) return err(pageLeft);
    const place = await ports.place();
    if (!place.ok) return place;
    const own = comment === null || comment.trim() === '' ? null : comment;
    const content = noteContentOf({ quote: selection.text, comment: own, source: null });
    const at = ports.now();
    const note = newNote({ id, content, at });
    if (!note.ok) return note;
    const title = cutTitle(selection.title);
    const color = await ports.color.read();
    const saved = await ports.request(
      {
        ...note.value,
        ...place.value,
        source: { url: from.pageUrl, title, tabId: from.tabId, frameId: from.frameId },
        pageKey,
        heldUntil: at + holdMs,
      },
      {
        id,
        memoryId: null,
        text: content,
        quote: selection.text,
        comment: own,
        url: from.frameUrl,
        title,
        pageKey,
        anchor: selection.anchor,
        createdAt: at,
        color,
      },
    );
    if (!saved.ok) return saved;
    ports.work();
    ports.changed(pageKey);
    return ok({ memory: saved.value.container.name, color });
  }

  /** Discards a note; safe to repeat. Fails with `memory.not-found` for another page's note. */
  async function undo(id: string, from: PageSender): AsyncResult<null> {
    if ((await ownHighlight(id, from)) === null) return err(noSuchHighlight);
    const [item] = await ports.itemsOf([id]);
    if (item?.state.status === 'discarded') return ok(null);
    const heldUntil = item?.kind === 'note' ? (item.heldUntil ?? 0) : 0;
    const isHeld = item?.state.status === 'captured' && heldUntil > ports.now();
    if (!isHeld) return err(sentAlready);
    await ports.discard(id);
    return ok(null);
  }

  /** Changes the highlights of the sender's page and frame. */
  function editorFor(from: PageSender) {
    return createEditor(ports, {
      find: (id) => ownHighlight(id, from),
      onChange: () => ports.changed(pageKeyOf(from.pageUrl)),
    });
  }

  async function ownHighlight(id: string, from: PageSender): Promise<Highlight | null> {
    const highlight = await ports.highlights.get(id);
    const isOwn =
      highlight !== null &&
      highlight.pageKey === pageKeyOf(from.pageUrl) &&
      isOfFrame(highlight, from);
    return isOwn ? highlight : null;
  }

  /** Stores where highlights were drawn, ignoring those of other pages. */
  async function placed(
    { placements }: PageMessageInput<'highlights.placed'>,
    from: PageSender,
  ): Promise<void> {
    const pageKey = pageKeyOf(from.pageUrl);
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
  return { list, save, undo, editorFor, placed };
}

/** Returns whether a highlight belongs to the sender's frame. Frames are identified by their URL. */
function isOfFrame(highlight: Highlight, { frameId, frameUrl }: PageSender): boolean {
  // A single-page app might have navigated since, so compare keys.
  const isOfPage = pageKeyOf(highlight.url) === highlight.pageKey;
  return frameId === 0 ? isOfPage : pageKeyOf(highlight.url) === pageKeyOf(frameUrl);
}

const pageLeft = appError('page.gone', 'The page changed before this was saved.');
const sentAlready = appError('save.sent', 'The note is already being sent.');
const noSuchHighlight = appError('memory.not-found', 'This page has no such highlight.');

type Ports = Pick<HighlightPorts, 'highlights' | 'itemsOf'>;

/** Returns a page's highlights without discarded notes. A note without an outbox row is still in its Memory. */
export async function highlightsOf(pageKey: string, ports: Ports): Promise<SavedHighlight[]> {
  return savedHighlights(await ports.highlights.ofPage(pageKey), ports);
}

/** Leaves out discarded notes, and notes replaced by a note with a changed comment. */
async function savedHighlights(
  all: readonly Highlight[],
  { itemsOf }: Pick<HighlightPorts, 'itemsOf'>,
): Promise<SavedHighlight[]> {
  const items = new Map((await itemsOf(all.map(({ id }) => id))).map((item) => [item.id, item]));
  const kept = all.flatMap((highlight) => {
    const item = items.get(highlight.id) ?? null;
    return item === null || isLive(item) ? [{ highlight, item }] : [];
  });
  const byId = new Map(kept.map(({ highlight }) => [highlight.id, highlight]));
  const replaced = new Set(kept.flatMap(({ highlight: { replaces } }) => replaces ?? []));
  return kept
    .filter(({ highlight }) => !replaced.has(highlight.id))
    .map((one) => ({ ...one, earlierId: firstVersionOf(one.highlight, byId) }));
}

/** Returns the oldest stored version. It must be deleted first: it would reappear if its successor were deleted. */
function firstVersionOf(
  { id, replaces }: Highlight,
  byId: ReadonlyMap<string, Highlight>,
): string | null {
  const seen = new Set([id]);
  let first: string | null = null;
  let next = replaces;
  while (next !== undefined && byId.has(next) && !seen.has(next)) {
    seen.add(next);
    first = next;
    next = byId.get(next)?.replaces;
  }
  return first;
}

type EditorOptions = {
  /** Returns null unless the highlight exists and can be changed. */
  find: (id: string) => Promise<Highlight | null>;
  onChange: (highlight: Highlight) => Promise<void> | void;
};

/** Changes highlights. Each change fails with `memory.not-found` if `find` returns null. */
function createEditor(ports: HighlightPorts, { find, onChange }: EditorOptions) {
  async function change<T>(
    id: string,
    work: (highlight: Highlight) => AsyncResult<T>,
  ): AsyncResult<T> {
    const highlight = await find(id);
    if (highlight === null) return err(noSuchHighlight);
    const result = await work(highlight);
    await onChange(highlight);
    return result;
  }
  return {
    setVisible: (id: string, isMarked: boolean) =>
      change(id, async () => ok(await ports.highlights.update(id, { isUnmarked: !isMarked }))),
    setColor: (id: string, color: HighlightColor) =>
      change(id, async () => {
        await ports.highlights.update(id, { color });
        return ok(await ports.color.write(color));
      }),
    setComment: (id: string, comment: string | null) =>
      change(id, (highlight) => changeComment(highlight, comment, ports)),
  };
}

/**
 * Changes a note that hasn't been sent. Otherwise, stores a new note for the same place on the page that replaces the
 * earlier one, because the contract doesn't allow changing a note.
 */
async function changeComment(
  highlight: Highlight,
  typed: string | null,
  ports: HighlightPorts,
): AsyncResult<{ id: string }> {
  const { id, text, quote = text } = highlight;
  const comment = typed === null || typed.trim() === '' ? null : typed.trim();
  if (comment === (highlight.comment ?? null)) return ok({ id });
  const source = text.endsWith(sourceLine(highlight)) ? highlight : null;
  const content = noteContentOf({ quote, comment, source });
  const newId = ports.newId();
  const note = newNote({ id: newId, content, at: ports.now() });
  if (!note.ok) return note;
  const [item] = await ports.itemsOf([id]);
  if (item !== undefined && isLive(item) && editableOf(item) !== null) {
    const memoryId = item.container.id;
    const edited = await ports.edit(id, { title: null, content, memoryId });
    // The note might have been sent in the meantime.
    if (edited.ok || edited.error.code !== 'save.sent') return edited.ok ? ok({ id }) : edited;
  }
  const place = item === undefined ? await ports.place() : ok(item);
  if (!place.ok) return place;
  const { connectionId, container } = place.value;
  const { url, title } = highlight;
  const pageKey = highlight.pageKey ?? pageKeyOf(url);
  const saved = await ports.request(
    {
      ...note.value,
      connectionId,
      container,
      source: item?.source ?? { url, title, tabId: null, frameId: null },
      pageKey,
    },
    {
      ...highlight,
      id: newId,
      memoryId: null,
      text: content,
      quote,
      comment,
      pageKey,
      replaces: id,
    },
  );
  if (!saved.ok) return saved;
  ports.work();
  return ok({ id: newId });
}

export type HighlightPorts = {
  highlights: Pick<HighlightStore, 'ofPage' | 'get' | 'list' | 'update'>;
  /** The color of new highlights. */
  color: Pick<typeof chosenColor, 'read' | 'write'>;
  /** Returns outbox items, including discarded ones. */
  itemsOf: (ids: readonly string[]) => Promise<OutboxItem[]>;
  /** Stores the note and its highlight, or neither. Returns the existing note if the id is known. */
  request: (item: LiveItem, highlight: Highlight) => AsyncResult<LiveItem>;
  discard: (id: string) => Promise<void>;
  /** Fails with `save.sent` once the note was sent. */
  edit: (id: string, change: Editable & { memoryId: string }) => AsyncResult<unknown>;
  newId: () => string;
  /** Returns the default destination for notes. */
  place: () => AsyncResult<Pick<LiveItem, 'connectionId' | 'container'>>;
  work: () => void;
  /** Returns null if the tab is closed; `url` is empty if unknown. */
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  tabs: ShownTabs;
  /** Injects the script into all accessible frames. Harmless if it's already running. */
  inject: (tabId: number) => AsyncResult<null, CaptureError>;
  /** Sends a command to one frame, or to all if it's null. Returns undefined if no script responds. */
  command: (
    to: { tabId: number; frameId: number | null },
    command: PageCommand,
  ) => Promise<unknown>;
  changed: (pageKey: string) => void;
  now: () => number;
};

/** Tabs with a page script, kept in session storage. */
export type ShownTabs = Pick<typeof shownTabStore, 'list' | 'get' | 'update'>;
