import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from './fault-server.ts';
import { afterwards, bare, hang, htmlPage, refusal, reset } from './faults.ts';

let served: string[];
let server: FaultServer;
let behind: Server | null = null;

/** Responds with what it received. */
async function echo(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const text = await request.text();
  served.push(`${request.method} ${pathname} ${text}`);
  return Response.json({ path: pathname, text, key: request.headers.get('authorization') });
}

beforeEach(async () => {
  served = [];
  server = await startFaultServer({ target: echo });
});
afterEach(async () => {
  await server.stop();
  behind?.closeAllConnections();
  behind?.close();
  behind = null;
});

const post = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { method: 'POST', body: 'words', redirect: 'manual', ...init });

describe('startFaultServer', () => {
  it('forwards and logs requests without a rule', async () => {
    const answer = await post('/v1/a?x=1', { headers: { authorization: 'Bearer k' } });

    expect(await answer.json()).toEqual({ path: '/v1/a', text: 'words', key: 'Bearer k' });
    await server.settled();
    expect(server.log()).toMatchObject([
      {
        method: 'POST',
        path: '/v1/a?x=1',
        authorization: 'Bearer k',
        body: 'words',
        fault: null,
        servedStatus: 200,
        isDone: true,
        outcome: 'answered',
      },
    ]);
  });

  it('forwards to an address, with the caller’s Host header', async () => {
    const hosts: (string | undefined)[] = [];
    behind = createServer((incoming, outgoing) => {
      hosts.push(incoming.headers.host);
      incoming.pipe(outgoing.writeHead(201, { 'content-type': 'text/plain' }));
    });
    await new Promise<void>((resolve) => behind?.listen(0, '127.0.0.1', resolve));
    const address = behind.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const before = await startFaultServer({ target: `http://127.0.0.1:${address.port}` });

    const answer = await fetch(before.url, { method: 'POST', body: 'ü'.repeat(100_000) });

    expect(answer.status).toBe(201);
    expect(await answer.text()).toHaveLength(100_000);
    expect(`http://${hosts[0]}`).toBe(before.url);
    await before.stop();
  });

  it('applies a fault to the given number of requests with a method and path', async () => {
    server.script({ method: 'POST', path: /^\/v1\/a$/, times: 1, fault: refusal(503) });

    expect((await fetch(`${server.url}/v1/a`)).status).toBe(200);
    expect((await post('/v1/b')).status).toBe(200);
    expect((await post('/v1/a')).status).toBe(503);
    expect((await post('/v1/a')).status).toBe(200);
  });

  it('uses the newest rule first, and ignores removed rules', async () => {
    server.script({ fault: bare(500) });
    const takeAway = server.script({ fault: bare(404) });

    expect((await post('/')).status).toBe(404);
    takeAway();
    expect((await post('/')).status).toBe(500);
    server.calm();
    expect((await post('/')).status).toBe(200);
  });

  it.each([
    ['before', reset, []],
    ['after', afterwards(reset), ['POST /v1/a words']],
  ])('resets a connection %s the service handled the request', async (_when, fault, done) => {
    server.script({ fault });

    await expect(post('/v1/a')).rejects.toThrow('fetch failed');

    expect(served).toEqual(done);
    expect(server.log()).toMatchObject([{ isDone: done.length === 1, outcome: 'lost' }]);
  });

  it('hangs until its caller hangs up', async () => {
    server.script({ fault: hang });
    const caller = new AbortController();
    const asked = post('/', { signal: caller.signal });
    await server.received(1);
    expect(server.log()).toMatchObject([{ outcome: 'pending' }]);

    caller.abort();

    await expect(asked).rejects.toThrow('aborted');
    await server.settled();
    expect(server.log()).toMatchObject([{ outcome: 'lost' }]);
  });

  it('settles only when the service has finished work that a caller didn’t wait for', async () => {
    const door = Promise.withResolvers<void>();
    const slow = await startFaultServer({
      target: async () => {
        await door.promise;
        return Response.json({});
      },
    });
    const caller = new AbortController();
    const asked = fetch(slow.url, { signal: caller.signal });
    await slow.received(1);
    caller.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(() => slow.log()[0]?.outcome).toBe('lost');

    const isDone = slow.settled().then(() => slow.log()[0]?.isDone);
    door.resolve();

    expect(await isDone).toBe(true);
    await slow.stop();
  });

  it('stays silent for the given time, then responds', async () => {
    const slept: number[] = [];
    const quiet = await startFaultServer({
      target: echo,
      sleep: async (ms) => void slept.push(ms),
    });
    quiet.script({ times: 1, fault: { kind: 'silence', seconds: 75 } });
    quiet.script({ times: 1, path: /slow/, fault: { kind: 'slow-body', gapMs: 20 } });

    expect((await fetch(`${quiet.url}/`)).status).toBe(200);
    expect(slept).toEqual([75_000]);
    const slow = await (await fetch(`${quiet.url}/slow`)).text();
    expect(slow).toContain('/slow');
    expect(slept.slice(1)).toEqual(Array.from(slow, () => 20));
    await quiet.stop();
  });

  it('cuts a response short, with and without a reset', async () => {
    server.script({ times: 1, fault: { kind: 'truncated', isReset: false } });
    const cut = await (await post('/')).text();
    expect(cut).toMatch(/^{"path"/);
    expect(() => JSON.parse(cut)).toThrow('JSON');

    server.script({ times: 1, fault: { kind: 'truncated', isReset: true } });
    const broken = await post('/');
    expect(Number(broken.headers.get('content-length'))).toBeGreaterThan(cut.length);
    await expect(broken.text()).rejects.toThrow('terminated');
  });

  it('redirects to another origin, which logs its requests', async () => {
    server.script({ fault: { kind: 'redirect', to: 'other', status: 307 } });

    const kept = await post('/v1/a');
    expect(kept.headers.get('location')).toBe(`${server.other.url}/v1/a`);
    expect(server.other.log()).toEqual([]);

    await post('/v1/a', { redirect: 'follow' });
    expect(server.other.log()).toMatchObject([{ method: 'POST', path: '/v1/a', body: 'words' }]);
  });

  it('stops sending a giant response when the caller stops reading', async () => {
    server.script({ fault: { kind: 'giant', bytes: 100 * 1024 * 1024 } });
    const reader = (await post('/')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await server.settled();
    expect(server.log()).toMatchObject([{ outcome: 'lost' }]);
  });

  it('sends complete giant responses, nested arrays and pages', async () => {
    server.script({ times: 1, fault: { kind: 'giant', bytes: 3 * 1024 * 1024 } });
    expect((await (await post('/')).text()).length).toBeGreaterThan(3 * 1024 * 1024);

    server.script({ times: 1, fault: { kind: 'deep', levels: 3 } });
    expect(await (await post('/')).text()).toBe('[[[]]]');

    server.script({ times: 1, fault: htmlPage(200) });
    expect((await post('/')).headers.get('content-type')).toContain('html');
  });

  it('repeats the same faults for the same seed, at about the requested rates', async () => {
    const chances = [
      { rate: 0.2, fault: bare(500) },
      { rate: 0.3, fault: bare(503) },
    ];
    const draw = async () => {
      server.random(7, chances);
      const statuses: number[] = [];
      for (let nth = 0; nth < 200; nth += 1) statuses.push((await post('/')).status);
      return statuses;
    };

    const first = await draw();

    expect(await draw()).toEqual(first);
    const share = (status: number) => first.filter((one) => one === status).length / 200;
    expect(share(500)).toBeCloseTo(0.2, 1);
    expect(share(503)).toBeCloseTo(0.3, 1);
    server.calm();
    expect((await post('/')).status).toBe(200);
  });

  it('goes away and comes back at the same address', async () => {
    await server.goAway();
    await expect(post('/')).rejects.toThrow('fetch failed');

    await server.comeBack();

    expect((await post('/')).status).toBe(200);
  });
});
