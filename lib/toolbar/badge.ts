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

/** A tab, as long as it shows the page of this identity; null where nobody can tell whether it still does. */
type Place = { tabId: number | null; page: string | null };

/** Makes what marks the tab an item came from, as long as its page is still open there. */
export function createSaveBadge(savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>) {
  /** In order: the badge of an earlier state must not be drawn last. */
  const enqueue = serialQueue();

  /** To be told of an item that is in the list no longer: what else was saved there has its mark back. */
  function clear(item: OutboxItem | OutboxSummary): Promise<void> {
    const place = placeOf(item);
    return enqueue(async () => {
      // Of pages without an address nobody can tell which of them another save is of.
      const saves = item.pageKey === '' ? [] : await savesOf(item.pageKey);
      const newest = saves.find(({ id, kind }) => id !== item.id && kind !== 'note');
      const isThere = newest !== undefined && placeOf(newest).page === place.page;
      return isThere ? markWith(newest, place) : markPage(place, 'none', toolbarName);
    });
  }

  function show(item: OutboxItem): Promise<void> {
    return isLive(item) ? enqueue(() => markWith(item, placeOf(item))) : clear(item);
  }

  /** Marks a page that was saved before, once the browser says that it is the one in a tab. */
  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const page = customIdOf({ url, canonicalLink: null });
    const newest = (await savesOf(page)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return enqueue(() => markWith(newest, { tabId, page }));
  }

  /** To be told of other settings: what a button says of a Memory that was renamed it says by the new name. */
  async function rename(before: StoredConnections, after: StoredConnections): Promise<void> {
    if (hasRenamedMemory(before, after)) await enqueue(() => renameAll(before));
  }

  async function renameAll(before: StoredConnections): Promise<void> {
    for (const { id: tabId, url } of await knownTabs()) {
      const saves = await savesOf(customIdOf({ url, canonicalLink: null }));
      const said = saves.length === 0 ? null : await titleOf(tabId);
      const item = saves.find((save) => toolbarTitle(withStoredName(save, before)) === said);
      if (item !== undefined) await showTitle(tabId, toolbarTitle(item));
    }
  }

  return { show, clear, arrive, rename };
}

/** How long after the click a tab without an address is taken for the one that was clicked in, in milliseconds. */
const soonMs = 5_000;

/**
 * A link tells its outcome on the page it was clicked on. Of a page that nothing was granted of the browser tells no
 * address: one that is closed to extensions is refused at once, and told so there; later, any other may be in its tab.
 */
function placeOf(item: OutboxItem | OutboxSummary): Place {
  const { source, pageKey, createdAt, updatedAt } = item;
  const clickedOn = item.kind === 'link' ? item.clickedOn : undefined;
  const page = clickedOn ?? pageKey;
  const isKnown = page !== '' || (clickedOn === undefined && updatedAt - createdAt < soonMs);
  return { tabId: source.tabId, page: isKnown ? page : null };
}

function markWith(item: LiveItem | LiveSummary, place: Place): Promise<void> {
  return markPage(place, badges[outcomeOf(item.state)], toolbarTitle(item));
}

/** The browser drops a mark when the tab goes elsewhere; what comes later would mark another page. */
async function markPage({ tabId, page }: Place, badge: Badge, title: string): Promise<void> {
  if (tabId === null) return;
  const tab = await getTab(tabId);
  if (tab === null || customIdOf({ url: tab.url, canonicalLink: null }) !== page) return;
  await showBadge(tabId, badge, title);
}

/** The name of the button while there is nothing to say. */
const toolbarName = t('manifest_name');

export function toolbarTitle(item: Saved): string {
  return t('toolbar_title', { name: toolbarName, said: wordsOf(item) });
}

type Saved = Pick<OutboxView, 'kind' | 'state' | 'container' | 'source'>;

function wordsOf(item: Saved): string {
  const { kind, state } = item;
  const memory = item.container.name;
  switch (outcomeOf(state)) {
    case 'pending':
      return t('toolbar_underWay', { memory });
    case 'saved':
      return t(`toolbar_kept_${kind}`, { memory });
    case 'searchable':
      return t(`toolbar_findable_${kind}`, { memory });
    case 'problem': {
      if (!('error' in state)) return t(`toolbar_unlearned_${kind}`, { memory });
      if (isOfOwnNetwork(item)) return t('links_ownNetwork');
      const trouble = errorWords(state.error).title;
      // The popup shows the page in front, and not what was clicked on it.
      return kind === 'link' ? t('toolbar_linkTrouble', { trouble }) : trouble;
    }
  }
}
