/** The highlights of a page as the surfaces list them, and what becomes of their marks on the pages that are open. */
import type { AppError } from '../../contracts/errors.ts';
import type { PageHighlights, SiteStanding } from '../../contracts/highlights.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import { highlightViews } from '../../core/highlights/highlight-view.ts';
import type { HighlightPorts } from './ports.ts';
import { highlightsOf } from './shown-marks.ts';

export type ListingPorts = HighlightPorts & {
  standingOf: (url: string) => Promise<SiteStanding>;
  /** Settles once the tab has told where its marks are, or after `ms` milliseconds. */
  nextPlacing: (tabId: number, ms: number) => Promise<void>;
};

/** How long a script that was only just let in may take to find the places of its marks. */
const drawingPatienceMs = 4_000;

export function createHighlights(ports: ListingPorts) {
  const { highlights, tabs, command, changed } = ports;

  /** Fails with `page.gone` where the tab is closed. */
  async function ofPage(tabId: number): Promise<Result<PageHighlights, AppError>> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return err(tabGone);
    const { url, title } = tab;
    if (url === '') return ok({ page: null, site: unknownSite, highlights: [] });
    const key = customIdOf({ url, canonicalLink: null });
    const shown = await tabs.get(tabId);
    return ok({
      page: { key, title },
      site: await ports.standingOf(url),
      highlights: highlightViews(
        await highlightsOf(key, ports),
        shown?.pageKey === key ? shown.placements : {},
      ),
    });
  }

  /** Lets the script into a tab that the person's click opened to it, and has it draw what there is. */
  async function draw(tabId: number): Promise<Result<null, AppError>> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return err(tabGone);
    const { isAllowed } = await ports.standingOf(tab.url);
    const clickedAt = isAllowed || !URL.canParse(tab.url) ? null : new URL(tab.url).origin;
    // Before the script runs: it asks for its marks at once.
    await tabs.update(tabId, (before) => ({ ...before, clickedAt }));
    const injected = await ports.inject(tabId);
    if (!injected.ok) return injected;
    await refreshTab(tabId);
    return ok(null);
  }

  /** Draws the marks first where the page has none yet. */
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

  /** Gives null where no script answers for the mark. */
  async function scrollTo(tabId: number, id: string): Promise<boolean | null> {
    const place = (await tabs.get(tabId))?.placements[id];
    const frameId = place?.placement === 'placed' ? place.frameId : null;
    const answer = await command({ tabId, frameId }, { command: 'marks.reveal', id });
    return isThereIn(answer);
  }

  /**
   * Has the script of a site that is allowed open the box for a note on what is selected. One that was only let in keeps
   * what a comment is being written on, and opens nothing. False where none answers, and the words are to be read without
   * it.
   */
  async function compose(tabId: number, frameId: number | null): Promise<boolean> {
    const tab = await ports.getTab(tabId);
    if (tab === null) return false;
    const { isAllowed } = await ports.standingOf(tab.url);
    if (!isAllowed && (await tabs.get(tabId)) === null) return false;
    const name = isAllowed ? 'marks.compose' : 'marks.finish';
    return isThereIn(await command({ tabId, frameId }, { command: name })) === true;
  }

  /** Takes a mark off, or puts it back; nothing where there is none. */
  async function setMarked(id: string, isMarked: boolean): Promise<void> {
    const highlight = await highlights.get(id);
    if (highlight === null) return;
    await highlights.update(id, { isUnmarked: !isMarked });
    if (highlight.pageKey !== undefined) await refresh(highlight.pageKey);
  }

  /** A note was read, discarded, brought back or deleted, wherever that was done. */
  async function noteChanged({
    kind,
    pageKey,
  }: Pick<OutboxItem, 'kind' | 'pageKey'>): Promise<void> {
    if (kind === 'note') await refresh(pageKey);
  }

  /** Has every tab that shows the page list its marks again. */
  async function refresh(pageKey: string): Promise<void> {
    changed(pageKey);
    const showing = (await tabs.list()).filter((tab) => tab.pageKey === pageKey);
    await Promise.all(showing.map(({ tabId }) => refreshTab(tabId)));
  }

  async function refreshTab(tabId: number): Promise<void> {
    await command({ tabId, frameId: null }, { command: 'marks.refresh' });
  }

  return { ofPage, draw, reveal, compose, setMarked, noteChanged };
}

/** What the script of a page says of what it was asked to show; null where none answered. */
function isThereIn(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('isThere' in answer)) return null;
  return answer.isThere === true;
}

const unknownSite: SiteStanding = { pattern: null, isAllowed: false };

const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed.',
  retryable: false,
};
