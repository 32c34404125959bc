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
import { pageKeyOf } from '../custom-id/custom-id.ts';
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

/** Tab and page to show a badge for. `page` is null if it's unknown whether the tab still shows the page. */
type Place = { tabId: number | null; page: string | null };

type BadgePorts = {
  /** Returns the saves of a page, newest first. */
  savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>;
  /** Returns the id of the active connection; empty if there is none. */
  activeConnection: () => Promise<string>;
};

/** Shows badges for saves to the active connection. Saves to other connections have no badge. */
export function createSaveBadge({ savesOf, activeConnection }: BadgePorts) {
  /** Serialized, so that an earlier state is never drawn last. */
  const enqueue = serialQueue();

  /** Clears the badge, or shows the newest other save of the page if there is one. */
  function clear(item: OutboxItem | OutboxSummary): Promise<void> {
    return enqueue(() => showWithout(item));
  }

  async function showWithout(item: OutboxItem | OutboxSummary): Promise<void> {
    const place = placeOf(item);
    // Pages without a URL can't be distinguished.
    const saves = item.pageKey === '' ? [] : await activeSavesOf(item.pageKey);
    const newest = saves.find(({ id, kind }) => id !== item.id && kind !== 'note');
    const isThere = newest !== undefined && placeOf(newest).page === place.page;
    return isThere ? showState(newest, place) : showOn(place, 'none', toolbarName);
  }

  function show(item: OutboxItem): Promise<void> {
    return enqueue(async () => {
      const isShown = isLive(item) && item.connectionId === (await activeConnection());
      return isShown ? showState(item, placeOf(item)) : showWithout(item);
    });
  }

  async function activeSavesOf(page: string): Promise<LiveSummary[]> {
    const [saves, active] = await Promise.all([savesOf(page), activeConnection()]);
    return saves.filter(({ connectionId }) => connectionId === active);
  }

  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const page = pageKeyOf(url);
    const newest = (await activeSavesOf(page)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return enqueue(() => showState(newest, { tabId, page }));
  }

  /** Removes the badges of the previously active connection. With `marksSaved`, shows those of the new one. */
  async function switchConnection(marksSaved: boolean): Promise<void> {
    for (const { id: tabId, url } of await knownTabs()) {
      const page = pageKeyOf(url);
      await enqueue(async () => {
        if ((await savesOf(page)).length === 0) return;
        const newest = (await activeSavesOf(page)).find(({ kind }) => kind !== 'note');
        if (newest === undefined) await showOn({ tabId, page }, 'none', toolbarName);
        else if (marksSaved) await showState(newest, { tabId, page });
      });
    }
  }

  /** Updates titles after a Memory was renamed. */
  async function rename(before: StoredConnections, after: StoredConnections): Promise<void> {
    if (hasRenamedMemory(before, after)) await enqueue(() => renameAll(before));
  }

  async function renameAll(before: StoredConnections): Promise<void> {
    for (const { id: tabId, url } of await knownTabs()) {
      const saves = await savesOf(pageKeyOf(url));
      const shown = saves.length === 0 ? null : await titleOf(tabId);
      const item = saves.find((save) => toolbarTitle(withStoredName(save, before)) === shown);
      if (item !== undefined) await showTitle(tabId, toolbarTitle(item));
    }
  }

  return { show, clear, arrive, rename, switchConnection };
}

/** Within this time after a click, a tab without a URL is assumed to still show the page that was clicked. */
const soonMs = 5_000;

/**
 * A link's outcome is shown on the page it was clicked on. A restricted page has no URL, so its badge is shown only
 * briefly after the click.
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

/** Does nothing if the tab has navigated, because the badge would be on another page. */
async function showOn({ tabId, page }: Place, badge: Badge, title: string): Promise<void> {
  if (tabId === null) return;
  const tab = await getTab(tabId);
  if (tab === null || pageKeyOf(tab.url) !== page) return;
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
      // The popup doesn't list links that were clicked on the page.
      return kind === 'link' ? t('toolbar_linkProblem', { problem }) : problem;
    }
  }
}
