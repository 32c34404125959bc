/** What the forms of the owner's app do with answers that are empty, contradict each other, or come twice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { agentSettingsOf } from '../../service/db/agent-settings.ts';
import type { Api } from './api.ts';
import type { Browser, Shown } from './owner-app-browser.ts';
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

/** The words of what went wrong. */
function alertOf({ html }: Shown): string {
  const text = /role="alert"[^>]*>([^]*?)<\/p>/.exec(html)?.[1] ?? '';
  return text.trim();
}

const reader = { name: 'Reader', level: 'read' };

describe('what a key reaches', () => {
  it.each([
    ['all and single ones', { reach: 'all' }, true, 'Which is it?'],
    ['some, but none', { reach: 'some' }, false, 'Tick at least one Memory.'],
    ['nothing', {}, false, 'Choose what it reaches'],
    ['nothing, with one ticked', {}, true, 'Choose what it reaches'],
    ['no answer of the form’s', { reach: 'ALL' }, false, 'Choose what it reaches'],
  ])('is asked again where it is %s', async (_what, reach, isTicked, words) => {
    const memory = await owner.createMemory('Gardens');
    const key = await owner.createKey({ name: 'Before', reach: [memory] });
    const answer = { ...reader, ...reach, ...(isTicked ? { memory } : {}) };

    const made = await first.send('/app/keys', answer);
    const changed = await first.send(`/app/keys/${key.id}`, answer);

    for (const shown of [made, changed]) {
      expect(shown.status).toBe(400);
      expect(alertOf(shown)).toContain(words);
      expect(shown.html).toContain('value="Reader"');
      expect(shown.html.includes(`value="${memory}" checked`)).toBe(isTicked);
    }
    expect(await keys()).toMatchObject([{ name: 'Before', reach: [memory] }]);
  });

  it('is what was ticked, and is all where nothing was', async () => {
    const memory = await owner.createMemory('Gardens');
    await owner.createMemory('Parks');

    await first.send('/app/keys', { ...reader, reach: 'some', memory });
    await first.send('/app/keys', { ...reader, reach: 'all' });

    expect(await keys()).toMatchObject([{ reach: [memory] }, { reach: 'all' }]);
  });

  it('stays none while only the name of such a key is changed', async () => {
    const { id } = await owner.createKey({ name: 'Bare', reach: [] });

    await first.send(`/app/keys/${id}`, { ...reader, reach: 'some' });

    expect(await keys()).toMatchObject([{ name: 'Reader', reach: [] }]);
  });
});

describe('a form whose answer is shown once', () => {
  it.each([
    ['a key', '/app/keys', 'keepsake_'],
    ['an account', '/app/accounts', 'sign-in?token='],
    ['a link', '/app/accounts/second/link', 'sign-in?token='],
  ])('makes %s once, also where it is sent again', async (_what, path, secret) => {
    const page = await first.open(path.replace('/second/link', ''));
    const drawn = page.html.slice(page.html.indexOf(`action="${path}"`));
    const form_id = /name="form_id"\s+value="([^"]+)"/.exec(drawn)?.[1] ?? '';
    const answer = { ...reader, reach: 'all', form_id };
    const count = async () => [
      (await keys()).length,
      (await world.service.db.all(idsOf('accounts'), [])).length,
      (await world.service.db.all(idsOf('sign_in_links'), [])).length,
    ];

    const made = await first.send(path, answer);
    const after = await count();
    const again = await first.send(path, answer);

    expect(made.html).toContain(secret);
    expect(again.status).toBe(409);
    expect(again.html).toContain('This form was sent before');
    expect(again.html).not.toContain(secret);
    expect(await count()).toEqual(after);
    expect((await first.send(path, { ...answer, form_id: '' })).status).toBe(409);
  });

  it('can be mended and sent where it was refused', async () => {
    const refused = await first.send('/app/keys', { ...reader, name: ' ', reach: 'all' });
    const form_id = /name="form_id"\s+value="([^"]+)"/.exec(refused.html)?.[1] ?? '';

    await first.send('/app/keys', { ...reader, reach: 'all', form_id });

    expect(await keys()).toHaveLength(1);
  });
});

function idsOf(table: string) {
  return { sql: `SELECT 1 AS one FROM ${table}`, row: z.object({ one: z.int() }) };
}

describe('the key of the model', () => {
  const model = { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' };

  async function storedKey(): Promise<string | undefined> {
    const settings = await agentSettingsOf(world.service.db, 'first');
    return settings?.mode === 'model' ? settings.key : undefined;
  }

  beforeEach(async () => {
    await first.send('/app/agent', { ...model, key: 'sEcReT' });
  });

  it('stays where none is typed', async () => {
    const saved = await first.send('/app/agent', { ...model, model: 'large', key: '' });

    expect(await storedKey()).toBe('sEcReT');
    expect(saved.html).toContain('The agent is set.');
    expect(saved.html).toContain('A key is stored');
    expect(saved.html).not.toContain('sEcReT');
  });

  it.each([
    ['the address is another', { address: 'http://127.0.0.1:9/v2' }],
    ['it is to be forgotten', { forget_key: 'yes' }],
  ])('goes where %s, and the page says so', async (_why, changes) => {
    const saved = await first.send('/app/agent', { ...model, ...changes, key: '' });

    expect(await storedKey()).toBeUndefined();
    expect(saved.html).toContain('The key that was stored is forgotten.');
    expect(saved.html).not.toContain('A key is stored');
  });

  it('is replaced by the one that is typed, at another address too', async () => {
    await first.send('/app/agent', { ...model, address: 'http://127.0.0.1:9/v2', key: 'new' });

    expect(await storedKey()).toBe('new');
  });

  it('is still told of after a save that was refused, and stays', async () => {
    const refused = await first.send('/app/agent', { ...model, model: '', key: '' });

    expect(refused.status).toBe(400);
    expect(refused.html).toContain('A key is stored');
    expect(await storedKey()).toBe('sEcReT');
  });

  it('is neither typed nor forgotten where the form says both', async () => {
    const refused = await first.send('/app/agent', { ...model, key: 'new', forget_key: 'yes' });

    expect(alertOf(refused)).toContain('Which is it?');
    expect(await storedKey()).toBe('sEcReT');
  });
});

describe('a rule', () => {
  const rules = async () => (await owner.get('/owner/rules')).body;

  it('is deleted only after a question', async () => {
    await first.send('/app/rules', { content: 'Be brief.' });
    const { html } = await first.open('/app/rules');
    const path = /href="(\/app\/rules\/[\w-]+\/delete)"/.exec(html)?.[1] ?? '';

    const asked = await first.open(path);

    expect(html).not.toContain(`action="${path}"`);
    expect(asked.html).toContain('Delete this rule?');
    expect(asked.html).toContain('Be brief.');
    expect(asked.html).toContain(`action="${path}"`);
    expect(await rules()).toMatchObject({ rules: [{}] });
  });

  it('that is added again is there once, for each whom it is for', async () => {
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

describe('a field that says nothing usable', () => {
  const day = { ...reader, reach: 'all' };
  const model = { mode: 'model', address: 'http://127.0.0.1:9/v1', model: 'small' };

  it.each<[string, Record<string, string>, string]>([
    ['/app/memories', { name: ' ' }, '“Name” is empty.'],
    ['/app/memories', { name: '\u200B \u2060' }, '“Name” is empty.'],
    ['/app/memories/:memory/edit', { name: '' }, '“Name” is empty.'],
    ['/app/memories/:memory/edit', { name: '\u202E' }, '“Name” is empty.'],
    ['/app/keys', { ...day, name: ' ' }, '“Name” is empty.'],
    ['/app/keys', { ...day, expires: '2020-01-01' }, '“Last day” has passed.'],
    ['/app/keys', { ...day, expires: 'soon' }, '“Last day” is no day'],
    ['/app/rules', { content: ' ' }, '“Rule” is empty.'],
    ['/app/accounts', { name: '' }, '“Whose it is” is empty.'],
    ['/app/agent', { ...model, address: '' }, '“Address of the endpoint” is empty.'],
    ['/app/agent', { ...model, address: 'ollama' }, '“Address of the endpoint” has to be'],
    ['/app/agent', { ...model, model: ' ' }, '“Name of the model” is empty.'],
    ['/app/agent', { ...model, key: 'two words' }, '“Key (if it asks for one)” holds'],
    ['/app/agent', {}, 'Choose by what questions are answered.'],
  ])('%s with %j is named by its label', async (form, fields, words) => {
    const memory = await owner.createMemory('Gardens');
    const path = form.replace(':memory', memory);
    const { html } = await first.open(path);
    const label = /^“([^”]+)”/.exec(words)?.[1] ?? '';

    const refused = await first.send(path, fields);

    expect(refused.status).toBe(400);
    expect(alertOf(refused)).toContain(words);
    expect(alertOf(refused)).not.toMatch(/"|&quot;/);
    expect(html).toContain(label);
  });
});

describe('names and texts', () => {
  const turned = '\u202eevil עברית';

  it('keep their direction to themselves', async () => {
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
      // A title takes no element, and it stands by itself.
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
