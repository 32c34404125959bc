/** A home elsewhere in Firefox, against the project's own service: read-only by consent, then with a key that saves. */
import { notices } from '../../service/owner-app/layout.ts';
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enLead, enPlural } from '../english.ts';
import {
  button,
  expectWords,
  firstHit,
  patiently,
  saveByPopup,
  search,
  test,
} from './firefox-keepsake.ts';
import { addDocument, type OwnService, startOwnService } from './own-service.ts';

const kept = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const read =
  'The herring came late in the year of the comet, and the nets were mended by lamplight.';

/** By Firefox's names. */
const sent = ['authenticationInfo', 'browsingActivity', 'searchTerms', 'websiteContent'];

let service: OwnService;
let site: PageServer;
/** Another site to the browser than the service, so that its permission is one of its own. */
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

test('consent connects read-only, a key connects to save, and chosen tabs are saved together', async ({
  keepsake,
}) => {
  await test.step('consent is given in the browser’s own window, and comes back to Keepsake', async () => {
    await signIn(keepsake);
    const settings = await keepsake.open('/options.html');
    await keepsake.click(button(en('connections_readOnly_action')));
    await keepsake.fill(field(en('connections_address')), service.url);
    await keepsake.follow(() => keepsake.click(button(en('connections_readOnly_submit'))));
    await keepsake.click(button('Allow'));
    await keepsake.switchTo(settings);
    await expectWords(keepsake, en('connections_works_inReach', { memories: 'Harbours' }));
    await expectWords(keepsake, en('connection_readOnly_title'));
    const consent = service.passed.find(({ path }) => path.startsWith('/oauth/authorize?'));
    const { searchParams } = new URL(consent?.path ?? '', service.url);
    // An address that no server answers: Firefox hands what comes there to the extension alone.
    expect(searchParams.get('redirect_uri')).toMatch(
      /^https:\/\/[0-9a-f]{40}\.extensions\.allizom\.org\/$/,
    );
  });

  await test.step('what the service holds is found, and saving is off with the reason', async () => {
    await search(keepsake, 'barometer tower nobody');
    expect((await firstHit(keepsake)).words).toContain(kept);
    await keepsake.open(`${pages}/ledger`);
    const popup = await keepsake.openPopup();
    await expectWords(popup, en('connection_readOnly_title'));
    expect(await popup.run(isSavingOff, en('popup_save'))).toBe(true);
    await popup.close();
  });

  await test.step('with a key a page is saved there, and found', async () => {
    const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
    await keepsake.open('/options.html');
    await keepsake.click(button(en('connections_withKey_action')));
    await keepsake.fill(field(en('connections_address')), service.url);
    await keepsake.fill(field(en('connections_key')), key);
    await keepsake.click(button(en('connections_connect')));
    await expectWords(
      keepsake,
      en('connections_credential_keyEnding', { lastFour: key.slice(-4) }),
    );
    await keepsake.open(`${pages}/ledger`);
    await saveByPopup(keepsake);
    await search(keepsake, 'herring comet lamplight');
    expect((await firstHit(keepsake)).words).toContain(read);
    expect(taken()).toEqual(['/ledger']);
  });

  await test.step('nothing is sent once the data may not be, until it may again', async () => {
    await keepsake.open('/options.html');
    expect((await keepsake.run(granted)).data_collection).toEqual(sent);
    expect(await keepsake.run(allowNoData)).toBe(true);
    const before = service.passed.length;
    await expectWords(keepsake, en('connections_notPermitted_title'));
    await keepsake.open('/sidepanel.html');
    await keepsake.fill('input[type=search]', 'herring comet lamplight');
    await expectWords(keepsake, en('errors_memory_not_permitted_title'));
    expect(service.passed).toHaveLength(before);
    await keepsake.open('/options.html');
    await keepsake.click(button(en('connections_notPermitted_allow')));
    await search(keepsake, 'herring comet lamplight');
    expect((await firstHit(keepsake)).words).toContain(read);
  });

  await test.step('the tabs that were chosen are saved, and their list and site are given back', async () => {
    for (const path of ['/one', '/two']) await keepsake.open(pages + path);
    await keepsake.open('/sidepanel.html');
    await keepsake.click(`//button[starts-with(normalize-space(),"${en('panel_views_library')}")]`);
    await keepsake.click(button(en('batch_open')));
    await keepsake.click(button(en('batch_ways_tabs_action')));
    await keepsake.click('//label[contains(., "/two")]//input');
    await keepsake.click('//label[contains(., "127.0.0.1")]//input');
    await keepsake.click(button(enPlural(1, 'batch_choose_start', { memory: 'Harbours' })));
    await expectWords(keepsake, en('batch_summary_saved', { count: 1 }));
    await expect.poll(() => taken().toSorted(), patiently).toEqual(['/ledger', '/one']);
    const mayStill = () => keepsake.run(granted);
    await expect
      .poll(mayStill, patiently)
      .toEqual({ permissions: [], origins: ['http://127.0.0.1/*'], data_collection: sent });
  });

  await test.step('what was allowed for services is given back with the last of them', async () => {
    await keepsake.open('/options.html');
    for (const left of [sent, []]) {
      await keepsake.click(`//button[starts-with(@aria-label, "${enLead('connections_remove')}")]`);
      await keepsake.click(button(en('connections_removal_yes')));
      await expect
        .poll(async () => (await keepsake.run(granted)).data_collection, patiently)
        .toEqual(left);
      await keepsake.open('/options.html');
    }
  });
});

/** Signs the owner in to the app of their service, as the consent asks for. */
async function signIn(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.open(await service.command('sign-in-link'));
  await keepsake.click(button('Sign in'));
  await expectWords(keepsake, notices['signed-in']);
}

function field(label: string): string {
  return `//label[normalize-space()='${label}']//input`;
}

/** Paths of the pages that the service took for the first time. */
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

// The functions below run in the extension's pages: nothing from this file is in their scope.

function isSavingOff(save: string): boolean {
  const buttons = [...document.querySelectorAll('button')];
  return buttons.find(({ innerText }) => innerText.includes(save))?.disabled === true;
}

/** What is allowed beyond the installation. */
async function granted(): Promise<Permissions> {
  const { permissions, origins, data_collection: data } = await browser.permissions.getAll();
  return {
    permissions: permissions.filter((name) => ['tabs', 'bookmarks'].includes(name)),
    origins,
    data_collection: data.toSorted(),
  };
}

/** As the person does in the browser's page of extensions. */
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
