import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPageFetcher, type FetchOptions } from './fetch-page.ts';

const page = '<p>A heron.</p>';
const html = { 'content-type': 'text/html; charset=utf-8' };
let server: Server;
let port: number;
let asked: string[];
let answer: RequestListener;

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.writeHead(200, html).end(page);
  server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Fetches with only the test's server allowed among private addresses; all names resolve to it by default. */
function fetching(url: string, options: FetchOptions = {}, signal = new AbortController().signal) {
  const fetcher = createPageFetcher({
    trusts: (address, to) => address === '127.0.0.1' && to === port,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    ...options,
  });
  return fetcher(url, signal);
}

function refused(code: string): unknown {
  const error = { code, message: expect.any(String), retryable: expect.any(Boolean) };
  return { ok: false, error };
}

function redirecting(location: string): RequestListener {
  return (request, response) => {
    if (request.url !== '/start') response.writeHead(200, html).end(page);
    else response.writeHead(302, { location }).end();
  };
}

describe('createPageFetcher', () => {
  it('fetches a page by name', async () => {
    const fetched = await fetching(`http://heron.example:${port}/a?b#c`);

    expect(fetched).toMatchObject({
      ok: true,
      value: {
        url: `http://heron.example:${port}/a?b#c`,
        mediaType: 'text/html',
        charset: 'utf-8',
      },
    });
    expect(fetched.ok && new TextDecoder().decode(fetched.value.bytes)).toBe(page);
    expect(asked).toEqual([`heron.example:${port} /a?b`]);
  });

  it.each([
    ['gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['br', brotliCompressSync(page)],
    ['identity', Buffer.from(page)],
  ])('decompresses %s', async (encoding, bytes) => {
    answer = (_request, response) =>
      response.writeHead(200, { ...html, 'content-encoding': encoding }).end(bytes);

    const fetched = await fetching(`http://heron.example:${port}/`);

    expect(fetched.ok && new TextDecoder().decode(fetched.value.bytes)).toBe(page);
  });

  describe('rejects private networks', () => {
    it.each([
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[fd00:ec2::254]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://0.0.0.0/',
    ])('for %s', async (url) => {
      expect(await fetching(url)).toEqual(refused('address.closed'));
    });

    it('for a host name of this device', async () => {
      const fetcher = createPageFetcher();

      const fetched = await fetcher('http://localhost/', new AbortController().signal);

      expect(fetched).toEqual(refused('address.closed'));
    });

    it('for a name with one private address among public ones', async () => {
      const resolve = async () => [
        { address: '93.184.215.14', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ];

      expect(await fetching('http://a.example/', { resolve })).toEqual(refused('address.closed'));
    });

    it.each(['http://169.254.169.254/', 'http://10.0.0.1/', '//[::1]/', 'http://127.0.0.1:1/'])(
      'after a redirect to %s',
      async (location) => {
        answer = redirecting(location);

        expect(await fetching(`http://a.example:${port}/start`)).toEqual(refused('address.closed'));
      },
    );

    it('after a redirect to a name with a private address', async () => {
      answer = redirecting('http://inside.example/');
      const resolve = async (host: string) => [
        { address: host === 'inside.example' ? '192.168.0.1' : '127.0.0.1', family: 4 },
      ];

      expect(await fetching(`http://a.example:${port}/start`, { resolve })).toEqual(
        refused('address.closed'),
      );
    });

    it('and resolves a name only once, so that its address can’t change (DNS rebinding)', async () => {
      let lookups = 0;
      const resolve = async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      };

      expect(await fetching(`http://rebound.example:${port}/`, { resolve })).toMatchObject({
        ok: true,
      });
      expect(lookups).toBe(1);
    });
  });

  describe('follows redirects', () => {
    it('to the final URL', async () => {
      answer = redirecting('/end?x');

      expect(await fetching(`http://a.example:${port}/start`)).toMatchObject({
        value: { url: `http://a.example:${port}/end?x` },
      });
    });

    it('at most five times', async () => {
      answer = (request, response) => {
        const left = Number(request.url?.slice(1));
        if (left === 0) response.writeHead(200, html).end(page);
        else response.writeHead(307, { location: `/${left - 1}` }).end();
      };

      expect((await fetching(`http://a.example:${port}/5`)).ok).toBe(true);
      expect(await fetching(`http://a.example:${port}/6`)).toEqual(refused('redirect.too-many'));
    });

    it.each([
      ['file:///etc/passwd', 'url.scheme'],
      ['http://user:word@a.example/', 'url.credentials'],
      ['http://', 'url.invalid'],
    ])('except to %s', async (location, code) => {
      answer = redirecting(location);

      expect(await fetching(`http://a.example:${port}/start`)).toEqual(refused(code));
    });

    it('unless the location is missing', async () => {
      answer = (_request, response) => response.writeHead(301).end();

      expect(await fetching(`http://a.example:${port}/`)).toEqual(refused('redirect.broken'));
    });
  });

  it.each(['http://a.example:22/', 'http://a.example:6379/'])(
    'rejects ports that aren’t used for web pages: %s',
    async (url) => {
      const resolve = async () => [{ address: '93.184.215.14', family: 4 }];

      expect(await fetching(url, { resolve })).toEqual(refused('url.port'));
    },
  );

  it.each([
    [404, html, 'answer.status'],
    [500, html, 'answer.status'],
    [204, html, 'answer.status'],
    [200, { 'content-type': 'image/png' }, 'answer.type'],
    [200, { 'content-type': 'application/json' }, 'answer.type'],
    [200, {}, 'answer.type'],
    [200, { ...html, 'content-encoding': 'zstd' }, 'answer.broken'],
    [200, { ...html, 'content-encoding': 'gzip' }, 'answer.broken'],
  ])('rejects a response with status %i and %j', async (status, headers, code) => {
    answer = (_request, response) =>
      response.writeHead(status, headers).end(status === 204 ? '' : page);

    expect(await fetching(`http://a.example:${port}/`)).toEqual(refused(code));
  });

  it('rejects a response that declares, reaches or decompresses to too many bytes', async () => {
    const large = Buffer.alloc(200_000, 'a');
    const answers: RequestListener[] = [
      (_request, response) =>
        response.writeHead(200, { ...html, 'content-length': 200_000 }).end(large),
      (_request, response) => response.writeHead(200, html).end(large),
      (_request, response) =>
        response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(large)),
    ];

    for (const each of answers) {
      answer = each;
      expect(await fetching(`http://a.example:${port}/`, { maxBytes: 100_000 })).toEqual(
        refused('answer.too-large'),
      );
    }
  });

  it('stops reading an endless response at the limit', async () => {
    let written = 0;
    answer = (_request, response) => {
      response.writeHead(200, html);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on('drain', more);
      more();
    };

    expect(await fetching(`http://a.example:${port}/`, { maxBytes: 100_000 })).toEqual(
      refused('answer.too-large'),
    );
    expect(written).toBeLessThan(20_000_000);
  });

  it.each([
    ['doesn’t respond', () => undefined],
    ['stalls in the middle', (_request, response) => response.writeHead(200, html).write('<p>')],
    [
      'stalls in the middle of compressed data',
      (_request, response) =>
        response
          .writeHead(200, { ...html, 'content-encoding': 'gzip' })
          .write(gzipSync(page).subarray(0, 12)),
    ],
  ] satisfies [string, RequestListener][])(
    'times out for a site that %s',
    async (_name, listener) => {
      answer = listener;

      expect(await fetching(`http://a.example:${port}/`, { timeoutMs: 100 })).toEqual(
        refused('fetch.timeout'),
      );
    },
  );

  it('times out for a slow DNS lookup', async () => {
    const resolve = () => new Promise<never>(() => undefined);

    expect(await fetching('http://a.example/', { resolve, timeoutMs: 50 })).toEqual(
      refused('fetch.timeout'),
    );
  });

  it('stops on abort', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();

    expect(await fetching(`http://a.example:${port}/`, {}, stop.signal)).toEqual(
      refused('fetch.aborted'),
    );
  });

  it('reports a response that broke off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...html, 'content-length': 1000 }).write('<p>');
      setImmediate(() => response.destroy());
    };

    expect(await fetching(`http://a.example:${port}/`)).toEqual(refused('answer.broken'));
  });

  it('reports an unreachable site and an unknown name', async () => {
    await new Promise((resolve) => server.close(resolve));
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));

    expect(await fetching(`http://a.example:${port}/`)).toEqual(refused('fetch.unreachable'));
    expect(await fetching('http://a.example/', { resolve })).toEqual(refused('host.unresolved'));
  });
});
