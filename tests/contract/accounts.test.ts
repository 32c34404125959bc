/** What an operator does with the accounts of others: suspending and resuming them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mcpRoutes } from '../../service/mcp/routes.ts';
import { accountOperations } from '../../service/operations/index.ts';
import { restRoutes } from '../../service/rest.ts';
import { refusalOf, type Api } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
let operator: Api;
let owner: Api;
let key: Api;
let container: string;

beforeEach(async () => {
  service = await openTwoAccounts({ routes: [restRoutes(accountOperations), mcpRoutes] });
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

  it('refuses its keys and its owner, as the contract does for withdrawn access, and says why', async () => {
    expect(await suspend()).toMatchObject({
      status: 200,
      body: { id: 'second', suspended_at: expect.stringContaining('T') },
    });

    const replies = await Promise.all([
      ...asked(key),
      key.post('/mcp-http', listTools),
      ...asked(owner),
      owner.get('/owner/export'),
    ]);

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
