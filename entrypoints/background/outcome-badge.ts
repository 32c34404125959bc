/** Shows on the toolbar how a save goes, for when no popup is open. */
import { toolbarName, toolbarTitle } from '../../components/words/toolbar.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import type { Settings } from '../../lib/contracts/settings.ts';
import { areRenamed, withKnownName } from '../../lib/core/connections/memory-names.ts';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import { type Outcome, outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { isKept, type KeptItem } from '../../lib/core/outbox/view.ts';
import { type Badge, showBadge, showTitle, titleOf } from '../../lib/platform/badge.ts';
import { getTab, knownTabs } from '../../lib/platform/tabs.ts';

const badges: Record<Outcome, Badge> = {
  'under-way': 'busy',
  kept: 'kept',
  findable: 'done',
  trouble: 'trouble',
};

/** A tab, as long as it shows the page of this identity; null where nobody can tell whether it still does. */
type Place = { tabId: number | null; page: string | null };

/** Makes what marks the tab an item came from, as long as its page is still open there. */
export function createOutcomeBadge(savesOf: (pageKey: string) => Promise<readonly KeptItem[]>) {
  let last: Promise<void> = Promise.resolve();

  /** One after another: the mark of an earlier state must not come last. */
  function next(step: () => Promise<void>): Promise<void> {
    last = last.then(step);
    return last;
  }

  /** To be told of an item that is in the list no longer: what else was saved there has its mark back. */
  function clear(item: OutboxItem): Promise<void> {
    const place = placeOf(item);
    return next(async () => {
      // Of pages without an address nobody can tell which of them another save is of.
      const saves = item.pageKey === '' ? [] : await savesOf(item.pageKey);
      const newest = saves.find(({ id, kind }) => id !== item.id && kind !== 'note');
      const isThere = newest !== undefined && placeOf(newest).page === place.page;
      return isThere ? markWith(newest, place) : markPage(place, 'none', toolbarName);
    });
  }

  function show(item: OutboxItem): Promise<void> {
    return isKept(item) ? next(() => markWith(item, placeOf(item))) : clear(item);
  }

  /** Marks a page that was saved before, once the browser says that it is the one in a tab. */
  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const page = customIdOf({ url, canonicalLink: null });
    const newest = (await savesOf(page)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return next(() => markWith(newest, { tabId, page }));
  }

  /** To be told of other settings: what a button says of a Memory that was renamed it says by the new name. */
  async function rename(before: Settings, after: Settings): Promise<void> {
    if (areRenamed(before, after)) await next(() => renameAll(before));
  }

  async function renameAll(before: Settings): Promise<void> {
    for (const { id: tabId, url } of await knownTabs()) {
      const saves = await savesOf(customIdOf({ url, canonicalLink: null }));
      const said = saves.length === 0 ? null : await titleOf(tabId);
      const item = saves.find((save) => toolbarTitle(withKnownName(save, before)) === said);
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
function placeOf({ source, clickedOn, pageKey, createdAt, updatedAt }: OutboxItem): Place {
  const page = clickedOn ?? pageKey;
  const isKnown = page !== '' || (clickedOn === undefined && updatedAt - createdAt < soonMs);
  return { tabId: source.tabId, page: isKnown ? page : null };
}

function markWith(item: KeptItem, place: Place): Promise<void> {
  return markPage(place, badges[outcomeOf(item.state)], toolbarTitle(item));
}

/** The browser drops a mark when the tab goes elsewhere; what comes later would mark another page. */
async function markPage({ tabId, page }: Place, badge: Badge, title: string): Promise<void> {
  if (tabId === null) return;
  const tab = await getTab(tabId);
  if (tab === null || customIdOf({ url: tab.url, canonicalLink: null }) !== page) return;
  await showBadge(tabId, badge, title);
}
