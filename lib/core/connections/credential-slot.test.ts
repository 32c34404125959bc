import { describe, expect, it } from 'vitest';
import type { CredentialSlot, KeyConnection } from '../../contracts/connections.ts';
import { askKeySlot, keySlot, lastFourOf, slotsOf } from './credential-slot.ts';

const connection: KeyConnection = {
  id: 'w',
  kind: 'key',
  baseUrl: 'https://Work.example:443/memory',
  name: 'Work',
  owner: null,
  createdAt: 1,
};

describe('a credential’s slot', () => {
  it('is of one connection, one origin and one kind', () => {
    expect(keySlot(connection)).toEqual({
      connectionId: 'w',
      origin: 'https://work.example',
      kind: 'key',
    });
    expect(askKeySlot(connection).kind).toBe('ask-key');
  });

  it('is made from a connection and cannot be put together by hand', () => {
    const take = (slot: CredentialSlot) => slot.origin;

    // @ts-expect-error An origin and an id from anywhere are no slot.
    take({ connectionId: 'w', origin: 'https://elsewhere.example', kind: 'key' });
    // @ts-expect-error The home on this device has no credential.
    expect(() => keySlot({ id: 'd', kind: 'device', createdAt: 1 })).toThrow(TypeError);
  });

  it('is none for the home on this device', () => {
    expect(slotsOf({ id: 'd', kind: 'device', createdAt: 1 })).toEqual([]);
  });
});

describe('lastFourOf', () => {
  it.each([
    ['pms_0123456789abcd', 'abcd'],
    ['short-key', null],
  ])('tells of %s: %s', (secret, told) => {
    expect(lastFourOf(secret)).toBe(told);
  });
});
