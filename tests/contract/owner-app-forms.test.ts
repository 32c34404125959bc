/** Forms of the owner app with input that is empty, contradicts itself, or is sent twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { notices } from '../../service/owner-app/layout.ts';
import type { Api } from './api.ts';
import { alertOf, labelOf, statusOf, type Browser } from './owner-app-browser.ts';
import { connect, openOwnerApp, type OwnerAppWorld } from './owner-app-world.ts';

let world: OwnerAppWorld;
let first: Browser;
let owner: Api;

beforeEach(async () => {
  world = await openOwnerApp();
  ({ first, owner } = world);
});
afterEach(() => world.service.close());

const keysSchema = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      reach: z.union([z.literal('all'), z.array(z.string())]),
    }),
  ),
});

async function keys() {
  return z.parse(keysSchema, (await owner.get('/owner/keys')).body).keys;
}

const reader = { name: 'Reader', level: 'read' };

describe('the Memories of a key', () => {
  it.each([
    ['all and selected ones', { reach: 'all' }, true],
    ['selected ones, but none', { reach: 'some' }, false],
    ['nothing', {}, false],
    ['nothing, with one selected', {}, true],
    ['a value that isn’t in the form', { reach: 'ALL' }, false],
  ])('can’t be %s', async (_what, reach, isTicked) => {
    const memory = await owner.createMemory('Gardens');
    const key = await owner.createKey({ name: 'Before', reach: [memory] });
    const answer = { ...reader, ...reach, ...(isTicked ? { container: memory } : {}) };

    const made = await first.send('/app/keys', answer);
    const changed = await first.send(`/app/keys/${key.id}`, answer);

    for (const shown of [made, changed]) {
      expect(shown.status).toBe(400);
      expect(alertOf(shown)).toContain(labelOf(shown, 'reach', 'some'));
      expect(shown.html).toContain('value="Reader"');
      expect(shown.html.includes(`value="${memory}" checked`)).toBe(isTicked);
    }
    expect(await keys()).toMatchObject([{ name: 'Before', reach: [memory] }]);
  });

  it('are the selected ones, or all', async () => {
    const memory = await owner.createMemory('Gardens');
    await owner.createMemory('Parks');

    await first.send('/app/keys', { ...reader, reach: 'some', container: memory });
    await first.send('/app/keys', { ...reader, reach: 'all' });

    expect(await keys()).toMatchObject([{ reach: [memory] }, { reach: 'all' }]);
  });

  it('stay empty when only the name of the key is edited', async () => {
    const { id } = await owner.createKey({ name: 'Bare', reach: [] });

    await first.send(`/app/keys/${id}`, { ...reader, reach: 'some' });

    expect(await keys()).toMatchObject([{ name: 'Reader', reach: [] }]);
  });
});

describe('a form that shows a secret once', () => {
  it.each([
    ['a key', '/app/keys', 'keepsake_'],
    ['an account', '/app/accounts', 'sign-in?token='],
    ['a link', '/app/accounts/second/link', 'sign-in?token='],
  ])('creates %s once, even if submitted again', async (_what, path, secret) => {
    const page = await first.open(path.replace('/second/link', ''));
    const drawn = page.html.slice(page.html.indexOf(`action="${path}"`));
    const form_id = /name="form_id"\s+value="([^"]+)"/.exec(drawn)?.[1] ?? '';
    const answer = { ...reader, reach: 'all', form_id };
    const count = async () => [
      (await keys()).length,
      (await world.service.tables())['accounts']?.length,
      (await world.service.tables())['sign_in_links']?.length,
    ];

    const made = await first.send(path, answer);
    const after = await count();
    const again = await first.send(path, answer);

    expect(made.html).toContain(secret);
    expect(again.status).toBe(409);
    expect(again.html).not.toContain(secret);
    expect(await count()).toEqual(after);
    expect((await first.send(path, { ...answer, form_id: '' })).status).toBe(409);
  });

  it('can be corrected and submitted again after being rejected', async () => {
    const refused = await first.send('/app/keys', { ...reader, name: ' ', reach: 'all' });
    const form_id = /name="form_id"\s+value="([^"]+)"/.exec(refused.html)?.[1] ?? '';

    await first.send('/app/keys', { ...reader, reach: 'all', form_id });

    expect(await keys()).toHaveLength(1);
  });
});

describe('the API key of the model', () => {
  const model = { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' };

  async function storedKey(): Promise<string | undefined> {
    const settings = await world.service.storage.account('first').agentSettings.get();
    return settings?.mode === 'model' ? settings.key : undefined;
  }

  beforeEach(async () => {
    await first.send('/app/agent', { ...model, key: 'sEcReT' });
  });

  it('stays if the field is empty', async () => {
    const saved = await first.send('/app/agent', { ...model, model: 'large', key: '' });

    expect(await storedKey()).toBe('sEcReT');
    expect(statusOf(saved)).toBe(notices['agent-changed']);
    expect(labelOf(saved, 'forget_key')).not.toBe('');
    expect(saved.html).not.toContain('sEcReT');
  });

  it.each([
    ['the endpoint changes', { address: 'http://127.0.0.1:9/v2' }],
    ['the owner removes it', { forget_key: 'yes' }],
  ])('is removed if %s, and the page says so', async (_why, changes) => {
    const saved = await first.send('/app/agent', { ...model, ...changes, key: '' });

    expect(await storedKey()).toBeUndefined();
    expect(statusOf(saved)).toBe(notices['agent-key-gone']);
    expect(labelOf(saved, 'forget_key')).toBe('');
  });

  it('is replaced by an entered one, even with another endpoint', async () => {
    await first.send('/app/agent', { ...model, address: 'http://127.0.0.1:9/v2', key: 'new' });

    expect(await storedKey()).toBe('new');
  });

  it('stays after a rejected save, and can still be removed', async () => {
    const refused = await first.send('/app/agent', { ...model, model: '', key: '' });

    expect(refused.status).toBe(400);
    expect(labelOf(refused, 'forget_key')).not.toBe('');
    expect(await storedKey()).toBe('sEcReT');
  });

  it('stays if the form both enters a key and removes it', async () => {
    const refused = await first.send('/app/agent', { ...model, key: 'new', forget_key: 'yes' });

    expect(refused.status).toBe(400);
    expect(alertOf(refused)).toContain(labelOf(refused, 'forget_key'));
    expect(await storedKey()).toBe('sEcReT');
  });
});

describe('a rule', () => {
  const rules = async () => (await owner.get('/owner/rules')).body;

  it('is deleted only after confirmation', async () => {
    await first.send('/app/rules', { content: 'Be brief.' });
    const { html } = await first.open('/app/rules');
    const path = /href="(\/app\/rules\/[\w-]+\/delete)"/.exec(html)?.[1] ?? '';

    const asked = await first.open(path);

    expect(html).not.toContain(`action="${path}"`);
    expect(asked.html).toContain('Be brief.');
    expect(asked.html).toContain(`action="${path}"`);
    expect(await rules()).toMatchObject({ rules: [{}] });
  });

  it('is stored once per key, even if added again', async () => {
    const { id: key } = await owner.createKey();
    for (const content of ['Be brief.', ' Be brief. ']) {
      await first.send('/app/rules', { content });
      await first.send('/app/rules', { content, key });
    }

    expect(await rules()).toMatchObject({
      rules: [
        { content: 'Be brief.', key: null },
        { content: 'Be brief.', key },
      ],
    });
    expect(await rules()).toHaveProperty('rules.length', 2);
  });
});

describe('an invalid field', () => {
  const day = { ...reader, reach: 'all' };
  const model = { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' };

  it.each<[string, Record<string, string>, string]>([
    ['/app/memories', { name: ' ' }, 'name'],
    ['/app/memories', { name: '\u200B \u2060' }, 'name'],
    ['/app/memories/:memory/edit', { name: '' }, 'name'],
    ['/app/memories/:memory/edit', { name: '\u202E' }, 'name'],
    ['/app/keys', { ...day, name: ' ' }, 'name'],
    ['/app/keys', { ...day, expires: '2020-01-01' }, 'expires'],
    ['/app/keys', { ...day, expires: 'soon' }, 'expires'],
    ['/app/keys', { ...day, expires: '12000-01-01' }, 'expires'],
    ['/app/keys', { ...day, expires: '+012000-01-01' }, 'expires'],
    ['/app/rules', { content: ' ' }, 'content'],
    ['/app/accounts', { name: '' }, 'name'],
    ['/app/agent', { ...model, address: '' }, 'address'],
    ['/app/agent', { ...model, address: 'ollama' }, 'address'],
    ['/app/agent', { ...model, model: ' ' }, 'model'],
    ['/app/agent', { ...model, key: 'two words' }, 'key'],
    ['/app/agent', {}, 'mode'],
  ])('%s with %j is named by its label', async (form, fields, name) => {
    const memory = await owner.createMemory('Gardens');
    const path = form.replace(':memory', memory);
    const label = labelOf(await first.open(path), name);

    const refused = await first.send(path, fields);

    expect(label).not.toBe('');
    expect(refused.status).toBe(400);
    expect(alertOf(refused)).toContain(`“${label}”`);
    expect(alertOf(refused)).not.toContain('"');
  });
});

describe('names and content', () => {
  const turned = '\u202eevil עברית';

  it('don’t change the direction of the text around them', async () => {
    const container = await owner.createMemory(turned);
    await owner.learnDocument({ container, content: `Heron ${turned}`, title: turned });
    await owner.addNote({ container, content: `Heron ${turned}` });
    const { last_four } = await owner.createKey({ name: turned, reach: [container] });
    await owner.post('/owner/rules', { content: turned });
    await owner.post('/owner/accounts', { name: turned });
    await connect(world.service, 'connection', turned);
    await world.service.idle();
    const at = `/app/memories/${container}`;

    for (const path of [at, `${at}/notes`, `${at}/edit`, `${at}/delete`, '/app/memories'].concat([
      '/app/keys',
      '/app/rules',
      '/app/accounts',
      '/app/connections',
      '/app/search?q=heron',
    ])) {
      const { html } = await first.open(path);
      // Leave out the title: it can't contain elements, and no other text surrounds it.
      const body = html.slice(html.indexOf('<body'));
      const kept = body
        .replaceAll(/<bdi>[^<]*<\/bdi>/g, '')
        .replaceAll(/<(\w+)\b[^>]*dir="auto"[^>]*>[^]*?<\/\1>/g, '')
        .replaceAll(/<input[^>]*dir="auto"[^>]*>/g, '');
      expect([path, body.includes(turned)]).toEqual([path, true]);
      expect([path, kept.includes(turned)]).toEqual([path, false]);
    }
    expect((await first.open('/app/keys')).html).toContain(`<bdi dir="ltr">…${last_four}</bdi>`);
  });
});
