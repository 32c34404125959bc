/**
 * Tests a connection to the project's own service in Firefox: read-only by consent, then with a key
 * that can save.
 */
import { notices } from '../../service/owner-app/layout.ts';
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enLead, enPlural } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import { button, expectWords, firstHit, patiently, saveByPopup, search } from './firefox-steps.ts';
import { addDocument, type OwnService, startOwnService } from './own-service.ts';

const kept = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const read =
  'The herring came late in the year of the comet, and the nets were mended by lamplight.';

/** Firefox's names for the kinds of data that Keepsake sends to a connected service. */
const sent = ['authenticationInfo', 'browsingActivity', 'searchTerms', 'websiteContent'];

let service: OwnService;
let site: PageServer;
/** Origin of the saved pages. It is a different site from the service, so it needs its own permission. */
let pages: string;

test.beforeAll(async () => {
  service = await startOwnService();
  await addDocument(service, await service.command('memory', 'create', 'Harbours'), kept);
  site = await servePages({
    '*': ({ url }) =>
      articleHtml({
        title: `Ledger ${new URL(url).pathname}`,
        paragraphs: [filler(20), read, filler(20)],
      }),
  });
  pages = site.origin.replace('127.0.0.1', 'localhost');
});
test.afterAll(async () => {
  await site.close();
  await service.close();
});

test('connects read-only by consent, then with a key to save, and releases the permissions with the last connection', async ({
  keepsake,
}) => {
  await test.step('asks for consent in the browser’s own window, and returns to Keepsake', async () => {
    await signIn(keepsake);
    const settings = await keepsake.open('/options.html#connections');
    await keepsake.click(button(en('connections_readOnly_action')));
    await keepsake.fill(field(en('connections_address')), service.url);
    await keepsake.follow(() => keepsake.click(button(en('connections_readOnly_submit'))));
    await keepsake.click(button('Allow'));
    await keepsake.switchTo(settings);
    await expectWords(keepsake, en('connections_works_inReach', { memories: 'Harbours' }));
    await expectWords(keepsake, en('connection_readOnly_title'));
    const consent = service.passed.find(({ path }) => path.startsWith('/oauth/authorize?'));
    const { searchParams } = new URL(consent?.path ?? '', service.url);
    // No server responds at this address: Firefox hands requests to it straight to the extension.
    expect(searchParams.get('redirect_uri')).toMatch(
      /^https:\/\/[0-9a-f]{40}\.extensions\.allizom\.org\/$/,
    );
  });

  await test.step('finds what the service holds, and turns saving off with an explanation', async () => {
    await search(keepsake, 'barometer tower nobody');
    expect((await firstHit(keepsake)).words).toContain(kept);
    await keepsake.open(`${pages}/ledger`);
    const popup = await keepsake.openPopup();
    await expectWords(popup, en('connection_readOnly_title'));
    expect(await popup.run(isSavingOff, en('popup_save'))).toBe(true);
    await popup.close();
  });

  await test.step('saves a page with a key, and finds it', async () => {
    await connectWithKey(keepsake);
    await keepsake.open(`${pages}/ledger`);
    await saveByPopup(keepsake);
    await search(keepsake, 'herring comet lamplight');
    expect((await firstHit(keepsake)).words).toContain(read);
    expect(taken()).toEqual(['/ledger']);
  });

  await test.step('releases the services’ permissions with the last connection', async () => {
    await keepsake.open('/options.html#connections');
    for (const left of [sent, []]) {
      await keepsake.click(`//button[starts-with(@aria-label, "${enLead('connections_remove')}")]`);
      await keepsake.click(button(en('connections_removal_yes')));
      await expect
        .poll(async () => (await keepsake.run(granted)).data_collection, patiently)
        .toEqual(left);
      await keepsake.open('/options.html#connections');
    }
  });
});

test('sends nothing without the permission for data, and saves chosen tabs together', async ({
  keepsake,
}) => {
  await test.step('sends nothing while data collection is not allowed, and sends again once it is', async () => {
    await connectWithKey(keepsake);
    expect((await keepsake.run(granted)).data_collection).toEqual(sent);
    expect(await keepsake.run(allowNoData)).toBe(true);
    const before = service.passed.length;
    await expectWords(keepsake, en('connections_notPermitted_title'));
    await keepsake.open('/sidepanel.html');
    await keepsake.fill('input[type=search]', 'barometer tower nobody');
    await expectWords(keepsake, en('errors_memory_not_permitted_title'));
    expect(service.passed).toHaveLength(before);
    await keepsake.open('/options.html#connections');
    await keepsake.click(button(en('connections_notPermitted_allow')));
    await search(keepsake, 'barometer tower nobody');
    expect((await firstHit(keepsake)).words).toContain(kept);
  });

  await test.step('saves the chosen tabs, and releases the permissions for their list and site', async () => {
    const earlier = taken().length;
    for (const path of ['/one', '/two']) await keepsake.open(pages + path);
    await keepsake.open('/sidepanel.html');
    await keepsake.click(`//button[starts-with(normalize-space(),"${en('panel_views_library')}")]`);
    await keepsake.click(button(en('batch_open')));
    await keepsake.click(button(en('batch_sources_tabs_action')));
    await keepsake.click('//label[contains(., "/two")]//input');
    await keepsake.click(button(enPlural(1, 'batch_choose_start', { memory: 'Harbours' })));
    await expectWords(keepsake, en('batch_summary_saved', { count: 1 }));
    await expect.poll(() => taken().slice(earlier), patiently).toEqual(['/one']);
    const mayStill = () => keepsake.run(granted);
    await expect
      .poll(mayStill, patiently)
      .toEqual({ permissions: [], origins: ['http://127.0.0.1/*'], data_collection: sent });
  });
});

/** Signs the owner in to the app of their service, which the consent page requires. */
async function signIn(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.open(await service.command('sign-in-link'));
  await keepsake.click(button('Sign in'));
  await expectWords(keepsake, notices['signed-in']);
}

/** Connects to the service with a new key that can save. */
async function connectWithKey(keepsake: FirefoxExtension): Promise<void> {
  const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  await keepsake.open('/options.html#connections');
  await keepsake.click(button(en('connections_withKey_action')));
  await keepsake.fill(field(en('connections_address')), service.url);
  await keepsake.fill(field(en('connections_key')), key);
  await keepsake.click(button(en('connections_connect')));
  await expectWords(keepsake, en('connections_credential_keyEnding', { lastFour: key.slice(-4) }));
}

function field(label: string): string {
  return `//label[normalize-space()='${label}']//input`;
}

/** Returns the paths of the pages that the service accepted for the first time. */
function taken(): string[] {
  return service.passed
    .filter(
      ({ method, path, answer }) =>
        method === 'POST' && path === '/v1/documents' && answer.includes('"queued"'),
    )
    .flatMap(({ body }) => {
      const { custom_id: id } = JSON.parse(body) as { custom_id?: string };
      return id === undefined ? [] : new URL(id).pathname;
    });
}

// The functions below run in extension pages and can't use anything from this file.

function isSavingOff(save: string): boolean {
  const buttons = [...document.querySelectorAll('button')];
  return buttons.find(({ innerText }) => innerText.includes(save))?.disabled === true;
}

/** Returns the permissions granted since installation. */
async function granted(): Promise<Permissions> {
  const { permissions, origins, data_collection: data } = await browser.permissions.getAll();
  return {
    permissions: permissions.filter((name) => ['tabs', 'bookmarks'].includes(name)),
    origins,
    data_collection: data.toSorted(),
  };
}

/** Revokes data collection, as a person does on the browser's add-ons page. */
async function allowNoData(): Promise<boolean> {
  const { data_collection: data } = await browser.permissions.getAll();
  return browser.permissions.remove({ data_collection: data });
}

type Permissions = { permissions: string[]; origins: string[]; data_collection: string[] };

declare const browser: {
  permissions: {
    getAll: () => Promise<Permissions>;
    remove: (permissions: Partial<Permissions>) => Promise<boolean>;
  };
};
