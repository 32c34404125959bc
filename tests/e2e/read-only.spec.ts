/** Tests the read-only connection to the project's own service over HTTP, with the consent clicked in Chromium. */
import { expect, type Page } from '@playwright/test';
import { connectionsText } from '../../service/owner-app/connections.ts';
import { notices } from '../../service/owner-app/layout.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { firstHit, searchFromPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { type Keepsake, test } from './keepsake.ts';
import {
  addDocument,
  type OwnService,
  type Passing,
  signIn,
  startOwnService,
} from './own-service.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

/** The extension APIs that the pages in these tests use. */
declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  storage: { session: { get: (keys: null) => Promise<Record<string, unknown>> } };
};

let service: OwnService;
let site: PageServer;

test.beforeEach(async ({ keepsake }) => {
  service = await startOwnService();
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs: [filler(20)] }) });
  await keepsake.approveHost('http://127.0.0.1/*');
  const memory = await service.command('memory', 'create', 'Harbours');
  await addDocument(service, memory, sentence);
});
test.afterEach(async () => {
  await site.close();
  await service.close();
});

test('connects read-only by consent: search works, and saving is off with an explanation', async ({
  keepsake,
}) => {
  await signIn(keepsake, service);
  const settings = await connected(keepsake);
  await expect(
    settings.locator('#connections').getByText(en('connection_readOnly_title')),
  ).toBeVisible();

  const page = await visit(keepsake, site.origin);
  const popup = await keepsake.openPopup(page);
  await expect(popup.getByRole('button', { name: en('popup_save') })).toBeDisabled();
  await expect(popup.getByText(en('connection_readOnly_title'))).toBeVisible();
  await popup.close();
  const hit = firstHit(await searchFromPopup(keepsake, page, 'barometer tower nobody'));
  await expect(hit).toContainText(sentence);
  await expect(hit).toContainText('Harbours');
});

test('renews an expiring token before using it, and renews a stale one once for ten calls', async ({
  keepsake,
}) => {
  await signIn(keepsake, service);
  // Make the first token arrive shortly before it expires.
  service.meddle({
    reword: (passing) =>
      isExchange(passing, 'authorization_code')
        ? JSON.stringify({ ...JSON.parse(passing.answer), expires_in: 20 })
        : passing.answer,
  });
  const settings = await connected(keepsake);
  const [given] = exchanges('authorization_code');
  expect(exchanges('refresh_token')).toHaveLength(1);
  expect(toolCalls().some(({ authorization }) => authorization === bearer(given))).toBe(false);

  const [first] = exchanges('refresh_token');
  const stale = bearer(first);
  service.meddle({
    instead: ({ path, authorization }) =>
      path.startsWith('/mcp-http') && authorization === stale
        ? { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
        : undefined,
  });
  const found = await searchAtOnce(settings, 10);

  expect(found).toEqual(Array.from({ length: 10 }, () => true));
  const renewals = exchanges('refresh_token');
  expect(renewals).toHaveLength(2);
  // Each refresh token is used once: the second came with the first renewal.
  expect(renewals.map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual([
    tokensOf(given).refresh_token,
    tokensOf(first).refresh_token,
  ]);
});

test('shows in panel and popup that the owner revoked consent, and lets the person consent again', async ({
  keepsake,
}) => {
  const owner = await signIn(keepsake, service);
  const settings = await connected(keepsake);
  const page = await visit(keepsake, site.origin);
  const panel = await searchFromPopup(keepsake, page, 'barometer tower nobody');
  await expect(firstHit(panel)).toContainText(sentence);

  await owner.goto(`${service.url}/app/connections`);
  await owner.getByRole('button', { name: connectionsText.disconnect }).click();
  await expect(owner.getByRole('status')).toHaveText(notices['connection-revoked']);

  await panel.getByRole('combobox', { name: en('search_search') }).fill('barometer');
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
  await expect(
    panel.getByText(en('connections_credentialTrouble_endedConsent_title')),
  ).toBeVisible();
  const popup = await keepsake.openPopup(page);
  await expect(
    popup.getByText(en('connections_credentialTrouble_endedConsent_title')),
  ).toBeVisible();
  await popup.close();
  const asked = toolCalls().length;
  await panel.getByRole('combobox', { name: en('search_search') }).fill('tower');
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
  await expect(panel.getByRole('status')).toHaveText(en('search_announce_failed'));
  expect(toolCalls()).toHaveLength(asked);

  await settings.bringToFront();
  await settings.getByRole('button', { name: en('connections_readOnly_again') }).click();
  await allow(keepsake, settings);
  await expect(
    settings.getByText(en('connections_credentialTrouble_endedConsent_title')),
  ).toBeHidden();
  await expect(
    panel.getByText(en('connections_credentialTrouble_endedConsent_title')),
  ).toBeHidden();
  expect(await searchAtOnce(settings, 1)).toEqual([true]);
});

test('reports that the background stopped during consent, and leaves nothing behind on the next try', async ({
  keepsake,
}) => {
  await signIn(keepsake, service);
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await beginConsent(settings);
  const consent = await consentPage(keepsake, settings, en('connections_readOnly_submit'));

  await keepsake.stopServiceWorker();

  await expect(settings.getByRole('alert')).toContainText(en('errors_consent_busy_title'));
  await consent.close();
  await allow(keepsake, settings);
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  expect(await waitedFor(settings)).toEqual([]);
});

test('fetches the tokens if the background stopped after consent', async ({ keepsake }) => {
  await signIn(keepsake, service);
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  let isHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  service.meddle({
    hold: (passing) => {
      if (!isExchange(passing, 'authorization_code') || exchanges('authorization_code').length > 1)
        return undefined;
      isHeld();
      return new Promise(() => undefined);
    },
  });
  await beginConsent(settings);
  const windows = countWindows(keepsake);
  await allow(keepsake, settings);
  await held;

  await keepsake.stopServiceWorker();

  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  expect(windows.count).toBe(1);
  expect(await searchAtOnce(settings, 1)).toEqual([true]);
  expect(await waitedFor(settings)).toEqual([]);
});

async function connected(keepsake: Keepsake): Promise<Page> {
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await beginConsent(settings);
  await allow(keepsake, settings);
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  return settings;
}

async function beginConsent(settings: Page): Promise<void> {
  await settings.getByRole('button', { name: en('connections_readOnly_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(service.url);
}

/** Requests consent from the open form, and grants it. */
async function allow(keepsake: Keepsake, settings: Page): Promise<void> {
  const consent = await consentPage(keepsake, settings, en('connections_readOnly_submit'));
  await consent.getByRole('button', { name: 'Allow' }).click();
}

async function consentPage(keepsake: Keepsake, settings: Page, button: string): Promise<Page> {
  const shown = keepsake.context.waitForEvent('page', (page) => page !== settings);
  await settings.getByRole('button', { name: button, exact: true }).click();
  const consent = await shown;
  await consent.getByRole('button', { name: 'Allow' }).waitFor();
  return consent;
}

function countWindows(keepsake: Keepsake): { count: number } {
  const windows = { count: 0 };
  keepsake.context.on('page', () => (windows.count += 1));
  return windows;
}

/** Sends this many searches in parallel and returns for each whether it found the sentence. */
function searchAtOnce(settings: Page, count: number): Promise<boolean[]> {
  return settings.evaluate(
    async ([many, wanted]) =>
      Promise.all(
        Array.from({ length: many }, async () => {
          const answer: unknown = await chrome.runtime.sendMessage({
            keepsake: 'ask',
            requestId: crypto.randomUUID(),
            name: 'search.run',
            input: { searchId: crypto.randomUUID(), q: 'barometer tower' },
          });
          return JSON.stringify(answer).includes(wanted);
        }),
      ),
    [count, 'violet barometer'] as const,
  );
}

/** Returns the storage keys of the pending consents in the vault. */
async function waitedFor(settings: Page): Promise<string[]> {
  const keys = await settings.evaluate(async () =>
    Object.keys(await chrome.storage.session.get(null)),
  );
  return keys.filter((key) => key.startsWith('vault.consent'));
}

function isExchange({ path, body }: Passing, grant: string): boolean {
  return path === '/oauth/token' && new URLSearchParams(body).get('grant_type') === grant;
}

function exchanges(grant: 'authorization_code' | 'refresh_token'): Passing[] {
  return service.passed.filter((passing) => isExchange(passing, grant));
}

function toolCalls(): Passing[] {
  return service.passed.filter(
    ({ method, path, authorization }) =>
      method === 'POST' && path.startsWith('/mcp-http') && authorization !== '',
  );
}

function tokensOf(exchange: Passing | undefined): { access_token: string; refresh_token: string } {
  return JSON.parse(exchange?.answer ?? '{}') as { access_token: string; refresh_token: string };
}

function bearer(exchange: Passing | undefined): string {
  return `Bearer ${tokensOf(exchange).access_token}`;
}
