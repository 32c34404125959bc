/** Questions, profile and rules through the background, with its own stores and a service on loopback. */
import 'fake-indexeddb/auto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Background, startBackground } from './background.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const answer = { answer: 'Twice a day.', sources: [{ container_name: 'Tides', content: 'x' }] };
const refusal = { code: 'unauthorized', message: 'Not for this key.', trace_id: 't-1' };

type Asked = { path: string; key: string; respond: (body: unknown, status?: number) => void };

let server: Server;
let address: string;
let asked: Asked[];
/** Immediate responses by path. Other requests wait until the test responds. */
let instant: Map<string, { body: unknown; status: number }>;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  fakeBrowser.permissions.contains = async () => true;
  fakeBrowser.permissions.remove = async () => true;
  asked = [];
  instant = new Map([
    ['/v1/containers', { body: { containers: [{ id: 'm1', name: 'Tides' }] }, status: 200 }],
    ['/v1/search', { body: { results: [], containers: [] }, status: 200 }],
    ['/v1/capabilities', { body: {}, status: 404 }],
  ]);
  server = createServer((request, response) => {
    const path = request.url ?? '';
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const respond = (body: unknown, status = 200) => send(response, body, status);
    asked.push({ path, key, respond });
    const known = instant.get(path);
    if (known !== undefined) respond(known.body, known.status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  address = `http://127.0.0.1:${bound.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send(response: ServerResponse, body: unknown, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function connect({ settings }: Background, key: string): Promise<string> {
  const connected = await settings('connections.connect-with-key', {
    connectionId: crypto.randomUUID(),
    address,
    key,
    keep: 'persistent',
  });
  if (!connected.ok || connected.value.outcome !== 'works') throw new Error('Not connected.');
  return connected.value.connectionId;
}

const requestsOf = (path: string) => asked.filter((request) => request.path === path);
const keysAt = (path: string) => requestsOf(path).map(({ key }) => key);
const arrivals = async (path: string, count: number) => {
  await expect.poll(() => requestsOf(path)).toHaveLength(count);
};
const waitsOf = ({ events }: Background, callId: string) =>
  events.flatMap((event) =>
    event.event === 'call.waiting' && event.callId === callId ? [event.wait] : [],
  );

describe('questions from several pages', () => {
  it('run two at a time; a third reports that it waits, and runs when one finishes', async () => {
    const background = startBackground();
    await connect(background, 'key-of-work-0001');
    const { panel, settings } = background;
    const first = panel('ask.ask', { askId: '1', message: 'When?' });
    const second = settings('ask.ask', { askId: '2', message: 'Why?' });
    await arrivals('/v1/ask', 2);

    const third = panel('ask.ask', { askId: '3', message: 'Where?' });
    await expect.poll(() => waitsOf(background, '3')).toEqual([{ reason: 'turn' }]);
    expect(requestsOf('/v1/ask')).toHaveLength(2);

    requestsOf('/v1/ask')[0]?.respond(answer);
    await arrivals('/v1/ask', 3);
    expect(waitsOf(background, '3')).toEqual([{ reason: 'turn' }, null]);

    for (const { respond } of requestsOf('/v1/ask').slice(1)) respond(answer);
    for (const asking of [first, second, third]) {
      expect(await asking).toMatchObject({
        value: { text: 'Twice a day.', sources: [{ memory: 'Tides' }], sourcesFrom: 'answer' },
      });
    }
    expect([waitsOf(background, '1'), waitsOf(background, '2')]).toEqual([[], []]);
  });

  it('leave the queue when canceled', async () => {
    const background = startBackground();
    await connect(background, 'key-of-work-0001');
    const { panel, settings } = background;
    void panel('ask.ask', { askId: '1', message: 'When?' });
    void panel('ask.ask', { askId: '2', message: 'Why?' });
    await arrivals('/v1/ask', 2);
    const third = settings('ask.ask', { askId: '3', message: 'Where?' });
    await expect.poll(() => waitsOf(background, '3')).toEqual([{ reason: 'turn' }]);
    const fourth = settings('ask.ask', { askId: '4', message: 'Who?' });
    await expect.poll(() => waitsOf(background, '4')).toEqual([{ reason: 'turn' }]);

    await settings('ask.cancel', { askId: '3' });
    expect(await third).toMatchObject({ error: { code: 'memory.aborted' } });
    requestsOf('/v1/ask')[0]?.respond(answer);
    await arrivals('/v1/ask', 3);
    requestsOf('/v1/ask')[2]?.respond(answer);

    expect(await fourth).toMatchObject({ ok: true });
  });

  it('share one queue, whichever key for the service they use', async () => {
    const running = startBackground();
    const work = await connect(running, 'key-of-work-0001');
    const { panel, settings, background } = running;
    const kept = { connectionId: work, key: 'key-for-asking-01', keep: 'persistent' as const };
    await settings('connections.keep-ask-key', kept);
    const client = await background.connections.clientOf(work);
    void client?.memories.add({ content: 'I live in Oslo.', static: true });
    await arrivals('/v1/memories', 1);
    void panel('ask.ask', { askId: '1', message: 'When?' });
    await arrivals('/v1/ask', 1);

    void panel('ask.ask', { askId: '2', message: 'Why?' });
    await expect.poll(() => waitsOf(running, '2')).toEqual([{ reason: 'turn' }]);
    await connect(running, 'key-of-work-0002');
    void panel('ask.ask', { askId: '3', message: 'Where?' });
    await expect.poll(() => waitsOf(running, '3')).toEqual([{ reason: 'turn' }]);

    requestsOf('/v1/memories')[0]?.respond({ memory_id: 'f1' });
    await arrivals('/v1/ask', 2);
    requestsOf('/v1/ask')[0]?.respond(answer);
    await arrivals('/v1/ask', 3);
    expect(keysAt('/v1/memories')).toEqual(['key-of-work-0001']);
    expect(keysAt('/v1/ask')).toEqual([
      'key-for-asking-01',
      'key-for-asking-01',
      'key-of-work-0002',
    ]);
  });

  it('report a service without a model with the service’s message', async () => {
    const background = startBackground();
    await connect(background, 'key-of-work-0001');
    const envelope = { code: 'capability_unavailable', message: 'No model is set up.' };
    instant.set('/v1/ask', { body: envelope, status: 422 });

    expect(await background.panel('ask.ask', { askId: '1', message: 'When?' })).toMatchObject({
      error: { code: 'memory.capability-unavailable', message: 'No model is set up.' },
    });
    expect(requestsOf('/v1/ask')).toHaveLength(1);
  });
});

describe('the profile and the rules', () => {
  const profile = { static: [{ content: 'Lives in Oslo.' }], dynamic: [], results: [] };
  const first = { refresh: false };

  beforeEach(() => {
    instant.set('/v1/profile', { body: profile, status: 200 });
    instant.set('/v1/rules', { body: { rules: [{ content: 'Be brief.' }] }, status: 200 });
  });

  it('are requested once per session, even after a restart', async () => {
    const background = startBackground();
    await connect(background, 'key-of-work-0001');

    for (const { panel, settings } of [background, startBackground()]) {
      const answers = await Promise.all([
        panel('profile.read', first),
        settings('profile.read', first),
        panel('rules.read', first),
        settings('rules.read', first),
      ]);
      expect(answers).toMatchObject([
        { value: { standing: [{ text: 'Lives in Oslo.' }] } },
        { value: { standing: [{ text: 'Lives in Oslo.' }] } },
        { value: { rules: ['Be brief.'] } },
        { value: { rules: ['Be brief.'] } },
      ]);
    }
    expect(requestsOf('/v1/profile')).toHaveLength(1);
    expect(requestsOf('/v1/rules')).toHaveLength(1);
  });

  it('are never requested again after a 403, even after a restart', async () => {
    const background = startBackground();
    await connect(background, 'key-of-work-0001');
    instant.set('/v1/profile', { body: refusal, status: 403 });
    instant.set('/v1/rules', { body: refusal, status: 403 });
    const refused = {
      error: { code: 'memory.unauthorized', message: 'Not for this key.', traceId: 't-1' },
    };

    for (const { panel } of [background, background, startBackground()]) {
      expect(await panel('profile.read', first)).toMatchObject(refused);
      expect(await panel('profile.read', { refresh: true })).toMatchObject(refused);
      expect(await panel('profile.about', { q: 'Oslo' })).toMatchObject(refused);
      expect(await panel('rules.read', first)).toMatchObject(refused);
    }
    expect(requestsOf('/v1/profile')).toHaveLength(1);
    expect(requestsOf('/v1/profile?q=Oslo')).toHaveLength(0);
    expect(requestsOf('/v1/rules')).toHaveLength(1);
  });

  it('are requested again with another key', async () => {
    const background = startBackground();
    const connectionId = await connect(background, 'key-of-work-0001');
    await background.panel('profile.read', first);
    const next = { static: ['Lives in Bergen.'], dynamic: [], results: [] };
    instant.set('/v1/profile', { body: next, status: 200 });

    await background.settings('connections.replace-key', {
      connectionId,
      key: 'key-of-work-0002',
      keep: 'persistent',
    });

    expect(await background.panel('profile.read', first)).toMatchObject({
      value: { standing: [{ text: 'Lives in Bergen.' }] },
    });
    expect(keysAt('/v1/profile')).toEqual(['key-of-work-0001', 'key-of-work-0002']);
  });

  it('are stored per connection', async () => {
    const background = startBackground();
    const { panel, settings } = background;
    const one = await connect(background, 'key-of-work-0001');
    await panel('rules.read', first);
    instant.set('/v1/rules', { body: ['Be kind.'], status: 200 });
    await connect(background, 'key-of-family-001');
    expect(await panel('rules.read', first)).toMatchObject({ value: { rules: ['Be kind.'] } });

    await settings('connections.choose', { connectionId: one });

    expect(await panel('rules.read', first)).toMatchObject({ value: { rules: ['Be brief.'] } });
    expect(requestsOf('/v1/rules')).toHaveLength(2);
  });

  it.each(['connections.remove', 'connections.forget-everything'] as const)(
    'are deleted by %s',
    async (name) => {
      const background = startBackground();
      const connectionId = await connect(background, 'key-of-work-0001');
      await background.panel('profile.read', first);
      expect(await fakeBrowser.storage.session.get(null)).not.toEqual({});

      if (name === 'connections.remove') await background.settings(name, { connectionId });
      else await background.settings(name, {});

      await expect
        .poll(async () => JSON.stringify(await fakeBrowser.storage.session.get(null)))
        .not.toContain('Oslo');
      expect(await background.panel('profile.read', first)).toMatchObject({ ok: false });
    },
  );
});
