/** Shows on the toolbar how a save goes, for when no popup is open. */
import {
  type OutboxItem,
  type OutboxSummary,
  type Outcome,
  outcomeOf,
  isLive,
  type LiveItem,
  type LiveSummary,
  type OutboxView,
} from '../outbox/model.ts';
import { type StoredConnections, hasRenamedMemory, withStoredName } from '../connections/model.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { type Badge, showBadge, showTitle, titleOf } from '../browser/action.ts';
import { getTab, knownTabs } from '../browser/tabs.ts';
import { isOfOwnNetwork } from '../save/model.ts';
import { errorWords } from '../i18n/errors.ts';
import { t } from '../i18n/i18n.ts';

const badges: Record<Outcome, Badge> = {
  pending: 'busy',
  saved: 'kept',
  searchable: 'done',
  problem: 'trouble',
};

/** A tab, as long as it shows the page of this identity; null if that can't be checked. */
type Place = { tabId: number | null; page: string | null };

/** Shows the state of an item on the button of its tab, as long as its page is open there. */
export function createSaveBadge(savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>) {
  /** Serialised: the badge of an earlier state must not be drawn last. */
  const enqueue = serialQueue();

  /** Called when an item left the list: the badge falls back to what else was saved of the page. */
  function clear(item: OutboxItem | OutboxSummary): Promise<void> {
    const place = placeOf(item);
    return enqueue(async () => {
      // Pages without an address can't be told from one another.
      const saves = item.pageKey === '' ? [] : await savesOf(item.pageKey);
      const newest = saves.find(({ id, kind }) => id !== item.id && kind !== 'note');
      const isThere = newest !== undefined && placeOf(newest).page === place.page;
      return isThere ? showState(newest, place) : showOn(place, 'none', toolbarName);
    });
  }

  function show(item: OutboxItem): Promise<void> {
    return isLive(item) ? enqueue(() => showState(item, placeOf(item))) : clear(item);
  }

  /** Called when a tab went to a page, to show that the page was saved before. */
  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const page = customIdOf({ url, canonicalLink: null });
    const newest = (await savesOf(page)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return enqueue(() => showState(newest, { tabId, page }));
  }

  /** Called when connections were stored: titles use the new name of a renamed Memory. */
  async function rename(before: StoredConnections, after: StoredConnections): Promise<void> {
    if (hasRenamedMemory(before, after)) await enqueue(() => renameAll(before));
  }

  async function renameAll(before: StoredConnections): Promise<void> {
    for (const { id: tabId, url } of await knownTabs()) {
      const saves = await savesOf(customIdOf({ url, canonicalLink: null }));
      const shown = saves.length === 0 ? null : await titleOf(tabId);
      const item = saves.find((save) => toolbarTitle(withStoredName(save, before)) === shown);
      if (item !== undefined) await showTitle(tabId, toolbarTitle(item));
    }
  }

  return { show, clear, arrive, rename };
}

/** Within this time, in milliseconds, a tab without an address is taken for the one that was clicked in. */
const soonMs = 5_000;

/**
 * The outcome of a link is shown on the page it was clicked on. The address of a restricted page is hidden: its save is
 * refused at once and shown there; later its tab may show any other page.
 */
function placeOf(item: OutboxItem | OutboxSummary): Place {
  const { source, pageKey, createdAt, updatedAt } = item;
  const clickedOn = item.kind === 'link' ? item.clickedOn : undefined;
  const page = clickedOn ?? pageKey;
  const isKnown = page !== '' || (clickedOn === undefined && updatedAt - createdAt < soonMs);
  return { tabId: source.tabId, page: isKnown ? page : null };
}

function showState(item: LiveItem | LiveSummary, place: Place): Promise<void> {
  return showOn(place, badges[outcomeOf(item.state)], toolbarTitle(item));
}

/** The browser removes a badge when its tab navigates; a later one would be on another page. */
async function showOn({ tabId, page }: Place, badge: Badge, title: string): Promise<void> {
  if (tabId === null) return;
  const tab = await getTab(tabId);
  if (tab === null || customIdOf({ url: tab.url, canonicalLink: null }) !== page) return;
  await showBadge(tabId, badge, title);
}

const toolbarName = t('manifest_name');

export function toolbarTitle(item: Saved): string {
  return t('toolbar_title', { name: toolbarName, said: stateText(item) });
}

type Saved = Pick<OutboxView, 'kind' | 'state' | 'container' | 'source'>;

function stateText(item: Saved): string {
  const { kind, state } = item;
  const memory = item.container.name;
  switch (outcomeOf(state)) {
    case 'pending':
      return t('toolbar_saving', { memory });
    case 'saved':
      return t('toolbar_saved', { memory });
    case 'searchable':
      return t('toolbar_searchable', { memory });
    case 'problem': {
      if (!('error' in state)) return t('toolbar_unsearchable', { memory });
      if (isOfOwnNetwork(item)) return t('links_ownNetwork');
      const problem = errorWords(state.error).title;
      // The popup doesn't show links that were clicked on the page.
      return kind === 'link' ? t('toolbar_linkProblem', { problem }) : problem;
    }
  }
}
