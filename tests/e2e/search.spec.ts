/** Tests search in the side panel with the service on this device, in one browser whose pages are saved once. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { saveByPopup, visit, welcomePage } from '../browser/surfaces.ts';
import { en, enPattern, enPlural, enStart } from '../english.ts';
import { deviceServicePage, test as base } from './keepsake.ts';
import { openSettled } from './shared-browsers.ts';

/** Filler that is long enough to keep the passages around it from being adjacent. */
const between = Array.from(
  { length: 60 },
  (_, at) =>
    `<p>Paragraph ${at} tells of the weather of that week, of bread, and of other things.</p>`,
).join('');
const harbours = `<title>The long memory of harbours</title><h1>The long memory of harbours</h1>
  <p>The chandler kept his debts in chalk, and the harbour knew them by heart.</p>${between}
  <p>Nobody asked the chandler for his door again after the fire.</p>${between}
  <p>In the end the chandler sold the door to a harbour museum.</p>`;
const ledgers = `<title>Ledgers for everybody</title><h1>Ledgers for everybody</h1>
  <p>A chandler of a harbour needs no ledgers as long as his memory holds.</p>`;

let keepsake: ChromiumExtension;
let site: PageServer;

base.beforeAll(async ({ settledProfile }) => {
  site = await servePages({
    '/harbours': harbours,
    '/ledgers': ledgers,
    '/paste': '<title>Paste</title><textarea></textarea>',
  });
  keepsake = await openSettled(settledProfile);
  const welcome = await welcomePage(keepsake);
  await save(`${site.origin}/harbours`);
  await ask(welcome, 'memories.create', { name: 'Work', choose: true });
  await save(`${site.origin}/ledgers`);
});
base.afterAll(async () => {
  await keepsake.close();
  await site.close();
});

const test = base.extend<{ panel: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  panel: async ({}, use) => {
    const { context } = keepsake;
    const before = new Set(context.pages());
    await use(await keepsake.openExtensionPage('/sidepanel.html'));
    for (const page of context.pages()) if (!before.has(page)) await page.close();
  },
});

// Run in order and in one worker: another worker would start its own browser and save the pages again.
test.describe.configure({ mode: 'default' });

test('searches one Memory when it is chosen, then all again', async ({ panel }) => {
  await panel.getByRole('combobox', { name: en('search_search') }).fill('chandler');
  await expect(panel.getByRole('article')).toHaveCount(2);

  await panel.getByRole('radio', { name: en('search_filter_all') }).focus();
  await panel.keyboard.press('End');
  await panel.getByRole('radio', { name: 'Work' }).press('Space');
  await expect(panel.getByRole('article')).toHaveCount(1);
  await expect(panel.getByRole('article')).toContainText('Ledgers for everybody');
  await expect(
    announced(
      panel,
      `${enPlural(1, 'search_found')}. ${en('search_announce_narrowed', { memory: 'Work' })}`,
    ),
  ).toBeAttached();

  await panel.getByRole('radio', { name: 'Work' }).press('ArrowLeft');
  await expect(panel.getByRole('article')).toContainText('The long memory of harbours');
});

test('groups the passages of a page into one card, each opening at its own place', async ({
  panel,
}) => {
  await panel.getByRole('combobox', { name: en('search_search') }).fill('chandler door');
  const card = panel.getByRole('article').filter({ hasText: 'The long memory of harbours' });
  await expect(card).toHaveCount(1);
  const fold = card.getByRole('button', {
    name: enPattern('search_group_page_other', { count: /\d+/u }),
  });
  await fold.press('Enter');
  await expect(card.getByRole('button', { name: en('common_showLess') })).toBeVisible();
  const further = card.getByRole('listitem');
  const words = await further.first().locator('.passage').innerText();
  const sentence = /[^.]*chandler[^.]*\./.exec(words)?.[0].trim() ?? '';

  const opening = keepsake.context.waitForEvent('page');
  await further
    .first()
    .getByRole('button', { name: en('search_group_open') })
    .press('Enter');
  const opened = await opening;

  await expect(opened.getByText(sentence)).toBeInViewport();
  expect(sentence).not.toBe('');
  await opened.close();
});

test('goes to the passage in the tab that already shows the page', async ({ panel }) => {
  const { context } = keepsake;
  const page = await visit(keepsake, `${site.origin}/harbours`);
  await keepsake.grantActiveTab(page);
  await panel.getByRole('combobox', { name: en('search_search') }).fill('museum');
  const open = context.pages().length;
  const sentence = page.getByText('In the end the chandler sold the door to a harbour museum.');
  await expect(sentence).not.toBeInViewport();

  await panel.getByRole('article').getByRole('heading').getByRole('button').press('Enter');

  await expect(sentence).toBeInViewport();
  expect(context.pages()).toHaveLength(open);
});

test('copies a passage as a quotation with its source', async ({ panel }) => {
  await panel.getByRole('combobox', { name: en('search_search') }).fill('ledgers');
  const card = panel.getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: en('search_quote_copy') }).click();
  await expect(card.getByRole('button', { name: en('common_copied') })).toBeVisible();

  const paste = await visit(keepsake, `${site.origin}/paste`);
  await paste.locator('textarea').focus();
  await paste.keyboard.press('ControlOrMeta+V');

  const pasted = () => paste.locator('textarea').inputValue();
  await expect
    .poll(pasted)
    .toContain('> A chandler of a harbour needs no ledgers as long as his memory holds.');
  expect(await pasted()).toContain(`— [Ledgers for everybody](${site.origin}/ledgers)`);
});

test('offers a finished search in the next panel until it is cleared', async ({ panel }) => {
  const reopened = async () => {
    const next = await keepsake.openExtensionPage('/sidepanel.html');
    await expect(
      next.getByRole('switch', { name: enStart('search_history_remember') }),
    ).toBeVisible();
    return next;
  };
  await ask(panel, 'history.change', { change: 'clear' });
  await panel.getByRole('combobox', { name: en('search_search') }).fill('typed alone');
  await expect(
    panel.getByRole('article').or(panel.getByText(enPattern('search_empty_title'))),
  ).toBeVisible();
  await panel.getByRole('combobox', { name: en('search_search') }).fill('Chandler');
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
  await panel.getByRole('combobox', { name: en('search_search') }).fill('chandler ');
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
  await expect.poll(() => kept(panel)).toEqual(['chandler']);

  const second = await reopened();
  await second.getByRole('combobox', { name: en('search_search') }).press('ArrowDown');
  await expect(second.getByRole('button', { name: 'chandler', exact: true })).toBeFocused();
  await second.keyboard.press('Enter');
  await expect(second.getByRole('article')).toHaveCount(2);
  await second.getByRole('combobox', { name: en('search_search') }).press('Escape');
  await second.getByRole('button', { name: en('search_history_clear') }).click();
  await expect(second.getByRole('button', { name: en('common_undo') })).toBeFocused();

  const third = await reopened();
  await expect(third.getByText(en('search_history_title'))).toHaveCount(0);
  expect(await kept(third)).toEqual([]);
});

test('requests nothing about the current page before the click, and then leaves the page itself out', async ({
  panel,
}) => {
  const asked = await watchService();
  const page = await visit(keepsake, `${site.origin}/harbours`);
  await keepsake.grantActiveTab(page);
  const away = await visit(keepsake, `${site.origin}/paste`);
  await page.bringToFront();
  const about = panel.getByRole('button', { name: enStart('search_about_action') });
  await expect(about).toContainText('The long memory of harbours');
  expect(await asked()).toEqual([]);

  await about.dispatchEvent('click');

  await expect(
    panel.getByText(enStart('search_about_words', {}, 'long memory harbours')),
  ).toBeVisible();
  expect(await asked()).toEqual(['/v1/search']);
  await expect(panel.getByRole('article')).toHaveCount(1);
  await expect(panel.getByRole('article')).toContainText('Ledgers for everybody');
  await away.close();
});

async function save(url: string): Promise<void> {
  const page = await visit(keepsake, url);
  await (await saveByPopup(keepsake, page)).close();
  await page.close();
}

function announced(panel: Page, words: string): Locator {
  return panel.locator('output', { hasText: words });
}

async function kept(panel: Page): Promise<string[]> {
  const answer = await ask(panel, 'history.read', {});
  return (answer as { value: { searches: { q: string }[] } }).value.searches.map(({ q }) => q);
}

/** Starts recording the requests to the service on this device; the returned function lists their paths. */
async function watchService(): Promise<() => Promise<string[]>> {
  const servicePage = await deviceServicePage(keepsake);
  await servicePage.evaluate(() => {
    const paths: string[] = [];
    Object.assign(globalThis, { askedPaths: paths });
    chrome.runtime.onMessage.addListener((message: { target?: string; path?: string }) => {
      if (message.target === 'device-service' && message.path !== undefined)
        paths.push(message.path);
    });
  });
  return () => servicePage.evaluate(() => Reflect.get(globalThis, 'askedPaths') as string[]);
}

function ask(page: Page, name: string, input: object): Promise<unknown> {
  return page.evaluate(
    ([asked, given]) =>
      chrome.runtime.sendMessage({ keepsake: 'ask', requestId: 'r', name: asked, input: given }),
    [name, input] as const,
  );
}

declare const chrome: {
  runtime: {
    sendMessage: (message: unknown) => Promise<unknown>;
    onMessage: {
      addListener: (listener: (message: { target?: string; path?: string }) => void) => void;
    };
  };
};
