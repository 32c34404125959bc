import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../lib/contract/device-wire.ts';
import { streamOf } from '../../stream-of.ts';
import { handleMessage, type BodyFiles } from './handle-message.ts';

const message: WireRequest = {
  target: 'device-service',
  method: 'POST',
  path: '/v1/search?a=b%20c',
  headers: [['content-type', 'application/json']],
  body: '{"q":"ü"}',
};

/** Keeps files in memory. */
function createFiles(stored: Record<string, string> = {}): BodyFiles & { stored: typeof stored } {
  return {
    stored,
    async read(name) {
      const content = stored[name];
      if (content === undefined) throw new Error('There is no such file.');
      return new Blob([content]);
    },
    async write(name, content) {
      stored[name] = await new Response(content).text();
    },
  };
}
const files = createFiles();
const name = '4f8b5f0e-7f0d-4c59-9d3b-0a4dbe1f3b55';

describe('handleMessage', () => {
  it('passes the request to the service with the owner token, and the response back', async () => {
    const seen: unknown[] = [];
    const service = {
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const authorization = request.headers.get('authorization');
        seen.push([request.method, pathname + search, authorization, await request.text()]);
        return Response.json({ word: 'ü' }, { status: 202, headers: { 'x-a': 'b' } });
      },
    };

    const answer = await handleMessage(message, {
      open: async () => service,
      ownerToken: 'own',
      files,
    });

    expect(seen).toEqual([['POST', '/v1/search?a=b%20c', 'Bearer own', '{"q":"ü"}']]);
    expect(answer).toEqual({
      outcome: 'answered',
      status: 202,
      headers: expect.arrayContaining([['x-a', 'b']]),
      body: '{"word":"ü"}',
    });
  });

  it('keeps the key of a request that has one', async () => {
    const seen: unknown[] = [];
    const service = {
      fetch: async (request: Request) => {
        seen.push(request.headers.get('authorization'));
        return new Response();
      },
    };
    const headers: [string, string][] = [['Authorization', 'Bearer of-a-key']];

    await handleMessage(
      { ...message, headers },
      { open: async () => service, ownerToken: 'own', files },
    );

    expect(seen).toEqual(['Bearer of-a-key']);
  });

  it('never sends a request elsewhere, whatever the path', async () => {
    const urls: string[] = [];
    const service = {
      fetch: async (request: Request) => {
        urls.push(new URL(request.url).origin);
        return new Response();
      },
    };

    for (const path of ['/v1', '//elsewhere.example/v1', 'https://elsewhere.example/', 'v1']) {
      await handleMessage(
        { ...message, path },
        { open: async () => service, ownerToken: 'own', files },
      );
    }

    expect(new Set(urls)).toEqual(new Set(['https://device-service.invalid']));
  });

  it('fails with the reason if the service can’t be opened', async () => {
    const open = () => Promise.reject(new Error('no space is left'));

    const answer = await handleMessage(message, { open, ownerToken: 'own', files });

    expect(answer).toEqual({
      outcome: 'failed',
      message: expect.stringContaining('no space is left'),
    });
  });

  it('fails if the request is invalid', async () => {
    const service = { fetch: async () => new Response() };

    const answer = await handleMessage(
      { ...message, method: 'NO WAY' },
      { open: async () => service, ownerToken: 'own', files },
    );

    expect(answer.outcome).toBe('failed');
  });

  it('writes the body of a successful response to the given file instead of the reply', async () => {
    const own = createFiles();
    const service = { fetch: async () => new Response('everything', { status: 200 }) };

    const answer = await handleMessage(
      { ...message, method: 'GET', body: null, saveAs: name },
      { open: async () => service, ownerToken: 'own', files: own },
    );

    expect(answer).toMatchObject({ outcome: 'answered', status: 200, body: '' });
    expect(own.stored).toEqual({ [name]: 'everything' });
  });

  it('never writes an error to a file', async () => {
    const own = createFiles();
    const service = { fetch: async () => Response.json({ code: 'internal' }, { status: 500 }) };

    const answer = await handleMessage(
      { ...message, saveAs: name },
      { open: async () => service, ownerToken: 'own', files: own },
    );

    expect(answer).toMatchObject({ status: 500, body: '{"code":"internal"}' });
    expect(own.stored).toEqual({});
  });

  it('streams the body from a file, even in browsers without Request.body', async () => {
    const own = createFiles({ [name]: 'one\ntwo' });
    const seen: string[] = [];
    const service = {
      fetch: async ({ body }: Request) => {
        seen.push(await new Response(body).text());
        return new Response();
      },
    };
    const ask = () =>
      handleMessage(
        { ...message, body: null, bodyFrom: name },
        { open: async () => service, ownerToken: 'own', files: own },
      );

    await ask();
    const native = Object.getOwnPropertyDescriptor(Request.prototype, 'body');
    Object.defineProperty(Request.prototype, 'body', { configurable: true, value: undefined });
    try {
      await ask();
    } finally {
      Object.defineProperty(Request.prototype, 'body', native ?? {});
    }

    expect(seen).toEqual(['one\ntwo', 'one\ntwo']);
  });

  describe('watched', () => {
    const watch = '0b8a6c43-0e0f-4b5c-8a53-f6f8f9a6a001';

    /** Collects the posted messages, and cancels after the second one. */
    function cancelAfterTwo() {
      const channel = new BroadcastChannel(watch);
      const posted: unknown[] = [];
      const canceled = new Promise<void>((resolve) => {
        channel.addEventListener('message', ({ data }) => {
          posted.push(data);
          if (posted.length !== 2) return;
          channel.postMessage('cancel');
          resolve();
        });
      });
      return { posted, canceled, close: () => channel.close() };
    }

    /** Yields two chunks of four bytes, waits until it is canceled, and then yields chunks until the reader stops. */
    async function* endless(canceled: Promise<void>) {
      yield new TextEncoder().encode('one\n');
      yield new TextEncoder().encode('two\n');
      await canceled;
      for (;;) {
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
        yield new TextEncoder().encode('end\n');
      }
    }

    it('reports how much of a file was read, and cuts it off when canceled', async () => {
      const { posted, canceled, close } = cancelAfterTwo();
      const file = Object.assign(new Blob(), {
        stream: () => streamOf(endless(canceled)),
      });
      const service = {
        fetch: async ({ body }: Request) => new Response(await new Response(body).text()),
      };

      const answer = await handleMessage(
        { ...message, body: null, bodyFrom: name, watch },
        {
          open: async () => service,
          ownerToken: 'own',
          files: { ...files, read: async () => file },
        },
      );

      close();
      expect(posted.slice(0, 2)).toEqual([4, 8]);
      expect(answer).toMatchObject({
        outcome: 'answered',
        body: expect.stringMatching(/^one\ntwo\n/),
      });
    });

    it('reports how much was written to a file, and fails when canceled', async () => {
      const { posted, canceled, close } = cancelAfterTwo();
      const own = createFiles();
      const service = {
        fetch: async () => new Response(streamOf(endless(canceled))),
      };

      const answer = await handleMessage(
        { ...message, method: 'GET', body: null, saveAs: name, watch },
        { open: async () => service, ownerToken: 'own', files: own },
      );

      close();
      expect(posted.slice(0, 2)).toEqual([4, 8]);
      expect(answer.outcome).toBe('failed');
      expect(own.stored).toEqual({});
    });
  });

  it('fails if the file is missing', async () => {
    const service = { fetch: async () => new Response() };

    const answer = await handleMessage(
      { ...message, body: null, bodyFrom: name },
      { open: async () => service, ownerToken: 'own', files },
    );

    expect(answer).toEqual({
      outcome: 'failed',
      message: expect.stringContaining('There is no such file.'),
    });
  });
});
