import { describe, expect, it } from 'vitest';
import { jsonBody } from './rest.ts';

function request(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers });
}

describe('jsonBody', () => {
  it.each(['{}', '[1]', '"text"', 'null', ' {"a": "ü"} '])('reads %s', async (text) => {
    expect(await jsonBody(request(text))).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('reads JSON whatever its declared type', async () => {
    expect(await jsonBody(request('{"a":1}', { 'content-type': 'text/plain' }))).toMatchObject({
      ok: true,
    });
  });

  it.each(['', '{', '{"a":1,}', 'hello', "{'a':1}", '['.repeat(100_000)])(
    'rejects %.20s',
    async (text) => {
      expect(await jsonBody(request(text))).toMatchObject({
        ok: false,
        error: { kind: 'malformed' },
      });
    },
  );

  it('rejects bytes that are not UTF-8', async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0x22]);

    expect(await jsonBody(request(bytes))).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    });
  });

  it('rejects a request without a body', async () => {
    expect(await jsonBody(new Request('http://localhost/', { method: 'POST' }))).toMatchObject({
      ok: false,
    });
  });

  it('rejects a body that declares it is too large, without reading it', async () => {
    const declared = { 'content-length': String(10 ** 12) };

    expect(await jsonBody(request('{}', declared))).toMatchObject({
      ok: false,
      error: { kind: 'invalid' },
    });
  });

  it('rejects a body that turns out too large', async () => {
    const text = `"${'x'.repeat(14 * 2 ** 20)}"`;

    expect(await jsonBody(request(text))).toMatchObject({ ok: false, error: { kind: 'invalid' } });
  });
});
