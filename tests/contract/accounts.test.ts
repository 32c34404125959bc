/** What an operator does with the accounts of others, as the owner of the first one and with the operator token. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mcpRoutes } from '../../service/mcp/routes.ts';
import { accountOperations, operations } from '../../service/operations/index.ts';
import { silent } from '../../service/ports.ts';
import { restRoutes } from '../../service/rest.ts';
import { streamOf } from '../../service/stream-of.ts';
import { refusalOf, type Api } from './api.ts';
import { McpClient } from './mcp-client.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
let operator: Api;
let owner: Api;
let key: Api;
let container: string;
/** The events of the audit log. */
let audited: unknown[];

beforeEach(async () => {
  audited = [];
  service = await openTwoAccounts({
    routes: [restRoutes(accountOperations), mcpRoutes],
    logger: { ...silent, audit: (event, fields) => void audited.push([event, fields]) },
  });
  [operator, owner] = service.owners;
  container = await owner.createMemory('Birds');
  key = owner.with((await owner.createKey({ level: 'full', profile: true, agent: true })).token);
});
afterEach(() => service.close());

describe('a suspended account', () => {
  const suspend = () => operator.post('/owner/accounts/second/suspend', {});
  const resume = () => operator.post('/owner/accounts/second/resume', {});
  const asked = (api: Api) => [
    api.get('/v1/containers'),
    api.post('/v1/search', { q: 'heron' }),
    api.post('/v1/documents', { content: 'A ferry.' }),
    api.post('/v1/ask', { message: 'heron' }),
  ];
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  it('refuses its keys, as the contract does for withdrawn access, and says why', async () => {
    expect(await suspend()).toMatchObject({
      status: 200,
      body: { id: 'second', suspended_at: expect.stringContaining('T') },
    });

    const replies = await Promise.all([...asked(key), key.post('/mcp-http', listTools)]);

    expect(replies.map(refusalOf)).toEqual(replies.map(() => '403 unauthorized'));
    expect(replies[0]?.body).toMatchObject({
      message: expect.stringContaining('suspended'),
      details: { account: 'suspended' },
      retryable: false,
    });
    expect((await operator.get('/v1/containers')).status).toBe(200);
  });

  it('has everything again once it is resumed, and learns what was queued', async () => {
    await owner.learnDocument({ content: 'A heron waits.', title: 'Herons' });
    const { id } = await owner.addDocument({ container, content: 'A kingfisher dives.' });
    await suspend();
    await service.idle();
    await suspend();

    expect(await resume()).toMatchObject({ status: 200, body: { suspended_at: null } });

    await key.waitUntilLearned(id);
    const { results } = await key.search({ q: 'heron kingfisher' });
    expect(results).toHaveLength(2);
    for (const { status } of await Promise.all(asked(key))) expect(status).toBeLessThan(300);
  });

  it('is not learned meanwhile', async () => {
    await suspend();
    // A request that was already being answered.
    const second = service.storage.account('second');
    const text = { customId: null, title: null, sourceUrl: null, metadata: null };
    const document = { ...text, id: 'd', containerId: container, content: 'A heron.', now: '' };
    await second.transaction(async ({ documents, runs }) => {
      await documents.insert(document);
      await runs.queue('d', '2026-11-21T00:00:00.000Z');
    });
    await operator.createMemory('Gardens');
    await operator.learnDocument({ content: 'A hedge.' });
    await service.idle();

    expect(await second.documents.byId('d')).toMatchObject({ learned: false });
  });
});

describe('an import', () => {
  it('stops when the account is suspended, and says what it stored', async () => {
    const gardens = await operator.createMemory('Gardens');
    for (let index = 0; index < 100; index += 1)
      await operator.addDocument({ container: gardens, content: `Text ${index}.` });
    const { text } = await operator.text('GET', '/owner/export');
    const lines = text.split(/(?<=\n)/).map((line) => new TextEncoder().encode(line));
    async function* sent() {
      yield* lines.slice(0, 80);
      await operator.post('/owner/accounts/second/suspend', {});
      yield* lines.slice(80);
    }

    const headers = { authorization: 'Bearer owner-of-second' };
    const init = { method: 'POST', headers, body: streamOf(sent()), duplex: 'half' };
    const response = await service.fetch(new Request('http://localhost/owner/import', init));

    const stopped = { status: response.status, body: await response.json() };
    expect(refusalOf(stopped)).toBe('403 unauthorized');
    const [, second] = await service.storage.accounts.all();
    expect(second?.documents).toBeGreaterThan(0);
    expect(second?.documents).toBeLessThan(80);
    expect(stopped.body).toMatchObject({
      details: { account: 'suspended', imported: { documents: { added: second?.documents } } },
    });
  });
});

describe('the operator token', () => {
  it('opens the operations on accounts, and nothing else', async () => {
    await owner.learnDocument({ content: 'A heron waits.' });
    const open: string[] = [];
    const answers: string[] = [];
    for (const { rest } of [...operations, ...accountOperations]) {
      if (rest === undefined) continue;
      const { method, path } = rest;
      const body = method === 'get' ? {} : { body: '{}' };
      const url = `http://localhost${path.replace('{id}', 'second')}`;
      const response = await service.operator.fetch(
        new Request(url, { method: method.toUpperCase(), ...body }),
      );
      if (response.status !== 403) open.push(`${method} ${path}`);
      if (!path.endsWith('/export')) answers.push(await response.text());
    }

    expect(open).toEqual([
      'get /owner/accounts',
      'post /owner/accounts',
      'post /owner/accounts/{id}/suspend',
      'post /owner/accounts/{id}/resume',
      'patch /owner/accounts/{id}/quota',
      'get /owner/accounts/{id}/export',
      'delete /owner/accounts/{id}',
    ]);
    expect(answers.join()).not.toMatch(/Birds|heron/);
  });

  it('reaches nothing over MCP', async () => {
    const client = await McpClient.connect(service.operator);

    expect(await client.toolNames()).toEqual([]);
    expect(await client.call('list_containers')).toMatchObject({
      isError: true,
      body: { code: 'unauthorized' },
    });
  });

  it('creates, lists, suspends and deletes accounts, except the first', async () => {
    const { operator: token } = service;
    const made = await token.post('/owner/accounts', { name: 'Ann' });
    const { id, sign_in_url } = z.parse(
      z.object({ id: z.string(), sign_in_url: z.string() }),
      made.body,
    );
    expect(new URL(sign_in_url).pathname).toBe('/app/sign-in');
    expect((await token.post('/owner/accounts/second/suspend', {})).status).toBe(200);
    expect((await token.get('/owner/accounts')).body).toMatchObject({
      accounts: [
        { id: 'first', operator: true },
        { id: 'second', suspended_at: expect.any(String) },
        { id, name: 'Ann', suspended_at: null },
      ],
    });

    expect(await token.delete(`/owner/accounts/${id}?confirm=true`)).toMatchObject({ status: 200 });
    for (const path of ['first/suspend', 'none/suspend', 'none/resume'])
      expect((await token.post(`/owner/accounts/${path}`, {})).status).toBeGreaterThanOrEqual(404);
    expect(refusalOf(await token.delete('/owner/accounts/first?confirm=true'))).toBe(
      '409 conflict',
    );
  });
});

describe('the export of an account', () => {
  it('is the one that its owner gets, also while it is suspended', async () => {
    await owner.learnDocument({ content: 'A heron waits.', custom_id: 'herons' });
    await owner.addNote({ content: 'Herons wait.' });
    await owner.addFact({ content: 'I row.' });
    const own = await owner.text('GET', '/owner/export');
    await operator.post('/owner/accounts/second/suspend', {});

    for (const api of [operator, service.operator])
      expect(await api.text('GET', '/owner/accounts/second/export')).toEqual(own);
    expect(own.text).toContain('A heron waits.');
    const exported = ['account.exported', { account: 'second' }];
    expect(audited).toEqual([exported, exported]);
  });

  it('is only for the operator', async () => {
    for (const api of [owner, key])
      expect(refusalOf(await api.get('/owner/accounts/first/export'))).toBe('403 unauthorized');
    expect(refusalOf(await service.operator.get('/owner/accounts/none/export'))).toBe(
      '404 not_found',
    );
    expect(audited).toEqual([]);
  });
});

describe('a quota', () => {
  const setQuota = (quota: Record<string, number | null>) =>
    operator.patch('/owner/accounts/second/quota', quota);

  it('can be set and removed limit by limit, and shows what is used', async () => {
    await owner.learnDocument({ content: 'A heron.' });
    await setQuota({ documents: 5, bytes: 100 });
    expect(await setQuota({ bytes: null, turns_per_day: 3 })).toMatchObject({
      status: 200,
      body: {
        quota: { documents: 5, bytes: null, turns_per_day: 3 },
        used: { documents: 1, bytes: 8, turns_today: 0 },
      },
    });
    for (const bad of [{ documents: -1 }, { bytes: 1.5 }])
      expect((await setQuota(bad)).status).toBeGreaterThanOrEqual(400);
  });

  it('refuses what adds to it with an error that withdraws no access, and lets everything else through', async () => {
    const id = await owner.learnDocument({ content: 'A heron.', custom_id: 'herons' });
    await setQuota({ documents: 1 });

    const refused = await key.post('/v1/documents', { content: 'A ferry.' });
    expect(refusalOf(refused)).toBe('422 quota_exceeded');
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('Delete some'),
      details: { quota: 'documents' },
      retryable: false,
    });
    expect((await key.addDocument({ content: 'x', custom_id: 'herons' })).status).toBe('exists');
    await key.addNote({ content: 'A note.' });
    expect((await key.search({ q: 'heron' })).results).not.toEqual([]);
    expect((await key.delete(`/v1/documents/${id}?confirm=true`)).status).toBe(200);
    expect((await key.addDocument({ content: 'A ferry.' })).status).toBe('queued');
  });

  it('lets an import store all that fits, which goes on from there once there is more space', async () => {
    const gardens = await operator.createMemory('Gardens');
    for (let index = 0; index < 100; index += 1)
      await operator.addDocument({ container: gardens, content: `Text ${index}.` });
    const { text } = await operator.text('GET', '/owner/export');
    await setQuota({ documents: 70 });

    const stopped = await owner.send('POST', '/owner/import', text.replace('\n', '\n{\n'));

    expect(refusalOf(stopped)).toBe('422 quota_exceeded');
    expect(stopped.body).toMatchObject({
      message: expect.stringContaining('Line 2'),
      details: {
        quota: 'documents',
        lines: expect.arrayContaining([expect.objectContaining({ line: 2 })]),
        imported: { documents: { added: 70 } },
      },
    });
    expect((await operator.get('/owner/accounts')).body).toMatchObject({
      accounts: [{}, { used: { documents: 70 } }],
    });
    await setQuota({ documents: 100 });
    expect((await owner.text('POST', '/owner/import', text)).status).toBe(200);
    expect((await operator.get('/owner/accounts')).body).toMatchObject({
      accounts: [{}, { used: { documents: 100 } }],
    });
  });

  it('limits agent turns a day, except for forgetting, and says when there are new ones', async () => {
    const note = await owner.addNote({ content: 'A note.' });
    const path = `/v1/memories/${note}?container=${container}&confirm=true`;
    await setQuota({ turns_per_day: 2 });
    await owner.addFact({ content: 'I row.' });
    expect((await key.post('/v1/ask', { message: 'heron' })).status).toBe(200);

    for (const [api, address, body] of [
      [key, '/v1/ask', { message: 'heron' }],
      [owner, '/v1/memories', { content: 'I sail.', static: true }],
    ] as const) {
      const refused = await api.post(address, body);
      expect(refusalOf(refused)).toBe('429 turns_exhausted');
      expect(refused.body).toMatchObject({
        details: { max_turns_per_day: 2, retry_after: expect.any(Number) },
        retryable: true,
      });
    }
    expect((await key.delete(path)).status).toBe(200);
    expect((await operator.get('/owner/accounts')).body).toMatchObject({
      accounts: [{}, { used: { turns_today: 2 } }],
    });
  });
});
