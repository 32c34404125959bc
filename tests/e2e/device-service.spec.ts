/**
 * Tests the service on this device: only one instance owns its file, it restarts after a crash, and web pages can't
 * reach it.
 */
import { expect, type Page } from '@playwright/test';
import { messages } from '../../lib/messaging/messages.ts';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { saveByPopup, visit } from '../browser/surfaces.ts';
import { en } from '../english.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { deviceServicePage, test } from './keepsake.ts';

let site: PageServer;
test.beforeEach(async () => {
  site = await servePages({
    '/': articleHtml({
      title: 'Tides',
      paragraphs: [filler(20), 'A violet barometer hung there.'],
    }),
  });
});
test.afterEach(() => site.close());

test('responds to two pages at the same time, right after the browser started', async ({
  settledKeepsake: keepsake,
}) => {
  await saveByPopup(keepsake, await visit(keepsake, site.origin));
  await keepsake.restart();
  const panels = await Promise.all([openPanel(keepsake), openPanel(keepsake)]);

  await Promise.all(panels.map((panel) => search(panel, 'violet barometer')));

  for (const panel of panels) {
    await expect(panel.getByText('A violet barometer hung there.')).toBeVisible();
  }
});

test('restarts after its page is closed', async ({ settledKeepsake: keepsake }) => {
  await saveByPopup(keepsake, await visit(keepsake, site.origin));
  await (await deviceServicePage(keepsake)).close();
  const panel = await openPanel(keepsake);

  await search(panel, 'violet barometer');

  await expect(panel.getByText('A violet barometer hung there.')).toBeVisible();
});

test('restarts after its worker stops', async ({ settledKeepsake: keepsake }) => {
  await saveByPopup(keepsake, await visit(keepsake, site.origin));
  const [worker] = (await deviceServicePage(keepsake)).workers();
  const closed = worker?.waitForEvent('close');
  expect(closed).toBeDefined();
  // The worker may be gone before it can respond.
  await worker?.evaluate(() => globalThis.close()).catch(() => undefined);
  await closed;
  const panel = await openPanel(keepsake);

  await search(panel, 'violet barometer');

  await expect(panel.getByText('A violet barometer hung there.')).toBeVisible();
});

test('ignores messages from a script in a page, which the background rejects', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, site.origin);
  await keepsake.grantActiveTab(page);
  const asked = [
    { target: 'device-service', method: 'GET', path: '/v1/containers', headers: [], body: null },
    ...Object.keys(messages).map((name) => ({ keepsake: 'ask', requestId: 'r', name, input: {} })),
  ];

  // The page's process can receive the permission a moment after the background does.
  let answers: unknown[] = [];
  await expect(async () => {
    answers = await askFromContentScript(keepsake, asked);
  }).toPass();

  expect(answers).toHaveLength(asked.length);
  expect(answers[0]).toBeNull();
  for (const answer of answers.slice(1)) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'message.refused' } });
  }
});

function openPanel(keepsake: ChromiumExtension): Promise<Page> {
  return keepsake.openExtensionPage('/sidepanel.html');
}

async function search(panel: Page, words: string): Promise<void> {
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  tabs: { query: (query: object) => Promise<{ id: number }[]> };
  scripting: {
    executeScript: (injection: {
      target: { tabId: number };
      args: unknown[];
      func: (questions: unknown[]) => Promise<unknown[]>;
    }) => Promise<{ result: unknown[] }[]>;
  };
};

/** Sends each message from a content script and returns the responses; null for none. */
async function askFromContentScript(
  keepsake: ChromiumExtension,
  asked: unknown[],
): Promise<unknown[]> {
  const worker = await keepsake.worker();
  return worker.evaluate(async (messagesToSend) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    if (tab === undefined) return [];
    const [injected] = await chrome.scripting.executeScript({
      target: { tabId: tab.id },
      args: [messagesToSend],
      func: (questions) =>
        Promise.all(
          questions.map((question) =>
            chrome.runtime.sendMessage(question).then(
              (answer) => answer ?? null,
              () => null,
            ),
          ),
        ),
    });
    return injected?.result ?? [];
  }, asked);
}
