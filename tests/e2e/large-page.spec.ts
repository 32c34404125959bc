/** Tests the largest page that Keepsake saves, and one that is larger. Reading each takes seconds of CPU time. */
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { test } from './keepsake.ts';
import { connectListener, sentBySaving } from './listening-service.ts';

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '/many-parts': articleHtml({
      title: 'Two hundred thousand parts',
      paragraphs: [
        `Here it begins. ${filler(8)}`,
        // Each repetition has two nodes, but only one visible dot.
        '<i>.</i>'.repeat(99_000),
        `Here it ends. ${filler(8)}`,
      ],
    }),
    '/too-many-parts': articleHtml({
      title: 'Too many',
      paragraphs: ['<b>a</b> '.repeat(150_000)],
    }),
  });
});
test.afterAll(() => site.close());

test('saves a page of 200,000 nodes, and reports one over the limit', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  const page = await visit(keepsake, `${site.origin}/many-parts`);
  expect(await nodesOf(page)).toBeGreaterThan(198_000);

  const sent = await sentBySaving(keepsake, page, service);

  expect(sent.content).toMatch(/Here it begins\..*Here it ends\./s);
  await page.close();
  const popup = await keepsake.openPopup(await visit(keepsake, `${site.origin}/too-many-parts`));
  await expect(popup.locator('.page-preview-title')).toHaveText(en('errors_page_too_large_title'), {
    timeout: 60_000,
  });
  await service.close();
});

function nodesOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let nodes = 0;
    while (walker.nextNode()) nodes += 1;
    return nodes;
  });
}
