/** Homes elsewhere, in Chromium against the project's own service: with a key, read-only by consent, and withdrawn. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  startService,
  type ServiceProcess,
} from '../../service/homes/node/testing/start-process.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { firstHit, saveByPopup, searchFromPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { test } from './keepsake.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const serviceMain = join(import.meta.dirname, '../../service/homes/node/main.ts');

let data: string;
let service: ServiceProcess;
let site: PageServer;

test.beforeEach(async ({ keepsake }) => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-connections-'));
  service = await startService(data);
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs }) });
  await keepsake.approveHost('http://127.0.0.1/*');
});
test.afterEach(async () => {
  await site.close();
  await service.end('SIGTERM');
  await rm(data, { recursive: true, force: true });
});

test('a page saved with a key is found by its words, until the key is revoked; then nothing is asked any more', async ({
  keepsake,
}) => {
  await command('memory', 'create', 'Harbours');
  const key = await command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  const counter = await countRequests(service.url);
  const settings = await keepsake.openExtensionPage('/options.html');

  await test.step('a wrong key is explained, and nothing is kept', async () => {
    await connectWithKey(settings, counter.url, `${key}x`);
    await expect(settings.getByRole('alert')).toContainText('The service does not take this key');
    await expect(settings.getByText('There is no home yet.')).toBeVisible();
  });

  await test.step('the right one connects', async () => {
    await settings.getByLabel('Key', { exact: true }).fill(key);
    await settings.keyboard.press('Enter');
    await expect(settings.getByText('It works. In reach: Harbours.')).toBeVisible();
    const home = settings.getByRole('list', { name: 'Homes of your memory' });
    await expect(home).toContainText(`Key ending in ${key.slice(-4)}`);
    await expect(home).toContainText('In use');
    expect(await settings.content()).not.toContain(key);
  });

  const page = await visit(keepsake, site.origin);
  const panel = await test.step('a page is saved and found', async () => {
    await saveByPopup(keepsake, page);
    const found = await searchFromPopup(keepsake, page, 'barometer tower nobody');
    await expect(firstHit(found)).toContainText(sentence);
    await expect(firstHit(found)).toContainText('Harbours');
    return found;
  });

  await test.step('the key is revoked: it is said, and nothing more is asked', async () => {
    await command('key', 'revoke', 'Keepsake');
    await panel.getByRole('searchbox').fill('barometer');
    await panel.getByRole('searchbox').press('Enter');
    await settings.bringToFront();
    await expect(settings.getByText('The service no longer takes this key')).toBeVisible();
    await expect(settings.getByText(/^Reference /)).toBeVisible();
    const asked = counter.count();

    await panel.getByRole('searchbox').fill('tower');
    await panel.getByRole('searchbox').press('Enter');
    await expect(panel.getByText('This key may not do that any more')).toBeVisible();
    await expect(panel.getByRole('status')).toHaveText('The search failed');
    expect(counter.count()).toBe(asked);

    await settings.getByRole('button', { name: 'Try this key again' }).click();
    await expect(settings.getByText('The service no longer takes this key')).toBeHidden();
  });

  await test.step('forgetting everything asks for the word, and leaves nothing', async () => {
    await settings.getByRole('button', { name: 'Forget everything…' }).click();
    const dialog = settings.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: 'Forget everything' });
    await expect(yes).toBeDisabled();
    await dialog.getByLabel('Type FORGET to go on').fill('FORGET');
    await yes.click();
    await expect(settings.getByText('There is no home yet.')).toBeVisible();
  });
  await counter.close();
});

test('consent connects read-only: searching works, and saving is off with the reason', async ({
  keepsake,
}) => {
  const memory = await command('memory', 'create', 'Harbours');
  const key = await command('key', 'create', '--name', 'Scribe', '--level', 'write');
  await addDocument(key, memory);
  const link = await command('sign-in-link');
  const owner = await visit(keepsake, link);
  await owner.getByRole('button', { name: 'Sign in' }).click();
  await expect(owner.getByRole('status')).toHaveText('You are signed in.');

  const settings = await keepsake.openExtensionPage('/options.html');
  await settings.getByRole('button', { name: 'Connect read-only' }).click();
  await settings.getByLabel('Address of the service').fill(service.url);
  const consenting = keepsake.context.waitForEvent('page', (page) => page !== settings);
  await settings.getByRole('button', { name: 'Ask for consent' }).click();
  const consent = await consenting;
  await consent.getByRole('button', { name: 'Allow' }).click();

  await expect(settings.getByText('It works. In reach: Harbours.')).toBeVisible();
  await expect(settings.getByText('This connection only reads')).toBeVisible();

  const page = await visit(keepsake, site.origin);
  const popup = await keepsake.openPopup(page);
  await expect(popup.getByRole('button', { name: 'Save this page' })).toBeDisabled();
  await expect(popup.getByText('This connection only reads')).toBeVisible();
  await popup.close();
  const hit = firstHit(await searchFromPopup(keepsake, page, 'barometer tower nobody'));
  await expect(hit).toContainText(sentence);
  await expect(hit).toContainText('Harbours');
});

async function connectWithKey(settings: Page, address: string, key: string): Promise<void> {
  await settings.getByRole('button', { name: 'Connect with a key' }).click();
  await settings.getByLabel('Address of the service').fill(address);
  await settings.getByLabel('Key', { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
}

async function addDocument(key: string, container: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ container, content: sentence });
  const added = await fetch(`${service.url}/v1/documents`, { method: 'POST', headers, body });
  expect(added.status).toBeLessThan(300);
  await expect(async () => {
    const search = { method: 'POST', headers, body: JSON.stringify({ q: 'barometer' }) };
    expect(await (await fetch(`${service.url}/v1/search`, search)).text()).toContain(sentence);
  }).toPass();
}

/** Runs a command of the service as its owner does, and gives what it printed. */
async function command(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [serviceMain, ...args, '--data', data], { stdio: 'pipe' });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return output.trim();
}

type Counter = { url: string; count: () => number; close: () => Promise<void> };

/** Stands before a service and counts what it is asked. */
async function countRequests(target: string): Promise<Counter> {
  let count = 0;
  const server: Server = createServer((request, response) => {
    count += 1;
    const passOn = async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    };
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '' } = request.headers;
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      const headers = { authorization, 'content-type': 'application/json' };
      const method = request.method ?? 'GET';
      void passOn(target + (request.url ?? ''), { method, headers, body });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
