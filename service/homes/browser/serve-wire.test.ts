import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../lib/contracts/device-wire.ts';
import { answerWire } from './serve-wire.ts';

const wire: WireRequest = {
  target: 'device-home',
  method: 'POST',
  path: '/v1/search?a=b%20c',
  headers: [['content-type', 'application/json']],
  body: '{"q":"ü"}',
};

describe('answerWire', () => {
  it('carries the request to the service with the owner’s token, and the answer back', async () => {
    const seen: unknown[] = [];
    const service = {
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const authorization = request.headers.get('authorization');
        seen.push([request.method, pathname + search, authorization, await request.text()]);
        return Response.json({ word: 'ü' }, { status: 202, headers: { 'x-a': 'b' } });
      },
    };

    const answer = await answerWire(wire, { open: async () => service, ownerToken: 'own' });

    expect(seen).toEqual([['POST', '/v1/search?a=b%20c', 'Bearer own', '{"q":"ü"}']]);
    expect(answer).toEqual({
      outcome: 'answered',
      status: 202,
      headers: expect.arrayContaining([['x-a', 'b']]),
      body: '{"word":"ü"}',
    });
  });

  it('leaves a request the key that it brings', async () => {
    const seen: unknown[] = [];
    const service = {
      fetch: async (request: Request) => {
        seen.push(request.headers.get('authorization'));
        return new Response();
      },
    };
    const headers: [string, string][] = [['Authorization', 'Bearer of-a-key']];

    await answerWire({ ...wire, headers }, { open: async () => service, ownerToken: 'own' });

    expect(seen).toEqual(['Bearer of-a-key']);
  });

  it('reaches nothing but the service, whatever the path', async () => {
    const urls: string[] = [];
    const service = {
      fetch: async (request: Request) => {
        urls.push(new URL(request.url).origin);
        return new Response();
      },
    };

    for (const path of ['/v1', '//elsewhere.example/v1', 'https://elsewhere.example/', 'v1']) {
      await answerWire({ ...wire, path }, { open: async () => service, ownerToken: 'own' });
    }

    expect(new Set(urls)).toEqual(new Set(['https://device-home.invalid']));
  });

  it('says that the home could not be opened', async () => {
    const open = () => Promise.reject(new Error('no space is left'));

    const answer = await answerWire(wire, { open, ownerToken: 'own' });

    expect(answer).toEqual({
      outcome: 'failed',
      message: expect.stringContaining('no space is left'),
    });
  });

  it('says so where the request itself cannot be made', async () => {
    const service = { fetch: async () => new Response() };

    const answer = await answerWire(
      { ...wire, method: 'NO WAY' },
      { open: async () => service, ownerToken: 'own' },
    );

    expect(answer.outcome).toBe('failed');
  });
});
