/** The owner's app of a running service, in a real browser. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import {
  startService,
  type ServiceProcess,
} from '../../service/homes/node/testing/start-process.ts';
import { findChromium } from '../browser/find-chromium.ts';

let data: string;
let service: ServiceProcess;

test.beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-owner-app-'));
  service = await startService(data);
});
test.afterEach(async () => {
  await service.end('SIGTERM');
  await rm(data, { recursive: true });
});

test('an owner signs in by a link and looks after the memory, without a script', async () => {
  const browser = await chromium.launch({ executablePath: await findChromium() });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));

  await test.step('signs in once', async () => {
    const link = await ask('POST', '/owner/sign-in-links', {});
    const { url } = z.parse(z.object({ url: z.string() }), link);
    await page.goto(service.url);
    await expect(page.getByRole('heading', { name: 'Sign in to your memory' })).toBeVisible();
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('status')).toHaveText('You are signed in.');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });

    const stranger = await browser.newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole('alert')).toContainText('This link has been used');
    await stranger.close();
  });

  await test.step('makes a Memory', async () => {
    await page.getByLabel('Name').fill('Gardens & <parks>');
    await page.getByRole('button', { name: 'Create the Memory' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gardens & <parks>');
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
  });

  const token = await test.step('makes a key, which works', async () => {
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByLabel('Name').fill('Reader');
    await page.getByLabel('Read & write').check();
    await page.getByRole('button', { name: 'Create the key' }).click();
    const made = await page.getByLabel('Key', { exact: true }).inputValue();
    expect(await statusWith(made)).toBe(200);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await expect(page.getByText(made)).toHaveCount(0);
    return made;
  });

  await test.step('sees what the key saved, and has it learned anew', async () => {
    await ask('POST', '/v1/documents', { content: 'A heron waits.', title: 'Herons' }, token);
    await page.getByRole('link', { name: 'Memories' }).click();
    await page.getByRole('link', { name: 'Gardens & <parks>' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Learned', { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('button', { name: 'Update now “Herons”' }).click();
    await expect(page.getByRole('status')).toContainText('in line to be learned anew');
  });

  await test.step('finds it', async () => {
    await expect(async () => {
      await page.goto(`${service.url}/app/search`);
      await page.getByRole('searchbox').fill('waiting herons');
      await page.keyboard.press('Enter');
      await expect(page.locator('mark').first()).toHaveText('heron', { timeout: 500 });
    }).toPass();
  });

  await test.step('revokes the key', async () => {
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('link', { name: 'Revoke “Reader”' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await expect(page.getByRole('status')).toContainText('The key is revoked.');
    expect(await statusWith(token)).toBe(403);
  });

  await test.step('takes everything out, and it can come in again', async () => {
    await page.getByRole('link', { name: 'Export & import' }).click();
    const file = join(data, 'export.jsonl');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the export' }).click();
    await (await download).saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('A heron waits.');

    await page.getByLabel('An export').setInputFiles(file);
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('row', { name: 'Documents 0 1' })).toBeVisible();
  });

  await test.step('is told what is wrong with a large file that is no export', async () => {
    const name = 'other.jsonl';
    const buffer = Buffer.alloc(20_000_000, 'x\n');
    await page.goto(`${service.url}/app/data`);
    await page.getByLabel('An export').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('alert')).toContainText('Line 1 cannot be read');
    complaints.splice(0);
  });

  await test.step('signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${service.url}/app/keys`);
    await expect(page.getByRole('heading', { name: 'Sign in to your memory' })).toBeVisible();
  });

  expect(complaints).toEqual([]);
  await browser.close();
});

for (const width of [1200, 390]) {
  test(`no page is wider than a window of ${width} pixels`, async () => {
    const browser = await chromium.launch({ executablePath: await findChromium() });
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const { url } = z.parse(
      z.object({ url: z.string() }),
      await ask('POST', '/owner/sign-in-links', {}),
    );
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2).trim().slice(0, 80);
    await page.getByLabel('Name').fill(name.replaceAll(' ', ''));
    await page.getByRole('button', { name: 'Create the Memory' }).click();
    await expect(page.getByRole('main')).toContainText(name.replaceAll(' ', ''));

    await expectToFit(page);
    for (const path of ['memories', 'search', 'keys', 'connections', 'rules', 'agent', 'data']) {
      await page.goto(`${service.url}/app/${path}`);
      await expectToFit(page);
    }
    await browser.close();
  });
}

async function expectToFit(page: Page): Promise<void> {
  // Before its style has come, a page is as wide as its longest word.
  await page.waitForLoadState();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, page.url()).toBeLessThanOrEqual(0);
}

async function ask(
  method: string,
  path: string,
  body: object,
  token = service.ownerToken,
): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${service.url}/v1/containers`, { headers })).status;
}
