/** The background may be ended by the browser at any moment; no save may be lost or doubled by that. */
import { expect } from '@playwright/test';
import * as z from 'zod/mini';
import { servePages, type PageServer } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
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

test('pages are saved once each though the worker is stopped ten times between click and answer', async ({
  keepsake,
}) => {
  test.setTimeout(300_000);
  await settleIn(keepsake, 'Reading');
  const addresses: string[] = [];
  let stoppedInTime = 0;

  // Every other time; where the answer was quicker than the stop, one page more.
  for (let index = 0; stoppedInTime < 10 && index < 40; index += 1) {
    const address = `/page-${index + 1}`;
    addresses.push(address);
    const page = await visit(keepsake, `${site.origin}${address}`);
    const popup = await keepsake.openPopup(page);
    await popup.getByRole('button', { name: en('popup_save') }).click();
    if (index % 2 === 0) {
      await keepsake.stopServiceWorker();
      const item = (await storedItems(popup)).find(({ source }) => source.url === page.url());
      if (item?.state.status !== 'learned') stoppedInTime += 1;
    }
    // A step that the end of a worker came upon may have to wait out its pause first.
    const found = popup.getByRole('heading', { name: en('outbox_searchable') });
    await expect(found).toBeVisible({ timeout: 60_000 });
    await page.close();
  }

  expect(stoppedInTime).toBe(10);
  expect(await savedAddresses(keepsake)).toEqual(addresses.toSorted());
});

test('a save goes on by itself where the popup is closed and the worker stopped', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/left-alone`);
  const popup = await keepsake.openPopup(page);
  await popup.getByRole('button', { name: en('popup_save') }).click();
  // The row is what survives; from here on nobody asks again.
  await expect.poll(() => storedItems(popup)).toHaveLength(1);
  await keepsake.stopServiceWorker();
  await popup.close();

  // Watched from where nothing is asked of the background, which would wake it.
  const watcher = deviceServicePage(keepsake);
  await expect
    .poll(async () => (await storedItems(watcher))[0]?.state.status, { timeout: 90_000 })
    .toBe('learned');
  expect(await savedAddresses(keepsake)).toEqual(['/left-alone']);
});

async function savedAddresses(keepsake: Keepsake): Promise<string[]> {
  const answer = documentsSchema.parse(await askDeviceService(keepsake, '/v1/documents?limit=200'));
  return answer.documents.map(({ custom_id: id }) => new URL(id).pathname).sort();
}
