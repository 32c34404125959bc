/** An account that isn't the operator's must not read the service's own network through the agent (SSRF). */
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseAgent } from '../../service/app.ts';
import { createEndpoints, type EndpointOptions } from '../../service/fetching/endpoints.ts';
import {
  createPublicFetch,
  type NetworkOptions,
} from '../../service/fetching/node/public-network.ts';
import { ownerAppRoutes } from '../../service/owner-app/owner-app.ts';
import { createOwnerSessions, createSignInLink } from '../../service/owner-app/sessions.ts';
import { silent } from '../../service/ports.ts';
import { openStorage } from '../fixtures/open-storage.ts';
import { refusalOf, type Api, type Reply } from './api.ts';
import { openBrowser } from './owner-app-browser.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const secret = 'The secret of the internal service.';
let internal: Server;
let port: number;
let connections: number;
let service: TwoAccounts;

beforeEach(async () => {
  connections = 0;
  internal = createServer((_incoming, outgoing) => {
    const completion = { choices: [{ message: { content: secret } }] };
    outgoing.end(JSON.stringify(completion));
  });
  internal.on('connection', () => {
    connections += 1;
  });
  port = await listen(internal);
});
afterEach(async () => {
  await service.close();
  internal.closeAllConnections();
  internal.close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

async function open(
  network: NetworkOptions = {},
  options: Partial<EndpointOptions> = {},
): Promise<readonly [Api, Api]> {
  const opened = await openStorage();
  const { storage } = opened;
  const defaultAgent = options.defaultAgent ?? { mode: 'quotation' };
  const endpoints = createEndpoints({
    accounts: storage.accounts,
    fetch: (request) => fetch(request),
    fetchPublic: createPublicFetch(network),
    defaultAgent,
    ...options,
  });
  const changes = {
    endpoints,
    defaultAgent,
    chooseAgent: chooseAgent(endpoints, silent),
    routes: [
      ownerAppRoutes({
        sessions: createOwnerSessions({ storage, clock: { now: () => Date.now() } }),
        stylesheet: '',
      }),
    ],
  };
  service = await openTwoAccounts(changes, opened);
  for (const owner of service.owners) {
    const container = await owner.createMemory('Birds');
    await owner.learnDocument({ container, content: 'A heron waits.' });
  }
  return service.owners;
}

function setModel(owner: Api, address: string): Promise<Reply> {
  const settings = { mode: 'model', address, model: 'small' };
  return owner.send('PUT', '/owner/agent', JSON.stringify(settings));
}

const ask = (owner: Api) => owner.post('/v1/ask', { message: 'Where is the heron?' });

/** Asks, and returns the refusal, whether the secret leaked, and the number of internal connections. */
async function askInVain(other: Api) {
  const reply = await ask(other);
  const text = JSON.stringify(reply.body);
  return { refusal: refusalOf(reply), text, isRead: text.includes(secret), connections };
}

const nothingRead = {
  refusal: '422 capability_unavailable',
  isRead: false,
  connections: 0,
};

describe('an account that isn’t the operator’s', () => {
  const hosts = [
    '127.0.0.1',
    '[::1]',
    'localhost',
    'localhost.',
    'service.localhost',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.01',
    '127.1',
    '127。0。0。1',
    'router',
    'printer.local',
    'metadata.google.internal',
  ];
  it.each(hosts)('can’t choose a model at %s', async (host) => {
    const [, other] = await open();

    const reply = await setModel(other, `http://${host}:${port}/v1`);

    expect(refusalOf(reply)).toBe('400 validation');
    expect(reply.body).toMatchObject({ details: { field: 'address' } });
    expect((await other.get('/owner/agent')).body).toEqual({ mode: 'quotation' });
  });

  it.each(hosts)('reads nothing from a model at %s that was chosen earlier', async (host) => {
    const [, other] = await open();
    const address = `http://${host}:${port}/v1`;
    const { agentSettings } = service.storage.account('second');
    await agentSettings.set({ mode: 'model', address, model: 'small' });

    expect(await askInVain(other)).toMatchObject(nothingRead);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private network', ['10.1.2.3']],
    ['a cloud’s metadata service', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ])('reads nothing from a name that resolves to %s', async (_what, addresses) => {
    const resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [, other] = await open({ resolve });

    expect((await setModel(other, `http://models.example:${port}/v1`)).status).toBe(200);

    expect(await askInVain(other)).toMatchObject({
      ...nothingRead,
      text: expect.stringContaining('private network'),
    });
  });

  it('reads nothing by DNS rebinding', async () => {
    let lookups = 0;
    const [, other] = await open({
      // A second lookup would return the internal service's address, but the connection uses the first.
      resolve: async () => [
        { address: (lookups += 1) === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 },
      ],
      trusts: (address) => address === '127.0.0.2',
    });
    await setModel(other, `http://models.example:${port}/v1`);

    await ask(other);

    expect(lookups).toBe(1);
    expect(connections).toBe(0);
  });

  it.each([307, 308, 302])('isn’t redirected into the private network: %i', async (status) => {
    const gate = createServer((_incoming, outgoing) => {
      const location = `http://127.0.0.1:${port}/v1/chat/completions`;
      outgoing.writeHead(status, { location }).end();
    });
    const gatePort = await listen(gate);
    const [, other] = await open({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      trusts: (_address, to) => to === gatePort,
    });
    await setModel(other, `http://models.example:${gatePort}/v1`);

    expect(await askInVain(other)).toMatchObject({
      ...nothingRead,
      text: expect.stringContaining('redirect'),
    });
    gate.closeAllConnections();
    gate.close();
  });

  it('can’t disguise a private address', async () => {
    const [, other] = await open();

    const replies = await Promise.all([
      setModel(other, 'http://user:word@127.0.0.1/v1'),
      setModel(other, `HTTP://LOCALHOST:${port}/v1`),
      setModel(other, `http:127.0.0.1:${port}/v1`),
    ]);

    expect(replies.map(refusalOf)).toEqual(['400 validation', '400 validation', '400 validation']);
  });

  it('can use a model at a public address', async () => {
    const [, other] = await open({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      trusts: (_address, to) => to === port,
    });
    await setModel(other, `http://models.example:${port}/v1`);

    expect((await ask(other)).body).toMatchObject({ answer: secret, agent: 'small' });
  });

  it('can use a private one if the operator allows it', async () => {
    const [, other] = await open({}, { allowPrivate: true });

    expect((await setModel(other, `http://127.0.0.1:${port}/v1`)).status).toBe(200);

    expect((await ask(other)).body).toMatchObject({ answer: secret });
  });

  it('can use the model that the operator set for everyone', async () => {
    const address = `http://127.0.0.1:${port}/v1`;
    const defaultAgent = { mode: 'model', address, model: 'shared' } as const;
    const [, other] = await open({}, { defaultAgent });

    expect((await ask(other)).body).toMatchObject({ answer: secret, agent: 'shared' });
    expect((await setModel(other, address)).status).toBe(200);
    expect((await setModel(other, `${address}/../admin`)).status).toBe(400);
  });
});

describe('the key of the model that the operator set for everyone', () => {
  const defaultAgent = () =>
    ({
      mode: 'model',
      address: `http://127.0.0.1:${port}/v1`,
      model: 'shared',
      key: 'sk-1',
    }) as const;

  async function save(account: 'first' | 'second', changes: object) {
    const { key: _, ...shown } = defaultAgent();
    const browser = openBrowser(service.fetch);
    const clock = { now: () => Date.now() };
    const baseUrl = 'http://localhost';
    const link = await createSignInLink({ accountId: account, baseUrl, clock });
    await service.storage.signInLinks.insert(link.stored);
    await browser.signIn(link.url);
    await browser.send('/app/agent', { ...shown, key: '', ...changes });
    return service.storage.account(account).agentSettings.get();
  }

  it.each([{}, { model: 'expensive' }])(
    'isn’t copied to an account that saves the form with %j',
    async (changes) => {
      await open({}, { defaultAgent: defaultAgent() });

      expect(JSON.stringify((await save('second', changes)) ?? null)).not.toContain('sk-1');
    },
  );

  it('stays in use for an account that saves the form unchanged', async () => {
    const [, other] = await open({}, { defaultAgent: defaultAgent() });

    await save('second', {});

    expect((await other.get('/owner/agent')).body).toMatchObject({ has_key: true });
    expect((await ask(other)).body).toMatchObject({ answer: secret, agent: 'shared' });
  });

  it('stays with the operator, whatever else changes', async () => {
    await open({}, { defaultAgent: defaultAgent() });

    expect(await save('first', { model: 'other' })).toMatchObject({ model: 'other', key: 'sk-1' });
  });
});

describe('the operator', () => {
  it('can use a model on the same machine', async () => {
    const [operator] = await open();

    expect((await setModel(operator, `http://127.0.0.1:${port}/v1`)).status).toBe(200);

    expect((await ask(operator)).body).toMatchObject({ answer: secret, agent: 'small' });
  });
});
