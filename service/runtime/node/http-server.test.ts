import { randomUUID } from 'node:crypto';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { collectGarbage } from '../../../tests/fixtures/collect-garbage.ts';
import type { Service } from '../../app.ts';
import { openNodeService } from './node-service.ts';
import {
  extensionOrigins,
  loopbackHosts,
  serve,
  type RunningServer,
  checkHost,
  checkOrigin,
} from './http-server.ts';

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

describe('the HTTP server of the service', () => {
  let service: Awaited<ReturnType<typeof openNodeService>>;
  let server: RunningServer;
  const auth = { authorization: 'Bearer own' };

  beforeEach(async () => {
    service = await openNodeService({ file: ':memory:', ownerToken: 'own' });
    server = await serve(service, options);
  });
  afterEach(async () => {
    await server.close();
    await service.close();
  });

  function post(path: string, body: BodyInit): Promise<Response> {
    const init = { method: 'POST', headers: auth, body, duplex: 'half' };
    return fetch(server.url + path, init);
  }

  it('passes requests and responses through', async () => {
    const created = await post('/owner/containers', JSON.stringify({ name: 'Ü' }));
    const listed = await fetch(`${server.url}/v1/containers`, { headers: auth });

    expect(created.status).toBe(201);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect(await listed.json()).toMatchObject({ containers: [{ name: 'Ü' }] });
  });

  it.each([
    ['the connection’s', null, { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    [
      'the last one a proxy added',
      'https://a.test',
      { 'x-forwarded-for': 'x, 192.0.2.7' },
      '192.0.2.7',
    ],
    ['the connection’s if the proxy adds none', 'https://a.test', {}, '127.0.0.1'],
  ])('tells the service the client’s address: %s', async (_which, publicUrl, headers, address) => {
    const callers: unknown[] = [];
    const recorder: Service = {
      fetch: async (_request, caller) => {
        callers.push(caller);
        return new Response();
      },
    };
    const recording = await serve(recorder, { ...options, publicUrl });

    await fetch(recording.url, { headers });

    expect(callers).toEqual([{ address }]);
    await recording.close();
  });

  it('passes a large body through', async () => {
    await post('/owner/containers', '{"name":"Large"}');

    const added = await post('/v1/documents', JSON.stringify({ content: 'salt '.repeat(400_000) }));

    expect(added.status).toBe(202);
  });

  it('rejects an oversized body and keeps serving the connection', async () => {
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

  it('reports its health without a key', async () => {
    const answer = await fetch(`${server.url}/healthz`);

    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it.each([
    ['a foreign host name', { host: 'rebound.example' }, 421],
    ['a website', { origin: 'https://page.example' }, 403],
    ['a page with an opaque origin', { origin: 'null' }, 403],
  ])('rejects %s, even with a valid key', async (_name, headers, status) => {
    for (const path of ['/v1/containers', '/healthz']) {
      const answer = await ask(server.url + path, { ...auth, ...headers });

      expect(answer.statusCode).toBe(status);
      expect(JSON.parse(await text(answer))).toEqual(envelope);
    }
  });

  it.each(['127.0.0.1', 'rebound.example'])('rejects a second Host header, %s', async (second) => {
    const head = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: ${second}\r\n`;

    const answer = await sendRaw(server.url, `${head}connection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'validation',
      message: expect.stringContaining('more than one Host'),
    });
  });

  it('frees the turn of a client that disconnects', async () => {
    const asked: (() => void)[] = [];
    const model = createServer(() => asked.shift()?.());
    await new Promise<void>((resolve) => void model.listen(0, '127.0.0.1', resolve));
    const bound = z.parse(z.object({ port: z.int() }), model.address());
    await post('/owner/containers', '{"name":"Birds"}');
    await post('/v1/documents', '{"content":"A heron waits."}');
    await service.idle();
    const settings = { mode: 'model', address: `http://127.0.0.1:${bound.port}`, model: 'm' };
    await fetch(`${server.url}/owner/agent`, {
      method: 'PUT',
      headers: auth,
      body: JSON.stringify(settings),
    });

    for (let count = 0; count < 5; count += 1) {
      const reached = Promise.withResolvers<void>();
      asked.push(reached.resolve);
      const client = new AbortController();
      const init = { method: 'POST', headers: auth, body: '{"message":"heron"}' };
      const asking = fetch(`${server.url}/v1/ask`, { ...init, signal: client.signal });
      await reached.promise;
      client.abort();
      await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    }

    model.closeAllConnections();
    model.close();
  });

  it('allows an extension', async () => {
    const answer = await ask(`${server.url}/v1/containers`, {
      ...auth,
      origin: 'moz-extension://7c0b1d6e-21a3-4a1d-9d0f-6f1f2a3b4c5d',
    });

    expect(answer.statusCode).toBe(200);
  });

  it('lets only allowed origins read responses', async () => {
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
    ['something other than HTTP', 'HELO mail.example\r\n\r\n'],
    ['HTTP/1.0 without Host', 'GET /v1/containers HTTP/1.0\r\n\r\n'],
    ['HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT internal.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'a method that fetch forbids',
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\n\r\n',
    ],
    [
      'an absolute URL',
      'GET http://a.example/ HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\n\r\n',
    ],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\n\r\n'],
    ['oversized headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('responds to %s with 400 and the error envelope', async (_name, bytes) => {
    const answer = await sendRaw(server.url, bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual(envelope);
  });

  it('disconnects a client that sends something other than HTTP and never closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const port = Number(new URL(server.url).port);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('HELO mail.example\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);

    vi.advanceTimersByTime(5_000);
    // The client notices only when it writes.
    const writing = setInterval(() => socket.write('.'), 10);
    onTestFinished(() => clearInterval(writing));

    await new Promise((resolve) => socket.once('error', resolve));
  });
});

describe('the server', () => {
  /** Creates a service that responds when `answer` is called. */
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

  it('finishes pending responses when it closes and accepts no more', async () => {
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

  it('waits for pending responses no longer than the grace period', async () => {
    const { service, asked } = slowService();
    const server = await serve(service, options);
    const underWay = fetch(server.url);
    await asked;

    await Promise.all([server.close(20), expect(underWay).rejects.toThrow('fetch failed')]);
  });

  it('aborts the request when the client disconnects', async () => {
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

  it('aborts the request when the client disconnects, even if only its signal is still in use', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const allowed = Promise.withResolvers<void>();
    // An async function would keep the request until it returns.
    const waiting: Service = {
      fetch({ signal }) {
        asked.resolve(signal);
        return allowed.promise.then(() => new Response('late'));
      },
    };
    const server = await serve(waiting, options);
    const leaving = new AbortController();
    const left = fetch(server.url, { signal: leaving.signal });
    const signal = await asked.promise;
    const noticed = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await setImmediate();
    collectGarbage();

    leaving.abort();

    await expect(left).rejects.toThrow('aborted');
    await noticed;
    allowed.resolve();
    await server.close();
  });

  it.each([
    ['closes a connection that sent nothing without a response', '', ''],
    ['rejects half a request', 'GET / HTTP/1.1\r\nHost: 127', 'HTTP/1.1 400 '],
  ])('%s', async (_name, sent, start) => {
    const server = await serve(slowService().service, { ...options, headersTimeoutMs: 1_000 });

    expect((await sendRaw(server.url, sent)).slice(0, 13)).toBe(start);
    await server.close();
  });

  it('sends every cookie and streams events as they come', async () => {
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

/** Sends headers that fetch doesn’t allow setting. */
function ask(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
}

/** Sends raw bytes and returns everything that comes back. */
function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('error', reject);
    text(socket).then(resolve, reject);
  });
}

const rules = { hosts: [...loopbackHosts, 'memory.example'] };

describe('checkHost', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:4321',
    'localhost:80',
    'LOCALHOST',
    '[::1]:9',
    'memory.example',
  ])('allows %s', (host) => {
    expect(checkHost([host], rules).ok).toBe(true);
  });

  it.each([
    ['rebound.example', 'host.foreign'],
    ['127.0.0.1.rebound.example', 'host.foreign'],
    ['localhost.rebound.example:4321', 'host.foreign'],
    ['rebound.example@127.0.0.1', 'host.foreign'],
    ['127.0.0.1/rebound.example', 'host.foreign'],
    ['127.0.0.1:99999', 'host.foreign'],
    ['127.0.0.1:x', 'host.foreign'],
    ['localhost evil', 'host.foreign'],
    ['0.0.0.0', 'host.foreign'],
    ['192.168.0.2', 'host.foreign'],
    ['[::2]', 'host.foreign'],
    ['', 'host.missing'],
    [undefined, 'host.missing'],
  ])('rejects %s', (host, code) => {
    expect(checkHost(host === undefined ? host : [host], rules)).toEqual({
      ok: false,
      error: code,
    });
  });
});

describe('checkOrigin', () => {
  const own = { origins: extensionOrigins, host: '127.0.0.1:4321' };

  it.each([
    undefined,
    'http://127.0.0.1:4321',
    'https://127.0.0.1:4321',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://7c0b1d6e-21a3-4a1d-9d0f-6f1f2a3b4c5d',
  ])('allows %s', (origin) => {
    expect(checkOrigin(origin, own).ok).toBe(true);
  });

  it.each([
    'null',
    '',
    'https://rebound.example',
    'http://127.0.0.1',
    'http://127.0.0.1:9999',
    'http://localhost:4321',
    'http://127.0.0.1:4321.rebound.example',
    'http://127.0.0.1:4321/',
    'file://',
    'chrome-extension://',
    'chrome-extension://a b',
    'https://chrome-extension://abc',
  ])('rejects %s', (origin) => {
    expect(checkOrigin(origin, own)).toEqual({ ok: false, error: 'origin.foreign' });
  });

  it('allows only the listed origins if the list is exact', () => {
    const narrow = { ...own, origins: ['chrome-extension://mine', 'https://app.example'] };

    expect(checkOrigin('chrome-extension://mine', narrow).ok).toBe(true);
    expect(checkOrigin('https://app.example', narrow).ok).toBe(true);
    expect(checkOrigin('chrome-extension://other', narrow).ok).toBe(false);
    expect(checkOrigin('https://app.example.evil', narrow).ok).toBe(false);
  });
});
