/** The owner app, used the way a browser without scripts does: pages, forms and a cookie. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { notices } from '../../service/owner-app/layout.ts';
import { refusalOf, type Api } from './api.ts';
import { alertOf, headingOf, openBrowser, statusOf, type Browser } from './owner-app-browser.ts';
import { connect, fill as fillWorld, openOwnerApp, type OwnerAppWorld } from './owner-app-world.ts';
import type { TwoAccounts } from './two-accounts.ts';

const hostile = `<script>alert("1")</script>'"&amp;`;
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&quot;&amp;amp;';
let world: OwnerAppWorld;
let service: TwoAccounts;
let first: Browser;
let second: Browser;
let owner: Api;

beforeEach(async () => {
  world = await openOwnerApp();
  ({ service, first, second, owner } = world);
});
afterEach(() => service.close());

const link = (accountId: string) => world.link(accountId);
const fill = () => fillWorld(world);

const keysSchema = z.object({ keys: z.array(z.object({ id: z.string(), name: z.string() })) });

async function keyIdOf(name: string): Promise<string> {
  const { keys } = z.parse(keysSchema, (await owner.get('/owner/keys')).body);
  return keys.find((key) => key.name === name)?.id ?? '';
}

describe('signing in', () => {
  it('is required on every page, and returns to that page', async () => {
    const stranger = openBrowser(service.fetch);

    const asked = await stranger.open('/app/keys?x=1');
    const signedIn = await stranger.send('/app/sign-in', {
      link: await link('first'),
      next: '/app/keys?x=1',
    });

    expect(asked.at).toBe('/app/sign-in?next=%2Fapp%2Fkeys%3Fx%3D1');
    expect(asked.html).toContain('npm run service -- sign-in-link');
    expect(signedIn.at).toBe('/app/keys?x=1&done=signed-in');
    expect(statusOf(signedIn)).toBe(notices['signed-in']);
  });

  it('takes more than opening the link, so link previews don’t sign in', async () => {
    const stranger = openBrowser(service.fetch);
    const url = await link('first');

    const opened = await stranger.open(url);
    await stranger.open(url);

    expect(opened.status).toBe(200);
    expect(alertOf(opened)).toBe('');
    expect(stranger.cookie()).toBe('');
    expect((await stranger.signIn(url)).at).toContain('/app/memories');
  });

  it('rejects a used link', async () => {
    const url = await link('first');
    await openBrowser(service.fetch).signIn(url);
    const stranger = openBrowser(service.fetch);

    expect(alertOf(await stranger.open(url))).not.toBe('');
    expect((await stranger.send('/app/sign-in', { link: url })).status).toBe(403);
    expect((await stranger.open('/app/memories')).at).toContain('/app/sign-in');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never redirects to %j',
    async (next) => {
      const stranger = openBrowser(service.fetch);

      const shown = await stranger.send('/app/sign-in', { link: await link('first'), next });

      expect(shown.at).toBe('/app/memories?done=signed-in');
    },
  );

  it('rejects a form from another site', async () => {
    const body = new URLSearchParams({ link: await link('first') });
    const headers = { 'sec-fetch-site': 'cross-site' };

    const response = await service.fetch(
      new Request('http://localhost/app/sign-in', { method: 'POST', body, headers }),
    );

    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('ends when the owner signs out', async () => {
    const cookie = first.cookie();

    expect((await first.send('/app/sign-out')).at).toBe('/app/sign-in');

    const kept = await service.fetch(
      new Request('http://localhost/app/memories', { headers: { cookie } }),
    );
    expect(kept.status).toBe(303);
  });
});

describe('every page', () => {
  const pages = ['/app/memories', '/app/search?q=heron', '/app/keys', '/app/connections'].concat([
    '/app/rules',
    '/app/agent',
    '/app/data',
    '/app/accounts',
    '/app/none',
  ]);

  it.each(pages)('%s runs no scripts and loads nothing from elsewhere', async (path) => {
    const { html, headers } = await first.open(path);

    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(html).not.toMatch(
      /<script|<style|\sstyle=|\son\w+=|https?:\/\/(?!localhost|127\.0\.0\.1)/,
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('escapes names and content', async () => {
    const container = await owner.createMemory(hostile);
    await owner.learnDocument({ container, content: `heron ${hostile}`, title: hostile });
    await owner.addNote({ container, content: `heron ${hostile}` });
    await owner.createKey({ name: hostile });
    await owner.post('/owner/rules', { content: hostile });
    await owner.post('/owner/accounts', { name: hostile });
    const at = `/app/memories/${container}`;

    for (const path of [...pages.slice(0, 3), '/app/rules', '/app/accounts', at].concat([
      `${at}/notes`,
      `${at}/edit`,
      `${at}/delete`,
    ])) {
      const { html } = await first.open(path);
      expect([path, html.includes(escaped)]).toEqual([path, true]);
      expect([path, html.includes('<script')]).toEqual([path, false]);
    }
    const searched = await first.open(`/app/search?q=${encodeURIComponent(hostile)}`);
    expect(searched.html).not.toContain('<script');
  });

  it('shows no message text from the URL', async () => {
    const { html } = await first.open(`/app/memories?done=${encodeURIComponent('Call 555-1234')}`);

    // Not just `555`, which a random form token may contain.
    for (const words of ['Call', '555-', '-1234']) expect(html).not.toContain(words);
    expect(html).not.toContain('role="status"');
  });

  it.each(['javascript:alert(1)', 'http:12345', ' https://example.org/'])(
    'links only to web addresses, not to %j',
    async (text) => {
      const container = await owner.createMemory('Links');
      const document = { container, content: 'x', title: 'Click', custom_id: text };
      await owner.addDocument({ ...document, metadata: { url: text } });

      const { html } = await first.open(`/app/memories/${container}`);

      expect(html).toContain('Click');
      expect(html).not.toContain('target="_blank"');
    },
  );
});

describe('a form', () => {
  it.each(['', 'x', '0'.repeat(64)])('is rejected with the token %j', async (form_token) => {
    const ids: Record<string, string> = { accounts: 'second', bin: 'any' };
    const filled = await fill();
    ids['memories'] = filled.container;
    ids['documents'] = filled.document;
    ids['keys'] = filled.key;
    ids['rules'] = filled.rule;
    ids['connections'] = filled.connection;
    const { container } = filled;
    // Sign-in has no session yet, and the import is a multipart form.
    const forms = world.forms.filter((path) => !/\/(?:sign-in|import)$/.test(path));
    expect(forms.length).toBeGreaterThan(18);

    for (const form of forms) {
      const path = form
        .replace(/(\w+)\/:id/, (_all, kind: string) => `${kind}/${ids[kind] ?? ':id'}`)
        .replace(':note', filled.note);
      expect(path).not.toContain(':');
      const { status } = await first.send(path, {
        form_token,
        name: 'New',
        content: 'New',
        mode: 'off',
        level: 'read',
        reach: 'all',
      });
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await first.open('/app/connections')).html).toContain('Helper');
    expect((await first.open(`/app/memories/${container}/notes`)).html).toContain('Herons wait.');
    const { html } = await first.open(`/app/memories/${container}`);
    expect(html).toContain('Herons');
    expect((await first.open('/app/memories')).html).not.toContain('New<');
    expect((await owner.get('/owner/accounts')).body).toMatchObject({ accounts: [{}, {}] });
  });

  it('is rejected with the token of another session', async () => {
    const { html } = await second.open('/app/memories');
    const form_token = /name="form_token"\s+value="(\w+)"/.exec(html)?.[1] ?? '';

    expect((await first.send('/app/memories', { form_token, name: 'Theirs' })).status).toBe(403);
  });

  it('that uploads a file is rejected without a valid token', async () => {
    const body = new FormData();
    body.append('form_token', 'x');
    body.append('file', new Blob(['{}']), 'x.jsonl');
    const headers = { cookie: first.cookie() };

    const response = await service.fetch(
      new Request('http://localhost/app/data/import', { method: 'POST', body, headers }),
    );

    expect(response.status).toBe(403);
  });

  it('that is rejected keeps what was entered and shows why', async () => {
    await owner.createMemory('Gardens');

    const refused = await first.send('/app/memories', { name: 'gardens', description: 'Mine' });

    expect(refused.status).toBe(409);
    expect(alertOf(refused)).not.toBe('');
    expect(refused.html).toContain('value="gardens"');
    expect(refused.html).toContain('Mine</textarea');
  });
});

describe('an owner', () => {
  it('creates, edits and deletes a Memory', async () => {
    const made = await first.send('/app/memories', { name: 'Gardens', description: 'Soil' });
    const at = made.at.split('?')[0] ?? '';
    const changed = await first.send(`${at}/edit`, { name: 'Parks', description: '' });
    const deleted = await first.send(`${at}/delete`);

    expect(statusOf(made)).toBe(notices['memory-created']);
    expect(headingOf(made)).toBe('Gardens');
    expect(headingOf(changed)).toBe('Parks');
    expect(deleted.at).toBe('/app/memories?done=memory-deleted');
    expect(deleted.html).not.toContain('Parks');
  });

  it('creates a key that is shown once, restricts it and revokes it', async () => {
    const { container } = await fill();
    const made = await first.send('/app/keys', { name: 'Phone', level: 'full', reach: 'all' });
    const token = /value="(keepsake_[\w-]+)"/.exec(made.html)?.[1] ?? '';
    const key = owner.with(token);
    expect((await key.get('/v1/documents')).status).toBe(200);

    expect((await first.open('/app/keys')).html).not.toContain(token);
    const id = await keyIdOf('Phone');
    await first.send(`/app/keys/${id}`, {
      name: 'Phone',
      level: 'read',
      reach: 'some',
      container,
    });
    expect(refusalOf(await key.post('/v1/documents', { content: 'x' }))).toBe('403 unauthorized');
    expect((await key.get('/v1/documents')).status).toBe(200);
    await first.send(`/app/keys/${id}/revoke`);

    expect(refusalOf(await key.get('/v1/documents'))).toBe('403 unauthorized');
  });

  it('reindexes a document and deletes it', async () => {
    const { container, document } = await fill();

    const queued = await first.send(`/app/documents/${document}/update-now`);
    await service.idle();
    const deleted = await first.send(`/app/documents/${document}/delete`);

    expect(queued.at).toBe(`/app/memories/${container}?done=learning-queued`);
    expect(statusOf(deleted)).toBe(notices['document-deleted']);
    expect(deleted.html).not.toContain('Herons');
  });

  it('deletes a note', async () => {
    const { container, note } = await fill();
    const at = `/app/memories/${container}/notes`;
    expect((await first.open(at)).html).toContain('Herons wait.');

    const forgotten = await first.send(`${at}/${note}/forget`);

    expect(forgotten.html).not.toContain('Herons wait.');
  });

  it('restores what was deleted from the bin, which another account can’t see, and empties it', async () => {
    const { container, document, note } = await fill();
    await first.send(`/app/documents/${document}/delete`);
    await first.send(`/app/memories/${container}/notes/${note}/forget`);
    const { html } = await first.open('/app/bin');
    const entryOf = (title: string) =>
      new RegExp(`${title}.*?/app/bin/([\\w-]+)/restore`, 's').exec(html)?.[1] ?? '';

    const theirs = await second.open('/app/bin');
    const refused = await second.send(`/app/bin/${entryOf('Herons')}/restore`);
    const restored = await first.send(`/app/bin/${entryOf('Herons wait.')}/restore`);
    const emptied = await first.send('/app/bin/empty');

    expect(theirs.html).not.toContain('Herons');
    expect(refused.status).toBe(404);
    expect(statusOf(restored)).toBe(notices['bin-restored']);
    expect(restored.html).not.toContain('Herons wait.');
    expect((await first.open(`/app/memories/${container}/notes`)).html).toContain('Herons wait.');
    expect(statusOf(emptied)).toBe(notices['bin-emptied']);
    expect(emptied.html).not.toContain('Herons');
  });

  it('adds, edits and deletes a rule', async () => {
    const { rule } = await fill();

    expect((await first.send(`/app/rules/${rule}`, { content: 'Be long.' })).html).toContain(
      'Be long.',
    );
    expect((await first.send(`/app/rules/${rule}/delete`)).html).not.toContain('Be long.');
    expect((await first.send('/app/rules', { content: 'New rule' })).html).toContain('New rule');
  });

  it('lists connections and disconnects one; another account can do neither', async () => {
    await connect(service, 'connection', `Helper ${hostile}`);

    const { html } = await first.open('/app/connections');
    const theirs = await second.open('/app/connections');
    const refused = await second.send('/app/connections/connection/revoke');
    const ended = await first.send('/app/connections/connection/revoke');

    expect(html).toContain(`<bdi>Helper ${escaped}</bdi>`);
    expect(html).toContain('helper.example');
    expect(theirs.html).not.toContain('Helper');
    expect(refused.status).toBe(404);
    expect(statusOf(ended)).toBe(notices['connection-revoked']);
    expect(ended.html).not.toContain('Helper');
  });

  it('pages through many documents', async () => {
    const container = await owner.createMemory('Many');
    for (let index = 0; index < 51; index += 1) {
      await owner.addDocument({ container, content: `Text ${index}`, title: `Title ${index}.` });
    }

    const page = await first.open(`/app/memories/${container}`);
    const older = /href="([^"]*cursor=[^"]*)"/.exec(page.html)?.[1] ?? '';

    expect(page.html).not.toContain('Title 0.');
    expect((await first.open(older)).html).toContain('Title 0.');
  });

  it('exports everything and imports it again', async () => {
    await fill();
    const exported = await first.open('/app/data/export');
    const form = new FormData();
    const { html } = await second.open('/app/data');
    form.append('form_token', /name="form_token"\s+value="(\w+)"/.exec(html)?.[1] ?? '');
    form.append('file', new Blob([exported.html]), 'export.jsonl');

    const imported = await service.fetch(
      new Request('http://localhost/app/data/import', {
        method: 'POST',
        body: form,
        headers: { cookie: second.cookie() },
      }),
    );

    expect(exported.headers.get('content-disposition')).toMatch(/attachment; filename="keepsake-/);
    expect(imported.status).toBe(200);
    expect(await imported.text()).toContain('<table');
    expect((await second.open('/app/memories')).html).toContain('Gardens');
  });
});

describe('two accounts', () => {
  it('can’t see or change each other’s data', async () => {
    const { container, document, note, key, rule } = await fill();
    const at = `/app/memories/${container}`;

    for (const path of [
      at,
      `${at}/notes`,
      `${at}/edit`,
      `${at}/delete`,
      `${at}/notes/${note}/forget`,
      `/app/documents/${document}/delete`,
      `/app/keys/${key}`,
      `/app/keys/${key}/revoke`,
      `/app/rules/${rule}`,
      '/app/accounts',
      '/app/accounts/first/delete',
      '/app/accounts/second/suspend',
    ]) {
      const opened = await second.open(path);
      const sent = path === at ? opened : await second.send(path, { name: 'x', content: 'x' });
      expect([path, opened.status >= 400, sent.status >= 400]).toEqual([path, true, true]);
      expect(opened.html + sent.html).not.toMatch(/Gardens|Heron|Reader|Be brief/);
    }
    for (const path of ['update-now', 'cancel', 'put-off']) {
      expect((await second.send(`/app/documents/${document}/${path}`)).status).toBe(404);
    }
    for (const path of ['/app/memories', '/app/search?q=heron', '/app/keys', '/app/rules']) {
      expect((await second.open(path)).html).not.toMatch(/Gardens|Herons|Reader|Be brief/);
    }
    expect((await second.open('/app/data/export')).html).not.toMatch(/Gardens|Heron|Be brief/);
    expect((await second.open(`/app/search?q=heron&memory=${container}`)).status).toBe(403);
    expect((await first.open(at)).html).toContain('Herons');
    expect((await first.open('/app/rules')).html).toContain('Be brief.');
    expect((await first.open('/app/keys')).html).toContain('Reader');
  });

  it('can be managed only by the first one, in the app and over REST', async () => {
    const other = service.owners[1];

    expect((await second.open('/app/memories')).html).not.toContain('/app/accounts');
    expect(refusalOf(await other.get('/owner/accounts'))).toBe('403 unauthorized');
    expect(refusalOf(await other.post('/owner/accounts', { name: 'x' }))).toBe('403 unauthorized');
    expect(refusalOf(await other.delete('/owner/accounts/first?confirm=true'))).toBe(
      '403 unauthorized',
    );
    for (const change of ['suspend', 'resume'])
      expect(refusalOf(await other.post(`/owner/accounts/second/${change}`, {}))).toBe(
        '403 unauthorized',
      );
    expect(refusalOf(await other.post('/owner/sign-in-links?account=first', {}))).toBe(
      '403 unauthorized',
    );
    expect((await other.post('/owner/sign-in-links', {})).status).toBe(201);
    const { token } = await owner.createKey({ level: 'full' });
    for (const path of ['/owner/accounts', '/owner/sign-in-links']) {
      expect(refusalOf(await owner.with(token).post(path, { name: 'x' }))).toBe('403 unauthorized');
    }
  });

  it('can be added with a sign-in link, and deleted with their data', async () => {
    const made = await first.send('/app/accounts', { name: 'Mara' });
    const url = /value="(http[^"]+sign-in\?token=[\w-]+)"/.exec(made.html)?.[1] ?? '';
    const mara = openBrowser(service.fetch);
    await mara.signIn(url);
    expect((await mara.send('/app/memories', { name: 'Hers' })).status).toBe(200);

    const { html } = await first.open('/app/accounts');
    const id =
      /\/app\/accounts\/([\w-]+)\/delete/.exec(html.slice(html.indexOf('Mara')))?.[1] ?? '';
    const asked = await first.open(`/app/accounts/${id}/delete`);
    await first.send(`/app/accounts/${id}/delete`);

    expect(headingOf(asked)).toContain('Mara');
    expect((await mara.open('/app/memories')).at).toContain('/app/sign-in');
    expect((await owner.get('/owner/accounts')).body).toMatchObject({
      accounts: [{ name: 'You', operator: true }, {}],
    });
  });

  it('can be suspended, which shows their owners why, and resumed', async () => {
    await second.send('/app/memories', { name: 'Theirs' });

    expect(statusOf(await first.send('/app/accounts/second/suspend'))).toContain('suspended');
    expect((await first.open('/app/accounts')).html).toContain('Suspended');
    for (const shown of [
      await second.open('/app/memories'),
      await second.send('/app/memories', { name: 'More' }),
      await second.open('/app/data/export'),
    ]) {
      expect([shown.status, headingOf(shown)]).toEqual([403, 'Account suspended']);
      expect(shown.html).not.toContain('Theirs');
    }
    expect((await second.open('/app/sign-in')).status).toBe(200);
    const url = await link('second');
    const refused = await openBrowser(service.fetch).send('/app/sign-in', { link: url });
    expect([refused.status, headingOf(refused)]).toEqual([403, 'Account suspended']);

    await first.send('/app/accounts/second/resume');

    expect((await second.open('/app/memories')).html).toContain('Theirs');
    expect((await first.open('/app/accounts')).html).not.toContain('Suspended');
  });

  it('show what they use only if they have a quota', async () => {
    await second.send('/app/memories', { name: 'Theirs' });
    const shown = async () =>
      (await first.open('/app/accounts')).html + (await second.open('/app/memories')).html;
    expect(await shown()).not.toMatch(/of [\d,]+ documents|of text|turns today/);

    const quota = { documents: '5000', bytes: '2.5', turns_per_day: '' };
    const saved = await first.send('/app/accounts/second/quota', quota);

    expect(statusOf(saved)).toBe('Quota changed.');
    expect((await shown()).match(/0 of 5,000 documents · 0 of 2.5 MB of text/g)).toHaveLength(2);
    expect(await shown()).not.toContain('turns today');
    expect((await first.open('/app/accounts/second/quota')).html).toContain('value="2.5"');
    const refused = await first.send('/app/accounts/second/quota', { ...quota, bytes: 'much' });
    expect([refused.status, alertOf(refused)]).toEqual([400, expect.stringContaining('number')]);
    expect(refused.html).toContain('value="much"');
    expect((await second.send('/app/accounts/second/quota', quota)).status).toBe(403);
  });

  it('don’t let anyone delete or suspend the first', async () => {
    expect((await first.send('/app/accounts/first/delete')).status).toBe(409);
    expect((await first.send('/app/accounts/first/suspend')).status).toBe(409);
    expect(refusalOf(await owner.post('/owner/accounts/first/suspend', {}))).toBe('409 conflict');
    expect((await first.open('/app/memories')).status).toBe(200);
    expect(refusalOf(await owner.delete('/owner/accounts/first?confirm=true'))).toBe(
      '409 conflict',
    );
  });
});
