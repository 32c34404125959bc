/** Shows on the toolbar how a save goes, for when no popup is open. */
import { toolbarName, toolbarTitle } from '../../components/words/toolbar.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import { type Outcome, outcomeOf } from '../../lib/core/outbox/outcome.ts';
import { isKept, type KeptItem } from '../../lib/core/outbox/view.ts';
import { type Badge, showBadge } from '../../lib/platform/badge.ts';
import { getTab } from '../../lib/platform/tabs.ts';

const badges: Record<Outcome, Badge> = {
  'under-way': 'busy',
  kept: 'kept',
  findable: 'done',
  trouble: 'trouble',
};

/** Makes what marks the tab an item came from, as long as its page is still open there. */
export function createOutcomeBadge(savesOf: (pageKey: string) => Promise<readonly KeptItem[]>) {
  let last: Promise<void> = Promise.resolve();

  /** One after another: the mark of an earlier state must not come last. */
  function mark(item: OutboxItem, badge: Badge, title: string): Promise<void> {
    last = last.then(() => markPage(item, badge, title));
    return last;
  }

  /** To be told of an item that is in the list no longer. */
  function clear(item: OutboxItem): Promise<void> {
    return mark(item, 'none', toolbarName);
  }

  function show(item: OutboxItem): Promise<void> {
    if (!isKept(item)) return clear(item);
    return mark(item, badges[outcomeOf(item.state)], toolbarTitle(item));
  }

  /** Marks a page that was saved before, once the browser says that it is the one in a tab. */
  async function arrive({ tabId, url }: { tabId: number; url: string }): Promise<void> {
    const pageKey = customIdOf({ url, canonicalLink: null });
    const newest = (await savesOf(pageKey)).find(({ kind }) => kind !== 'note');
    if (newest === undefined) return showBadge(tabId, 'none', toolbarName);
    return show({ ...newest, pageKey, source: { ...newest.source, tabId } });
  }

  return { show, clear, arrive };
}

/** The browser drops a mark when the tab goes elsewhere; what comes later would mark another page. */
async function markPage({ source, pageKey }: OutboxItem, badge: Badge, title: string) {
  if (source.tabId === null) return;
  const tab = await getTab(source.tabId);
  if (tab === null || customIdOf({ url: tab.url, canonicalLink: null }) !== pageKey) return;
  await showBadge(source.tabId, badge, title);
}
