import { describe, expect, it } from 'vitest';
import { modernHeaders } from './session.ts';
import { offersLegacy, readReply } from './messages.ts';

const error = { code: -32_000, message: 'Why', data: { a: 1 } };

describe('the reply to a request', () => {
  it.each([7, '7'])('is matched by its id, %o', (id) => {
    expect(readReply({ id, result: { a: 1 } }, 7)).toEqual({ kind: 'result', result: { a: 1 } });
    expect(readReply({ id, error }, 7)).toEqual({ kind: 'error', ...error });
  });

  it.each([{}, { id: null }])('may be an error without an id: %o', (named) => {
    expect(readReply({ ...named, error }, 7)).toEqual({ kind: 'error', ...error });
    expect(readReply({ ...named, result: 1 }, 7)).toBeNull();
  });

  it.each([8, '8', '', 0])('doesn’t match another request: %o', (id) => {
    expect(readReply({ id, error }, 7)).toBeNull();
    expect(readReply({ id, result: 1 }, 7)).toBeNull();
  });

  it.each([null, 'text', {}, { code: 'x' }, { code: 1, message: 2 }])(
    'doesn’t match with a malformed error such as %o',
    (odd) => {
      expect(readReply({ id: 7, error: odd }, 7)).toBeNull();
    },
  );

  it('needs no message', () => {
    expect(readReply({ id: 7, error: { code: 1 } }, 7)).toMatchObject({ message: '' });
  });
});

describe('a server that rejected the modern revision', () => {
  it.each<[boolean, unknown]>([
    [true, { supported: ['2027-01-01', '2025-03-26'] }],
    [false, { supported: ['2027-01-01'] }],
    [false, { supported: '2025-03-26' }],
    [false, null],
  ])('offers a revision with a handshake, %o, in %o', (offers, data) => {
    expect(offersLegacy(data)).toBe(offers);
  });
});

describe('the headers of a modern request', () => {
  it('contain a name only if the call has one', () => {
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };

    expect(modernHeaders({ method: 'tools/list', params: {} })).toStrictEqual(headers);
  });
});
