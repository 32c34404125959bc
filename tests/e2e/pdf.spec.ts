/** Tests PDF files in Chromium's own viewer: read page by page and found again, or rejected with a reason. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { firstHit, visit } from '../browser/surfaces.ts';
import {
  brokenPdf,
  encryptedPdf,
  longPdf,
  reportPdf,
  reportWords,
  scannedPdf,
} from '../fixtures/pdf/files.ts';
import { pdfLimits } from '../../lib/contract/pdf-wire.ts';
import { en, enPattern, enPlural } from '../english.ts';
import { itemsOf, type Keepsake, test } from './keepsake.ts';
import { connectListener } from './listening-service.ts';

const files: Readonly<Record<string, () => Uint8Array>> = {
  '/report.pdf': reportPdf,
  // The address doesn't reveal the file type.
  '/reports/7': reportPdf,
  '/scan.pdf': scannedPdf,
  '/locked.pdf': encryptedPdf,
  '/broken.pdf': brokenPdf,
  '/long.pdf': () => longPdf(300),
  '/vast-book.pdf': () => longPdf(1_600, 12),
  '/heavy.pdf': () => padded(reportPdf(), 20 * 1024 * 1024),
  '/vast.pdf': () => padded(reportPdf(), pdfLimits.bytes + 1),
  '/private.pdf': reportPdf,
};

let server: Server;
let origin: string;
test.beforeEach(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const file = files[path]?.();
    const isKnown =
      path !== '/private.pdf' || request.headers.cookie?.includes('reader=1') === true;
    if (file === undefined || !isKnown) return response.writeHead(404).end();
    const headers = { 'content-type': 'application/pdf', 'cache-control': 'no-store' };
    return response.writeHead(200, { ...headers, 'content-length': file.byteLength }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterEach(() => {
  server.closeAllConnections();
  server.close();
});

for (const path of ['/report.pdf', '/reports/7']) {
  test(`saves the PDF at ${path} page by page, and finds it`, async ({
    settledKeepsake: keepsake,
  }) => {
    await save(keepsake, `${origin}${path}#page=2`);

    expect(await outcome(keepsake, `${origin}${path}`)).toMatchObject({
      state: { status: 'learned' },
    });
    const hit = await search(keepsake, reportWords);
    await expect(hit).toContainText('Report of the Harbour Board');
    await expect(hit).toContainText('In the tower hung a copper hygrometer');
  });
}

test('saves words selected in the viewer from the menu, as the browser reports them', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${origin}/report.pdf`);
  const words = 'In the tower hung a copper hygrometer';

  await keepsake.clickContextMenu(page, { menuItemId: 'save-selection', selectionText: words });

  await expect
    .poll(() => itemsOf(keepsake, origin))
    .toMatchObject([
      { opening: words, source: { url: page.url() }, state: { status: 'accepted' } },
    ]);
});

test('reads a PDF that needs the person’s cookies', async ({ settled: keepsake }) => {
  await keepsake.context.addCookies([{ name: 'reader', value: '1', url: origin }]);

  await save(keepsake, `${origin}/private.pdf`);

  expect(await outcome(keepsake, `${origin}/private.pdf`)).toMatchObject({
    state: { status: 'learned' },
  });
});

for (const [path, size] of [
  ['/long.pdf', enPlural(300, 'preview_pages')],
  ['/heavy.pdf', '20 MB'],
] as const) {
  test(`saves a PDF of ${size}`, async ({ settled: keepsake }) => {
    await save(keepsake, `${origin}${path}`);

    expect(await outcome(keepsake, `${origin}${path}`)).toMatchObject({
      state: { status: 'learned' },
    });
  });
}

for (const [path, code] of [
  ['/scan.pdf', 'pdf.no-text'],
  ['/locked.pdf', 'pdf.encrypted'],
  ['/broken.pdf', 'pdf.broken'],
  ['/vast.pdf', 'page.too-large'],
] as const) {
  test(`rejects ${path} as ${code}`, async ({ settled: keepsake }) => {
    await save(keepsake, `${origin}${path}`);

    expect(await outcome(keepsake, `${origin}${path}`)).toMatchObject({
      state: { status: 'refused', error: { code } },
    });
  });
}

test('counts the pages of a long PDF in the popup while reading them', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${origin}/vast-book.pdf`);

  const popup = await keepsake.openPopup(page);

  const facts = popup.locator('.page-facts');
  // Progress appears after one second of reading and can disappear soon after.
  await expect
    .poll(() => facts.textContent(), { intervals: [50] })
    .toMatch(enPattern('preview_progress_page', { done: /\d[\d,]*/, total: 1600 }));
  await expect(facts).toContainText(enPlural(1600, 'preview_pages'), { timeout: 60_000 });
});

test('reports that a scanned PDF has no text, and saves its address instead', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);
  const popup = await keepsake.openPopup(await visit(keepsake, `${origin}/scan.pdf`));
  await expect(popup.locator('.page-preview-title')).toHaveText(en('errors_pdf_no_text_title'));

  await popup.getByRole('button', { name: en('saves_actions_saveAddress') }).click();

  await expect.poll(() => service.documents.length).toBe(1);
  expect(service.documents[0]).toMatchObject({ url: `${origin}/scan.pdf` });
  expect(service.documents[0]).not.toHaveProperty('content');
  await service.close();
});

/** Opens the file in a tab and saves it from the menu. */
async function save(keepsake: ChromiumExtension, url: string): Promise<void> {
  const page = await visit(keepsake, url);
  await keepsake.clickContextMenu(page, { menuItemId: 'save-page' });
}

/** Returns the outbox item of an address once its state is final. */
async function outcome(keepsake: ChromiumExtension, address: string): Promise<unknown> {
  let row: unknown;
  await expect
    .poll(
      async () => {
        const items = await itemsOf(keepsake, origin);
        const item = items.find(({ source }) => source.url.startsWith(address));
        row = item;
        return item?.state.status;
      },
      { timeout: 90_000 },
    )
    .toMatch(/^(?:learned|refused|failed)$/);
  return row;
}

/** Searches in the side panel and returns the first passage. */
async function search(keepsake: Keepsake, words: string): Promise<Locator> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
  return firstHit(panel);
}

/** Pads the file to `size` bytes with a comment, which PDF readers skip. */
function padded(file: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size).fill('%'.charCodeAt(0));
  whole.set(file);
  whole.set(file.slice(-64), size - 64);
  return whole;
}
