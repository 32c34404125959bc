import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { MemoryClient } from './client.ts';
import { createRestClient } from './rest.ts';
import { createManualTime, type ManualTime } from './testing/manual-time.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

interface Loopback {
  readonly origin: string;
  readonly requests: IncomingMessage[];
  /** Resolves once `count` requests have arrived. */
  received(count: number): Promise<void>;
}

const servers: Server[] = [];
const timeoutMs = 5_000;
const failed = (code: string) => ({ ok: false, error: { code } });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: Handler, host = '127.0.0.1'): Promise<Loopback> {
  const requests: IncomingMessage[] = [];
  const watchers = new Map<number, () => void>();
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response, requests.length - 1);
    watchers.get(requests.length)?.();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${portOf(server.address())}`,
    requests,
    received: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => watchers.set(count, resolve)),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

function clientAt(baseUrl: string): { client: MemoryClient; time: ManualTime } {
  const time = createManualTime((ms) => ms !== timeoutMs);
  const client = createRestClient({
    baseUrl,
    credential: () => Promise.resolve('pms_secret_0001'),
    fetch: (request) => fetch(request),
    sleep: time.sleep,
    random: () => 0.5,
    timeoutMs,
    maxBodyBytes: 1024 * 1024,
  });
  return { client, time };
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

describe('the client over HTTP', () => {
  it('sends requests below the base path with its key in the header', async () => {
    const service = await serve((_, response) => sendJson(response, { containers: [] }));
    const { client, time } = clientAt(`${service.origin}/base/`);

    expect(await client.containers.list()).toEqual({ ok: true, value: [] });
    expect(service.requests[0]?.url).toBe('/base/v1/containers');
    expect(service.requests[0]?.headers.authorization).toBe('Bearer pms_secret_0001');
    expect(time.running()).toBe(0);
  });

  it('sends and reads a body of two megabytes', async () => {
    const content = 'ü🦊'.repeat(300_000);
    let received = 0;
    const service = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.byteLength;
      });
      request.on('end', () =>
        sendJson(response, {
          results: [{ container_name: 'W', content: 'x'.repeat(900_000) }],
          containers: [],
        }),
      );
    });
    const { client } = clientAt(service.origin);

    const found = await client.search({ q: content });

    expect(received).toBe(Buffer.byteLength(JSON.stringify({ q: content })));
    expect(found.ok && found.value.hits[0]?.content).toHaveLength(900_000);
  });

  it('retries after a reset, even in the middle of a body', async () => {
    const service = await serve((request, response, nth) => {
      if (nth === 0) return void request.socket.destroy();
      if (nth === 2) return sendJson(response, { containers: [] });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"containers":', () => response.destroy());
    });
    const { client } = clientAt(service.origin);

    expect(await client.containers.list()).toEqual({ ok: true, value: [] });
    expect(service.requests).toHaveLength(3);
  });

  it('reports a service that isn’t running as unreachable', async () => {
    const gone = await serve(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    const { client } = clientAt(gone.origin);

    expect(await client.containers.list()).toMatchObject(failed('memory.unreachable'));
  });

  it('gives up on a service that hangs, and closes the connection', async () => {
    const closed: Promise<void>[] = [];
    const service = await serve((request) => {
      closed.push(new Promise((resolve) => request.socket.on('close', () => resolve())));
    });
    const { client, time } = clientAt(service.origin);
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) {
      await service.received(nth + 1);
      await time.pass(timeoutMs);
    }

    expect(await listing).toMatchObject(failed('memory.timeout'));
    await Promise.all(closed);
    expect(closed).toHaveLength(3);
  });

  it('gives up on a body that arrives too slowly', async () => {
    const service = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"containers":[');
    });
    const { client, time } = clientAt(service.origin);
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) {
      await service.received(nth + 1);
      await time.pass(timeoutMs);
    }

    expect(await listing).toMatchObject(failed('memory.timeout'));
  });

  it('stops when its caller aborts', async () => {
    const controller = new AbortController();
    const service = await serve(() => controller.abort());
    const { client, time } = clientAt(service.origin);

    expect(await client.containers.list({ signal: controller.signal })).toMatchObject(
      failed('memory.aborted'),
    );
    expect(service.requests).toHaveLength(1);
    expect(time.running()).toBe(0);
  });

  it.each([
    ['HTML', 'text/html', '<!doctype html><title>Sign in</title>'],
    ['unexpected JSON', 'application/json', '{"status":"ok"}'],
    ['text', 'text/plain', 'hello'],
  ])('rejects %s', async (_, type, body) => {
    const service = await serve((__, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(body),
    );
    const { client } = clientAt(service.origin);

    expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
    expect(service.requests).toHaveLength(1);
  });

  it('stops reading an endless response', async () => {
    const closed = Promise.withResolvers<void>();
    const service = await serve((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 0x20);
      const fill = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', fill).on('close', () => closed.resolve());
      fill();
    });
    const { client } = clientAt(service.origin);

    expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
    await closed.promise;
  });

  it.each([301, 302, 303, 307, 308])(
    'follows no redirect to another origin and sends it nothing: %i',
    async (status) => {
      const other = await serve((_, response) =>
        sendJson(response, { results: [], containers: [] }),
      );
      const service = await serve((_, response) =>
        response.writeHead(status, { Location: `${other.origin}/v1/search` }).end(),
      );
      const { client } = clientAt(service.origin);

      expect(await client.search({ q: 'x' })).toMatchObject(failed('memory.redirected'));
      expect(await client.containers.list()).toMatchObject(failed('memory.redirected'));
      expect(service.requests).toHaveLength(2);
      expect(other.requests).toHaveLength(0);
    },
  );

  it('reads the service’s error', async () => {
    const service = await serve((_, response) =>
      sendJson(
        response,
        {
          code: 'capability_unavailable',
          message: 'No model',
          details: { missing: 'model' },
          retryable: false,
          trace_id: 'tr_1',
        },
        422,
      ),
    );
    const { client } = clientAt(service.origin);

    expect(await client.ask({ message: 'x' })).toEqual({
      ok: false,
      error: {
        code: 'memory.capability-unavailable',
        message: 'No model',
        status: 422,
        details: { missing: 'model' },
        retryable: false,
        traceId: 'tr_1',
      },
    });
  });
});
