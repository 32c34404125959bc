import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod/mini';

import { extensionUrl, withPageCdp, type ChromiumSession } from './chromium-session.ts';
import { runningWorker } from './chromium-worker.ts';

declare const chrome: {
  action: { setPopup(details: { popup: string }): Promise<void> };
};

/** The fields of a tab target's message that this file reads. */
const tabMessageSchema = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(
    z.object({ targetInfo: z.optional(z.object({ targetId: z.string(), type: z.string() })) }),
  ),
});

/**
 * Clicks the extension's toolbar button over `page` and returns the popup that opens. This is the
 * real popup: it has its real size, gets `activeTab` for the page, and closes when the page is
 * clicked. (`chrome.action.openPopup()` opens it too, but grants nothing.)
 */
export async function openPopup(session: ChromiumSession, page: Page): Promise<Page> {
  const popupUrl = extensionUrl(session, session.popupPath);
  const [popup] = await Promise.all([
    session.context.waitForEvent('page', (opened) => opened.url().startsWith(popupUrl)),
    clickAction(session, page),
  ]);
  await popup.waitForLoadState();
  return popup;
}

/**
 * Grants `activeTab` for `page` as a click on the toolbar button does, without opening the popup.
 * For simulated gestures: the browser grants nothing for an event that a test dispatches itself.
 */
export async function grantActiveTab(session: ChromiumSession, page: Page): Promise<void> {
  const worker = await runningWorker(session);
  // Without a popup, the click becomes an `action.onClicked` event with the same grant.
  await worker.evaluate(() => chrome.action.setPopup({ popup: '' }));
  try {
    await clickAction(session, page);
  } finally {
    await worker.evaluate((popup) => chrome.action.setPopup({ popup }), session.popupPath);
  }
}

async function clickAction(session: ChromiumSession, page: Page): Promise<void> {
  await page.bringToFront();
  const { targetInfo } = await withPageCdp(page, (cdp) => cdp.send('Target.getTargetInfo'));
  const targetId = await tabAround(session.browserCdp, targetInfo.targetId);
  await session.browserCdp.send('Extensions.triggerAction', { id: session.extensionId, targetId });
}

/**
 * Finds the tab that contains a page: a toolbar click targets a tab, and Playwright knows only
 * pages.
 */
async function tabAround(browserCdp: CDPSession, pageTargetId: string): Promise<string> {
  const { targetInfos } = await browserCdp.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  for (const { targetId } of targetInfos) {
    if ((await pagesInTab(browserCdp, targetId)).includes(pageTargetId)) return targetId;
  }
  throw new Error('The page isn’t in any of the browser’s tabs.');
}

async function pagesInTab(browserCdp: CDPSession, tabTargetId: string): Promise<string[]> {
  // Don't flatten the session: Playwright drops messages of flat sessions that it didn't start itself.
  const { sessionId } = await browserCdp.send('Target.attachToTarget', {
    targetId: tabTargetId,
    flatten: false,
  });
  const pages: string[] = [];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const read = (event: { sessionId: string; message: string }): void => {
    if (event.sessionId !== sessionId) return;
    const { id, method, params } = tabMessageSchema.parse(JSON.parse(event.message));
    if (method === 'Target.attachedToTarget' && params?.targetInfo?.type === 'page') {
      pages.push(params.targetInfo.targetId);
    }
    if (id === 1) resolve(); // the response arrives after the events
  };

  browserCdp.on('Target.receivedMessageFromTarget', read);
  const params = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await browserCdp.send('Target.sendMessageToTarget', {
    sessionId,
    message: JSON.stringify({ id: 1, method: 'Target.setAutoAttach', params }),
  });
  await answered;
  browserCdp.off('Target.receivedMessageFromTarget', read);
  await browserCdp.send('Target.detachFromTarget', { sessionId });
  return pages;
}
