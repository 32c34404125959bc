/**
 * Tests pages that aren't ready or aren't web pages: each is saved as far as it has loaded, or rejected
 * with a reason.
 */
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { appHtml, articleHtml, filler, twoPageAppHtml } from '../fixtures/web-pages.ts';
import { en, enStart } from '../english.ts';
import { type Keepsake, storedItems, test } from './keepsake.ts';
import { connectListener, sentBySaving } from './listening-service.ts';

const paragraphs = [`What stands before the gap. ${filler(8)}`, filler(8)];
const article = articleHtml({ title: 'The ledger', paragraphs });

/** Pages that never finish loading, by the resource they wait for. */
const endless: Readonly<Record<string, string>> = {
  'a script in the middle': article.replace(
    '</article>',
    '</article><script src="/never"></script><p>What stands behind it.</p>',
  ),
  'a stylesheet in the head': article.replace(
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

/** Lets the slow page's script load. */
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
    // Sends the start of a page and never finishes.
    '/unfinished': () =>
      new Response(
        new ReadableStream({
          start: (stream) =>
            stream.enqueue(new TextEncoder().encode(article.replace(/<\/article>.*/s, ''))),
        }),
        { headers: { 'content-type': 'text/html' } },
      ),
    '/elsewhere': articleHtml({ title: 'Elsewhere', paragraphs: [filler(12)] }),
  });
});
test.afterAll(() => site.close());

test('saves a page that never finishes loading as far as it has loaded', async ({ keepsake }) => {
  const service = await connectListener(keepsake);

  for (const name of Object.keys(endless)) {
    await test.step(`waits for ${name}`, async () => {
      const page = await begin(keepsake, addressOf(name));
      const sent = await sentBySaving(keepsake, page, service);

      expect(sent).toMatchObject({ title: 'The ledger', custom_id: page.url() });
      expect(sent.content).toContain('What stands before the gap.');
      // Only a pending script can still add text; a page that waits for a frame or stylesheet counts as finished.
      expect(Object.hasOwn(sent.metadata ?? {}, 'is_unfinished')).toBe(name.includes('script'));
      await page.close();
    });
  }
  await service.close();
});

test('saves by shortcut the page it was pressed on, once it has text', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  const watcher = await keepsake.openExtensionPage('/sidepanel.html');

  await test.step('waits for the text of a loading app when saving by keyboard', async () => {
    const before = service.documents.length;
    const page = await visit(keepsake, `${site.origin}/app`);
    await keepsake.pressShortcut(page, 'Alt+Shift+S');
    await page.evaluate(() => dispatchEvent(new Event('load-text')));

    await expect.poll(() => service.documents.length).toBe(before + 1);
    expect(service.documents.at(-1)?.content).toContain('What was loaded.');
    await page.close();
  });

  await test.step('saves the tab in which the shortcut was pressed, even if the person switches tabs', async () => {
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

  await test.step('saves nothing if the tab navigates before it is read', async () => {
    const before = service.documents.length;
    const page = await begin(keepsake, '/unfinished?left');
    const meant = page.url();
    const ofIt = async () =>
      (await storedItems(watcher)).filter(({ source }) => source.url === meant);

    await keepsake.pressShortcut(page, 'Alt+Shift+S');
    // Navigate before the reader stops waiting for the page to load, after 3 s.
    await expect.poll(ofIt, { intervals: [50] }).toHaveLength(1);
    await page.goto(`${site.origin}/elsewhere`);

    await expect
      .poll(ofIt)
      .toMatchObject([{ state: { status: 'refused', error: { code: 'page.gone' } } }]);
    expect(service.documents).toHaveLength(before);
    await page.close();
  });
  await service.close();
});

test('saves the text of the new view after an in-app navigation', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  // Without permission for a site, the browser reports that the page changed, but not its new address.
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

  await test.step('saves it by keyboard', async () => {
    const page = await goOn('/first?keyboard');
    await keepsake.pressShortcut(page, 'Alt+Shift+S');

    await expect.poll(() => service.documents.length).toBe(1);
    expect(service.documents[0]).toMatchObject({ ...second, custom_id: page.url() });
    await page.close();
  });

  await test.step('saves it from the popup', async () => {
    const page = await goOn('/first?popup');
    const sent = await sentBySaving(keepsake, page, service);

    expect(sent).toMatchObject({ ...second, custom_id: page.url() });
    await page.close();
  });

  await test.step('saves the text that appears after the address changed', async () => {
    const page = await goOn('/first-for-good?alone');
    const sent = await sentBySaving(keepsake, page, service);

    expect(sent).toMatchObject({ title: 'The ledger', custom_id: page.url() });
    await page.close();
  });
  await service.close();
});

test('marks a page saved before it finished loading, and saves the finished page on request', async ({
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

/** Opens a page that never finishes loading and waits until part of it is shown. */
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
