/** The mark on the toolbar button that tells how a save went, for when no popup is open. */
import { browser } from 'wxt/browser';

export type Badge = 'busy' | 'kept' | 'done' | 'trouble' | 'none';

const looks: Record<Badge, { text: string; colour: string }> = {
  busy: { text: '…', colour: '#5b6470' },
  kept: { text: '•', colour: '#5b6470' },
  done: { text: '✓', colour: '#1f7a4d' },
  trouble: { text: '!', colour: '#b3261e' },
  none: { text: '', colour: '#5b6470' },
};

/** Gives what one tab's button is titled; null where the tab is gone. */
export function titleOf(tabId: number): Promise<string | null> {
  return browser.action.getTitle({ tabId }).catch(() => null);
}

/** Leaves the mark as it is. */
export async function showTitle(tabId: number, title: string): Promise<void> {
  await browser.action.setTitle({ tabId, title }).catch(tabGone);
}

/** Marks one tab's button; the browser takes the mark off when the tab goes to another page. */
export async function showBadge(tabId: number, badge: Badge, title: string): Promise<void> {
  const { text, colour } = looks[badge];
  await Promise.all([
    browser.action.setBadgeText({ tabId, text }),
    browser.action.setBadgeBackgroundColor({ tabId, color: colour }),
    browser.action.setTitle({ tabId, title }),
  ]).catch(tabGone);
}

/** There is no button to mark, and the outbox has the outcome. */
function tabGone(): void {}
