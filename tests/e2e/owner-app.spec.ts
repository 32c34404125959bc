/** Tests the owner app of a running service, in a real browser. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { dataText } from '../../service/owner-app/data.ts';
import { keysText } from '../../service/owner-app/keys.ts';
import { notices, sections, signOutLabel } from '../../service/owner-app/layout.ts';
import { memoriesText } from '../../service/owner-app/memories.ts';
import { documentText } from '../../service/owner-app/memory.ts';
import { signInText } from '../../service/owner-app/sign-in.ts';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { test } from './shared-browsers.ts';

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

test('lets an owner sign in with a link and manage the library without scripts', async ({
  plainBrowser: browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));

  await test.step('signs in once', async () => {
    const link = await ask('POST', '/owner/sign-in-links', {});
    const { url } = z.parse(z.object({ url: z.string() }), link);
    await page.goto(service.url);
    await expect(page.getByRole('heading', { name: signInText.title })).toBeVisible();
    await page.goto(url);
    await page.getByRole('button', { name: signInText.submit }).click();
    await expect(page.getByRole('status')).toHaveText(notices['signed-in']);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });

    const stranger = await browser.newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole('alert')).toHaveText(signInText.linkExpired);
    await stranger.close();
  });

  await test.step('creates a Memory', async () => {
    await page.getByLabel(memoriesText.name).fill('Gardens & <parks>');
    await page.getByRole('button', { name: memoriesText.create }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gardens & <parks>');
    await expect(page.getByRole('status')).toHaveText(notices['memory-created']);
  });

  const token = await test.step('creates a key that works', async () => {
    await page.getByRole('link', { name: sections.keys.name }).click();
    await page.getByLabel(keysText.name).fill('Reader');
    await page.getByLabel(keysText.levels.write.label).check();
    await page.getByRole('button', { name: keysText.create }).click();
    const made = await page.getByLabel(keysText.created, { exact: true }).inputValue();
    expect(await statusWith(made)).toBe(200);
    await page.getByRole('link', { name: keysText.done }).click();
    await expect(page.getByText(made)).toHaveCount(0);
    return made;
  });

  await test.step('sees the document that the key saved and reindexes it', async () => {
    await ask('POST', '/v1/documents', { content: 'A heron waits.', title: 'Herons' }, token);
    await page.getByRole('link', { name: sections.memories.name, exact: true }).click();
    await page.getByRole('link', { name: 'Gardens & <parks>' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(documentText.indexed, { exact: true })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await page.getByRole('button', { name: `${documentText.updateNow} “Herons”` }).click();
    await expect(page.getByRole('status')).toHaveText(notices['learning-queued']);
  });

  await test.step('searches for the document', async () => {
    await expect(async () => {
      await page.goto(`${service.url}/app/search`);
      await page.getByRole('searchbox').fill('waiting herons');
      await page.keyboard.press('Enter');
      await expect(page.locator('mark').first()).toHaveText('heron', { timeout: 3_000 });
    }).toPass();
  });

  await test.step('revokes the key', async () => {
    await page.getByRole('link', { name: sections.keys.name }).click();
    await page.getByRole('link', { name: `${keysText.revoke} “Reader”` }).click();
    await page.getByRole('button', { name: keysText.confirmRevoke }).click();
    await expect(page.getByRole('status')).toHaveText(notices['key-revoked']);
    expect(await statusWith(token)).toBe(403);
  });

  await test.step('exports everything and imports it again', async () => {
    await page.getByRole('link', { name: sections.data.name }).click();
    const file = join(data, 'export.jsonl');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: dataText.export }).click();
    await (await download).saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('A heron waits.');

    await page.getByLabel(dataText.file).setInputFiles(file);
    await page.getByRole('button', { name: dataText.import }).click();
    await expect(page.getByRole('row', { name: 'Documents 0 1' })).toBeVisible();
  });

  await test.step('shows why a large file that isn’t an export is rejected', async () => {
    const name = 'other.jsonl';
    const buffer = Buffer.alloc(20_000_000, 'x\n');
    await page.goto(`${service.url}/app/data`);
    await page.getByLabel(dataText.file).setInputFiles({ name, mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: dataText.import }).click();
    await expect(page.getByRole('alert')).toContainText('Line 1');
    complaints.splice(0);
  });

  await test.step('signs out', async () => {
    await page.getByRole('button', { name: signOutLabel }).click();
    await page.goto(`${service.url}/app/keys`);
    await expect(page.getByRole('heading', { name: signInText.title })).toBeVisible();
  });

  expect(complaints).toEqual([]);
  await context.close();
});

for (const width of [1200, 390]) {
  test(`fits a window of ${width} pixels`, async ({ plainBrowser: browser }) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const { url } = z.parse(
      z.object({ url: z.string() }),
      await ask('POST', '/owner/sign-in-links', {}),
    );
    await page.goto(url);
    await page.getByRole('button', { name: signInText.submit }).click();
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2).trim().slice(0, 80);
    await page.getByLabel(memoriesText.name).fill(name.replaceAll(' ', ''));
    await page.getByRole('button', { name: memoriesText.create }).click();
    await expect(page.getByRole('main')).toContainText(name.replaceAll(' ', ''));

    await expectToFit(page);
    for (const path of ['memories', 'search', 'keys', 'connections', 'rules', 'agent', 'data']) {
      await page.goto(`${service.url}/app/${path}`);
      await expectToFit(page);
    }
    await page.close();
  });
}

async function expectToFit(page: Page): Promise<void> {
  // Wait for the stylesheet: without it, a page is as wide as its longest word.
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
