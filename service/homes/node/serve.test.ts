import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../app.ts';
import { createNodeHome } from './open-node.ts';
import { extensionOrigins, loopbackHosts } from './request-guard.ts';
import { serve, type RunningServer } from './serve.ts';

const options = {
  address: '127.0.0.1',
  port: 0,
  hosts: loopbackHosts,
  origins: extensionOrigins,
  newId: randomUUID,
};
const envelope = {
  code: expect.any(String),
  message: expect.any(String),
  details: {},
  retryable: false,
  trace_id: expect.any(String),
};

describe('the server of a home', () => {
  let home: Awaited<ReturnType<typeof createNodeHome>>;
  let server: RunningServer;
  const auth = { authorization: 'Bearer own' };

  beforeEach(async () => {
    home = await createNodeHome({ file: ':memory:', ownerToken: 'own' });
    server = await serve(home, options);
  });
  afterEach(async () => {
    await server.close();
    await home.close();
  });

  function post(path: string, body: BodyInit): Promise<Response> {
    const init = { method: 'POST', headers: auth, body, duplex: 'half' };
    return fetch(server.url + path, init);
  }

  it('carries requests and answers', async () => {
    const created = await post('/owner/containers', JSON.stringify({ name: 'Ü' }));
    const listed = await fetch(`${server.url}/v1/containers`, { headers: auth });

    expect(created.status).toBe(201);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect(await listed.json()).toMatchObject({ containers: [{ name: 'Ü' }] });
  });

  it('carries a large body', async () => {
    await post('/owner/containers', '{"name":"Large"}');

    const added = await post('/v1/documents', JSON.stringify({ content: 'salt '.repeat(400_000) }));

    expect(added.status).toBe(202);
  });

  it('refuses a body without end, and serves the same connection on', async () => {
    let left = 40;
    const pieces = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(new Uint8Array(1024 * 1024).fill(120));
      },
    });

    const refused = await post('/v1/documents', pieces);
    const next = await fetch(`${server.url}/v1/containers`, { headers: auth });

    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'validation' });
    expect(next.status).toBe(200);
  });

  it('says that it is up to whoever asks', async () => {
    const answer = await fetch(`${server.url}/healthz`);

    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it.each([
    ['a name that only a foreign page would call it by', { host: 'rebound.example' }, 421],
    ['a page of the web', { origin: 'https://page.example' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
  ])('refuses %s, whatever its credential', async (_name, headers, status) => {
    for (const path of ['/v1/containers', '/healthz']) {
      const answer = await ask(server.url + path, { ...auth, ...headers });

      expect(answer.statusCode).toBe(status);
      expect(JSON.parse(await text(answer))).toEqual(envelope);
    }
  });

  it('lets an extension in', async () => {
    const answer = await ask(`${server.url}/v1/containers`, {
      ...auth,
      origin: 'moz-extension://7c0b1d6e-21a3-4a1d-9d0f-6f1f2a3b4c5d',
    });

    expect(answer.statusCode).toBe(200);
  });

  it('lets a page of an origin that may ask read the answers, and no other', async () => {
    const origin = 'chrome-extension://abcdefghijklmnop';
    const asked = { 'access-control-request-method': 'GET', ...auth };
    const preflight = (from: string) =>
      fetch(`${server.url}/v1/containers`, {
        method: 'OPTIONS',
        headers: { ...asked, origin: from },
      });

    const allowed = await preflight(origin);
    const read = await fetch(`${server.url}/v1/containers`, { headers: { ...auth, origin } });
    const foreign = await preflight('https://a.example');

    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(read.headers.get('access-control-allow-origin')).toBe(origin);
    expect(read.headers.get('access-control-allow-credentials')).toBeNull();
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['no HTTP', 'HELO mail.example\r\n\r\n'],
    ['no Host', 'GET /v1/containers HTTP/1.0\r\n\r\n'],
    ['no Host, of the newer version', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT internal.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a method that fetch forbids', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an address of another server', 'GET http://a.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('answers %s with 400 and the envelope', async (_name, bytes) => {
    const answer = await sendRaw(server.url, bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual(envelope);
  });
});

describe('the server', () => {
  /** Answers when it is let. */
  function slowService(): { service: Service; asked: Promise<Request>; answer: () => void } {
    let seen: (request: Request) => void;
    let answer: () => void;
    const asked = new Promise<Request>((resolve) => (seen = resolve));
    const allowed = new Promise<void>((resolve) => (answer = resolve));
    const service = {
      async fetch(incoming: Request) {
        seen(incoming);
        await allowed;
        return new Response('late');
      },
    };
    return { service, asked, answer: () => answer() };
  }

  it('finishes the answers under way when it closes, and takes no more', async () => {
    const { service, asked, answer } = slowService();
    const server = await serve(service, options);
    const underWay = fetch(server.url);
    await asked;

    const closing = server.close();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    answer();

    const late = await underWay;
    expect([late.headers.get('connection'), await late.text()]).toEqual(['close', 'late']);
    await closing;
  });

  it('waits for an answer under way no longer than it is told', async () => {
    const { service, asked } = slowService();
    const server = await serve(service, options);
    const underWay = fetch(server.url);
    await asked;

    await Promise.all([server.close(20), expect(underWay).rejects.toThrow('fetch failed')]);
  });

  it('tells the handler that its caller is gone', async () => {
    const { service, asked, answer } = slowService();
    const server = await serve(service, options);
    const leaving = new AbortController();
    const left = fetch(server.url, { signal: leaving.signal });
    const { signal } = await asked;
    const noticed = new Promise((resolve) => signal.addEventListener('abort', resolve));

    leaving.abort();

    await expect(left).rejects.toThrow('aborted');
    await noticed;
    answer();
    await server.close();
  });

  it('sends every cookie, and a stream as it comes', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (made) => void (controller = made) });
    const headers = new Headers({ 'content-type': 'text/event-stream' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const server = await serve({ fetch: async () => new Response(body, { headers }) }, options);

    const answer = await fetch(server.url);
    const reader = answer.body?.getReader();
    controller?.enqueue(new TextEncoder().encode('data: 1\n\n'));
    const first = await reader?.read();
    controller?.close();

    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
    expect((await reader?.read())?.done).toBe(true);
    await server.close();
  });
});

/** Asks with headers that fetch lets nobody set. */
function ask(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
}

/** Sends bytes as they are, and gives everything that comes back. */
function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes));
    socket.on('error', reject);
    text(socket).then(resolve, reject);
  });
}
