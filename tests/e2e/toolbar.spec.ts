/** Tests what the toolbar button and the background report about a save while no surface is open. */
import { expect, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { itemsOf, test } from './keepsake.ts';
import { badgeOf } from './toolbar-badge.ts';

let site: PageServer;
test.beforeEach(async () => {
  site = await servePages({
    '/article': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }),
    '/long': articleHtml({
      title: 'Long',
      paragraphs: Array.from({ length: 150 }, () => filler(105)),
    }),
    '/elsewhere': articleHtml({ title: 'Elsewhere', paragraphs: [filler(20)] }),
  });
});
test.afterEach(() => site.close());

test('sets the badge, notifies once and deletes on request when a page becomes searchable', async ({
  settled: keepsake,
}) => {
  const own = await openSilently(keepsake);
  const page = await visit(keepsake, `${site.origin}/article`);

  await keepsake.pressShortcut(page, 'Alt+Shift+S');

  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({
      text: '✓',
      title: en('toolbar_title', {
        name: en('manifest_name'),
        said: en('toolbar_searchable', { memory: 'Reading' }),
      }),
    });
  const [{ id } = { id: '' }] = await itemsOf(keepsake, site.origin);
  const news = { earlier: 0, pages: [{ id, title: 'Tides', memory: 'Reading' }] };
  await expect.poll(() => ask(own, 'learned.take', {})).toEqual({ ok: true, value: news });
  expect(await ask(own, 'learned.take', {})).toMatchObject({ value: { earlier: 0, pages: [] } });

  expect(await ask(own, 'saved.delete', { id, confirm: false })).toMatchObject({
    value: { outcome: 'confirmation-required', sentence: null },
  });
  expect(await ask(own, 'saved.delete', { id, confirm: true })).toMatchObject({
    ok: true,
    value: { outcome: 'deleted', wasGone: false },
  });
  expect(await itemsOf(keepsake, site.origin)).toEqual([]);
  await expect.poll(() => badgeOf(keepsake, page)).toEqual({ text: '', title: 'Keepsake' });
});

test('sets no badge on another page if the tab has moved on when the page becomes searchable', async ({
  settled: keepsake,
}) => {
  const own = await openSilently(keepsake);
  const page = await visit(keepsake, `${site.origin}/long`);

  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const item = async () => (await itemsOf(keepsake, site.origin))[0];
  await expect.poll(async () => (await item())?.customId ?? null).not.toBeNull();
  await page.goto(`${site.origin}/elsewhere`);
  await expect.poll(async () => (await item())?.state.status).toBe('learned');
  await expect.poll(() => ask(own, 'learned.take', {})).toMatchObject({ value: { pages: [{}] } });

  expect(await badgeOf(keepsake, page)).toEqual({ text: '', title: 'Keepsake' });
});

/** Opens an extension file that shows no notices, and discards the pages that other tests left for the next notice. */
async function openSilently(keepsake: ChromiumExtension): Promise<Page> {
  const own = await keepsake.openExtensionPage('/manifest.json');
  await ask(own, 'learned.take', {});
  return own;
}

/** Sends a message to the background as an extension page does. */
function ask(own: Page, name: string, input: object): Promise<unknown> {
  return own.evaluate((question) => chrome.runtime.sendMessage(question), {
    keepsake: 'ask',
    requestId: crypto.randomUUID(),
    name,
    input,
  });
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
};
