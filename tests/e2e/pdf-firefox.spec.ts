/**
 * Tests PDF files in Firefox, whose viewer blocks extensions: Keepsake reads them from their address once the site is
 * allowed.
 */
import { expect } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { encryptedPdf, reportPdf, reportWords, scannedPdf } from '../fixtures/pdf/files.ts';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { releaseSites, test } from './firefox-keepsake.ts';
import { firstHit, outcome, patiently, search } from './firefox-steps.ts';

let site: PageServer;
test.beforeAll(async ({ sharedFirefox }) => {
  const serving = (file: Uint8Array<ArrayBuffer>) => () =>
    new Response(file, { headers: { 'content-type': 'application/pdf' } });
  site = await servePages({
    '/report.pdf': serving(reportPdf()),
    '/scan.pdf': serving(scannedPdf()),
    '/locked.pdf': serving(encryptedPdf()),
  });
  await allow(sharedFirefox);
});
test.afterAll(async ({ sharedFirefox }) => {
  await releaseSites(sharedFirefox);
  await site.close();
});
// Each test has its own file, so the tests can share a browser.
test.describe.configure({ mode: 'default' });

test('reports that the PDF’s site must be allowed first', async ({ settled: keepsake }) => {
  // The same server under its other name, which the browser treats as a different site.
  const address = `${site.origin.replace('127.0.0.1', 'localhost')}/report.pdf`;
  await save(keepsake, address);

  expect(await outcome(keepsake, address)).toMatchObject({ error: { code: 'pdf.not-permitted' } });
});

test('saves a PDF from an allowed site, and finds it', async ({ settled: keepsake }) => {
  const address = `${site.origin}/report.pdf`;
  await save(keepsake, address);

  expect(await outcome(keepsake, address)).toMatchObject({ status: 'learned' });
  await search(keepsake, reportWords);
  expect((await firstHit(keepsake)).words).toContain('In the tower hung a copper hygrometer');
});

for (const [path, code] of [
  ['/scan.pdf', 'pdf.no-text'],
  ['/locked.pdf', 'pdf.encrypted'],
] as const) {
  test(`rejects ${path} of an allowed site as ${code}`, async ({ settled: keepsake }) => {
    await save(keepsake, site.origin + path);

    expect(await outcome(keepsake, site.origin + path)).toMatchObject({
      status: 'refused',
      error: { code },
    });
  });
}

/** Opens the file in a tab and saves it with the shortcut. */
async function save(keepsake: FirefoxExtension, address: string): Promise<void> {
  await keepsake.open(address);
  await keepsake.pressShortcut('S');
}

/** Requests permission for the site on a click, as the surfaces do. The test browser grants the request. */
async function allow(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.open('/welcome.html');
  await keepsake.run(() => {
    const ask = document.createElement('button');
    ask.id = 'allow';
    ask.textContent = 'Allow the site of the test';
    ask.addEventListener('click', () => {
      void browser.permissions
        .request({ origins: ['http://127.0.0.1/*'] })
        .then((isAllowed) => ask.toggleAttribute('data-allowed', isAllowed));
    });
    document.body.prepend(ask);
  });
  await keepsake.click('#allow');
  const isAllowed = () =>
    keepsake.run(() => document.querySelector('#allow[data-allowed]') !== null);
  await expect.poll(isAllowed, patiently).toBe(true);
}

declare const browser: {
  permissions: { request: (asked: { origins: string[] }) => Promise<boolean> };
};
