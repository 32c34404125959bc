/** Shows save progress while no popup is open. */
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

/** Valid while the tab shows this page; null if that can't be checked. */
type Place = { tabId: number | null; page: string | null };

export function createSaveBadge(savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>) {
  /** Serialized: an earlier state must not be drawn last. */
  const enqueue = serialQueue();

  /** Falls back to what else was saved of the page. */
  function clear(item: OutboxItem | OutboxSummary): Promise<void> {
    const place = placeOf(item);
    return enqueue(async () => {
      // Pages without an address can't be distinguished.
      const saves = item.pageKey === '' ? [] : await savesOf(item.pageKey);
      const newest = saves.find(({ id, kind }) => id !== item.id && kind !== 'note');
      const isThere = newest !== undefined && placeOf(newest).page === place.page;
      return isThere ? showState(newest, place) : showOn(place, 'none', toolbarName);
    });
  }

  function show(item: OutboxItem): Promise<void> {
    return isLive(item) ? enqueue(() => showState(item, placeOf(item))) : clear(item);
  }

  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const page = customIdOf({ url, canonicalLink: null });
    const newest = (await savesOf(page)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return enqueue(() => showState(newest, { tabId, page }));
  }

  /** Titles use the new name of a renamed Memory. */
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

/** Within this time, a tab without an address is assumed to show the page that was clicked. */
const soonMs = 5_000;

/** Shows a link's outcome on the page it was clicked on. A restricted page has no address, so only briefly after the click. */
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

/** The browser removes badges on navigation; a later one would be on another page. */
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
      // The popup doesn't show links clicked on the page.
      return kind === 'link' ? t('toolbar_linkProblem', { problem }) : problem;
    }
  }
}
