import { browser } from 'wxt/browser';

export type Badge = 'busy' | 'kept' | 'done' | 'trouble' | 'none';

const looks: Record<Badge, { text: string; color: string }> = {
  busy: { text: '…', color: '#5b6470' },
  kept: { text: '•', color: '#5b6470' },
  done: { text: '✓', color: '#1f7a4d' },
  trouble: { text: '!', color: '#b3261e' },
  none: { text: '', color: '#5b6470' },
};

/** Returns null if the tab is closed. */
export function titleOf(tabId: number): Promise<string | null> {
  return browser.action.getTitle({ tabId }).catch(() => null);
}

export async function showTitle(tabId: number, title: string): Promise<void> {
  await browser.action.setTitle({ tabId, title }).catch(tabGone);
}

/** Shows the badge until the tab navigates, which makes the browser remove it. */
export async function showBadge(tabId: number, badge: Badge, title: string): Promise<void> {
  const { text, color } = looks[badge];
  await Promise.all([
    browser.action.setBadgeText({ tabId, text }),
    browser.action.setBadgeBackgroundColor({ tabId, color }),
    browser.action.setTitle({ tabId, title }),
  ]).catch(tabGone);
}

/** Ignores a closed tab, because the outbox still has the outcome. */
function tabGone(): void {}
