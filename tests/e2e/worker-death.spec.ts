/** Tests that no save is lost or duplicated, even though the browser may stop the background at any moment. */
import { expect } from '@playwright/test';
import * as z from 'zod/mini';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import {
  askDeviceService,
  deviceServicePage,
  type Keepsake,
  storedItems,
  test,
} from './keepsake.ts';

const documentsSchema = z.object({ documents: z.array(z.object({ custom_id: z.string() })) });

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '*': ({ url }) =>
      articleHtml({
        title: `Ledger ${new URL(url).pathname}`,
        paragraphs: Array.from({ length: 40 }, () => filler(8)),
      }),
  });
});
test.afterAll(() => site.close());

test('saves each page once even if the worker is stopped ten times between click and response', async ({
  settledKeepsake: keepsake,
}) => {
  const addresses: string[] = [];
  let stoppedInTime = 0;

  // A page that is learned before the worker is stopped doesn't count, so save up to 40 pages.
  for (let index = 0; stoppedInTime < 10 && index < 40; index += 1) {
    const address = `/page-${index + 1}`;
    addresses.push(address);
    const page = await visit(keepsake, `${site.origin}${address}`);
    const popup = await keepsake.openPopup(page);
    const save = popup.getByRole('button', { name: en('popup_save') });
    await keepsake.stopServiceWorker(() => save.click());
    const item = (await storedItems(popup)).find(({ source }) => source.url === page.url());
    if (item?.state.status !== 'learned') stoppedInTime += 1;
    // A save interrupted when the worker stopped may have to wait out its retry delay first.
    const found = popup.getByRole('heading', { name: en('outbox_searchable') });
    await expect(found).toBeVisible({ timeout: 60_000 });
    await page.close();
  }

  expect(stoppedInTime).toBe(10);
  expect(await savedAddresses(keepsake)).toEqual(addresses.toSorted());
});

test('resumes a save after the popup closed and the worker stopped', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/left-alone`);
  const popup = await keepsake.openPopup(page);
  await popup.getByRole('button', { name: en('popup_save') }).click();
  // From here on, only the stored row can continue the save: nothing sends the message again.
  await expect.poll(() => storedItems(popup)).toHaveLength(1);
  await keepsake.stopServiceWorker();
  await popup.close();

  // Watch from a page that sends no messages, because a message would wake the background.
  const watcher = await deviceServicePage(keepsake);
  await expect
    .poll(async () => (await storedItems(watcher))[0]?.state.status, { timeout: 90_000 })
    .toBe('learned');
  expect(await savedAddresses(keepsake)).toEqual(['/left-alone']);
});

async function savedAddresses(keepsake: Keepsake): Promise<string[]> {
  const answer = documentsSchema.parse(await askDeviceService(keepsake, '/v1/documents?limit=200'));
  return answer.documents.map(({ custom_id: id }) => new URL(id).pathname).sort();
}
