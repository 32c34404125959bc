/** Pages that are not ready, too many, or no pages of the web: each is saved as far as it is there, or said why not. */
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { appHtml, articleHtml, filler, twoPageAppHtml } from '../fixtures/web-pages.ts';
import { en, enStart } from '../english.ts';
import { type Keepsake, storedItems, test } from './keepsake.ts';
import { connectListener, sentBySaving } from './listening-service.ts';

const paragraphs = [`What stands before the gap. ${filler(8)}`, filler(8)];
const article = articleHtml({ title: 'The ledger', paragraphs });

/** Pages that never finish, by what they wait for. */
const endless: Readonly<Record<string, string>> = {
  'a script in its midst': article.replace(
    '</article>',
    '</article><script src="/never"></script><p>What stands behind it.</p>',
  ),
  'a stylesheet in its head': article.replace(
    '</head>',
    '<link rel="stylesheet" href="/never"></head>',
  ),
  'a stylesheet, and a script that waits for it': article
    .replace('</head>', '<link rel="stylesheet" href="/never"></head>')
    .replace('</article>', '</article><script>document.title = "Later"</script>'),
  'a frame': article.replace('</article>', '</article><iframe src="/never"></iframe>'),
};

const slow = article.replace(
  '</article>',
  `</article><script src="/gate"></script><article><p>What stands behind it. ${filler(8)}</p></article>`,
);

/** Lets the script of the slow page come. */
let open: () => void;
const opened = new Promise<void>((resolve) => {
  open = resolve;
});

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    ...Object.fromEntries(
      Object.keys(endless).map((name) => [addressOf(name), () => unstored(endless[name] ?? '')]),
    ),
    '/slow': () => unstored(slow),
    '/gate': () =>
      opened.then(() => new Response('', { headers: { 'content-type': 'text/javascript' } })),
    '/app': appHtml('What was loaded.'),
    '/first': twoPageAppHtml(
      { title: 'The ledger', paragraphs },
      { title: 'The tide table', paragraphs: [`What came in its place. ${filler(8)}`, filler(8)] },
    ),
    '/first-for-good': twoPageAppHtml({ title: 'The ledger', paragraphs }, null),
    '/never': () => new Promise<Response>(() => {}),
    // The beginning of a page, and nothing more for as long as anybody waits.
    '/unfinished': () =>
      new Response(
        new ReadableStream({
          start: (stream) =>
            stream.enqueue(new TextEncoder().encode(article.replace(/<\/article>.*/s, ''))),
        }),
        { headers: { 'content-type': 'text/html' } },
      ),
    '/many-parts': articleHtml({
      title: 'Two hundred thousand parts',
      paragraphs: [
        `Here it begins. ${filler(8)}`,
        // Two nodes each, of which the page shows a point.
        '<i>.</i>'.repeat(99_000),
        `Here it ends. ${filler(8)}`,
      ],
    }),
    '/too-many-parts': articleHtml({
      title: 'Too many',
      paragraphs: ['<b>a</b> '.repeat(150_000)],
    }),
    '/elsewhere': articleHtml({ title: 'Elsewhere', paragraphs: [filler(12)] }),
  });
});
test.afterAll(() => site.close());

test('a page that never finishes loading is saved as far as it is there', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  const watcher = await keepsake.openExtensionPage('/sidepanel.html');

  for (const name of Object.keys(endless)) {
    await test.step(`it waits for ${name}`, async () => {
      const page = await begin(keepsake, addressOf(name));
      const began = Date.now();

      const sent = await sentBySaving(keepsake, page, service);

      expect(sent).toMatchObject({ title: 'The ledger', custom_id: page.url() });
      expect(sent.content).toContain('What stands before the gap.');
      // What it waits for else is no part of its text.
      expect(Object.hasOwn(sent.metadata ?? {}, 'is_unfinished')).toBe(name.includes('script'));
      // Three seconds are what the page is given.
      expect(Date.now() - began).toBeLessThan(10_000);
      await page.close();
    });
  }

  await test.step('a save by the keyboard waits for the text of an app that is loading', async () => {
    const before = service.documents.length;
    const page = await visit(keepsake, `${site.origin}/app`);
    await keepsake.pressShortcut(page, 'Alt+Shift+S');
    await page.evaluate(() => dispatchEvent(new Event('load-text')));

    await expect.poll(() => service.documents.length).toBe(before + 1);
    expect(service.documents.at(-1)?.content).toContain('What was loaded.');
    await page.close();
  });

  await test.step('a save by the keyboard is of the tab it was begun in, though the person goes on to another', async () => {
    const before = service.documents.length;
    const page = await begin(keepsake, '/unfinished');
    const other = await visit(keepsake, `${site.origin}/elsewhere`);
    await page.bringToFront();
    await keepsake.pressShortcut(page, 'Alt+Shift+S');
    await other.bringToFront();

    await expect.poll(() => service.documents.length).toBe(before + 1);
    expect(service.documents.at(-1)).toMatchObject({
      title: 'The ledger',
      custom_id: page.url(),
      content: expect.stringContaining('What stands before the gap.'),
    });
    await page.close();
    await other.close();
  });

  await test.step('a tab that goes to another page before it is read is not saved in the place of the one meant', async () => {
    const before = service.documents.length;
    const page = await begin(keepsake, '/unfinished?left');
    const meant = page.url();
    const ofIt = async () =>
      (await storedItems(watcher)).filter(({ source }) => source.url === meant);

    await keepsake.pressShortcut(page, 'Alt+Shift+S');
    await expect.poll(ofIt).toHaveLength(1);
    await page.goto(`${site.origin}/elsewhere`);

    await expect
      .poll(ofIt)
      .toMatchObject([{ state: { status: 'refused', error: { code: 'page.gone' } } }]);
    expect(service.documents).toHaveLength(before);
    await page.close();
  });
  await service.close();
});

test('an app that has just gone to another page of its own is saved with the text of that page', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);
  // A site that nobody allowed: the browser does not tell that its address changes, only that something did.
  const app = site.origin.replace('127.0.0.1', 'localhost');
  const goOn = async (path: string) => {
    const page = await visit(keepsake, app + path);
    await page.getByRole('link', { name: 'Home' }).click();
    expect(new URL(page.url()).pathname).toBe('/second');
    return page;
  };
  const second = {
    title: 'The tide table',
    content: expect.stringContaining('What came in its place.'),
  };

  await test.step('by the keyboard', async () => {
    const page = await goOn('/first?keyboard');
    await keepsake.pressShortcut(page, 'Alt+Shift+S');

    await expect.poll(() => service.documents.length).toBe(1);
    expect(service.documents[0]).toMatchObject({ ...second, custom_id: page.url() });
    await page.close();
  });

  await test.step('by the popup', async () => {
    const page = await goOn('/first?popup');
    const sent = await sentBySaving(keepsake, page, service);

    expect(sent).toMatchObject({ ...second, custom_id: page.url() });
    await page.close();
  });

  await test.step('with the text it goes on to show, where it changes its address alone', async () => {
    const page = await goOn('/first-for-good?alone');
    const sent = await sentBySaving(keepsake, page, service);

    expect(sent).toMatchObject({ title: 'The ledger', custom_id: page.url() });
    await page.close();
  });
  await service.close();
});

test('a page saved before it had loaded says so in the list, and is saved again as it is then', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);
  const page = await begin(keepsake, '/slow');
  const sent = await sentBySaving(keepsake, page, service);
  expect(sent.content).not.toContain('What stands behind it.');
  open();
  await expect(page.getByText('What stands behind it.')).toBeAttached();

  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel
    .getByRole('navigation')
    .getByRole('button', { name: enStart('panel_views_library') })
    .click();
  const row = panel.getByRole('listitem').filter({ hasText: en('saves_unfinished') });
  await row
    .getByRole('button', {
      name: en('saves_of', { action: en('saves_actions_saveAgain'), title: 'The ledger' }),
    })
    .click();

  await expect.poll(() => service.documents.length).toBe(2);
  expect(service.documents[1]).toMatchObject({
    content: expect.stringContaining('What stands behind it.'),
    metadata: { version_of: sent.custom_id },
  });
  await page.close();
  await service.close();
});

test('a page of 200,000 nodes is saved, and one of more than can be read says so', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);
  const page = await visit(keepsake, `${site.origin}/many-parts`);
  expect(await nodesOf(page)).toBeGreaterThan(198_000);

  const sent = await sentBySaving(keepsake, page, service);

  expect(sent.content).toMatch(/Here it begins\..*Here it ends\./s);
  await page.close();
  const popup = await keepsake.openPopup(await visit(keepsake, `${site.origin}/too-many-parts`));
  await expect(popup.locator('.page-preview-title')).toHaveText(en('errors_page_too_large_title'));
  await service.close();
});

/** Goes to a page that never finishes, as far as something of it is shown. */
async function begin(keepsake: Keepsake, path: string): Promise<Page> {
  const page = await keepsake.context.newPage();
  await page.goto(site.origin + path, { waitUntil: 'commit' });
  await expect(page.getByText('What stands before the gap.')).toBeAttached();
  return page;
}

function addressOf(name: string): string {
  return `/${name.replaceAll(/\W+/g, '-')}`;
}

function unstored(html: string): Response {
  return new Response(html, {
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
  });
}

function nodesOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let nodes = 0;
    while (walker.nextNode()) nodes += 1;
    return nodes;
  });
}
