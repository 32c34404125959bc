import { describe, expect, it } from 'vitest';
import type { Connection, CredentialSlot, KeyConnection } from './model.ts';
import { askKeySlot, keySlot, lastFourOf, slotsOf } from './credential-slot.ts';

const connection: KeyConnection = {
  id: 'w',
  kind: 'key',
  baseUrl: 'https://Work.example:443/memory',
  name: 'Work',
  owner: null,
  createdAt: 1,
};

describe('a credential slot', () => {
  it('belongs to one connection, one origin and one kind', () => {
    expect(keySlot(connection)).toEqual({
      connectionId: 'w',
      origin: 'https://work.example',
      kind: 'key',
    });
    expect(askKeySlot(connection).kind).toBe('ask-key');
  });

  it('is created from a connection, not by hand', () => {
    const take = (slot: CredentialSlot) => slot.origin;

    // @ts-expect-error A plain object is not a slot.
    take({ connectionId: 'w', origin: 'https://elsewhere.example', kind: 'key' });
    // @ts-expect-error The connection on this device has no credential.
    expect(() => keySlot({ id: 'd', kind: 'device', createdAt: 1 })).toThrow(TypeError);
  });

  it.each<[string, Connection, string[]]>([
    ['device', { id: 'd', kind: 'device', createdAt: 1 }, []],
    ['key', connection, ['key', 'ask-key']],
    [
      'consent',
      {
        ...connection,
        kind: 'read-only',
        resource: 'https://work.example/memory/mcp-http',
        issuer: 'https://login.example',
        clientId: 'client',
        scopes: [],
      },
      ['tokens'],
    ],
  ])('exists for each credential of a %s connection', (_, of, kinds) => {
    expect(slotsOf(of).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('lastFourOf', () => {
  it.each([
    ['pms_0123456789abcd', 'abcd'],
    ['pms_0123456789ab', '89ab'],
    ['pms_0123456789a', null],
  ])('returns the end of %s: %s', (secret, told) => {
    expect(lastFourOf(secret)).toBe(told);
  });
});
