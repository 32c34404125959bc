import { describe, expect, it } from 'vitest';
import type { ConnectionView, KeyConnection } from '../../lib/connections/model.ts';
import { keyConnectionView, keyCredential as key } from '../../tests/fixtures/connection-view.ts';
import {
  readOnlyConnectionIdAt,
  connectionsAt,
  isLimit,
  offersAskKey,
  nameAmong,
} from './connection-view.ts';

const storedConnection = keyConnectionView({}, { baseUrl: 'https://memory.example/of/ada' });
const otherConnection = keyConnectionView(
  {},
  { id: 'other', baseUrl: 'https://memory.example/of/ben' },
);

describe('connectionsAt', () => {
  it.each([
    ['https://memory.example/of/ada', [storedConnection]],
    [' memory.example/of/ada/ ', [storedConnection]],
    ['MEMORY.example/of/ben?q#h', [otherConnection]],
    ['memory.example', []],
    ['http://memory.example/of/ada', []],
    ['', []],
  ])('finds connections by the address as typed: %j', (typed, found) => {
    expect(connectionsAt(typed, 'key', [storedConnection, otherConnection])).toEqual(found);
  });

  it('finds only connections of the kind asked for', () => {
    expect(connectionsAt('memory.example/of/ada', 'read-only', [storedConnection])).toEqual([]);
  });
});

describe('readOnlyConnectionIdAt', () => {
  const readOnly: ConnectionView = {
    ...storedConnection,
    connection: {
      id: 'club',
      kind: 'read-only',
      baseUrl: 'https://club.example/library',
      name: 'club.example',
      createdAt: 0,
      resource: 'https://club.example/library/mcp-http',
      issuer: 'https://club.example',
      clientId: 'keepsake',
      scopes: [],
    },
  };

  it('is the id of the read-only connection at the address', () => {
    expect(readOnlyConnectionIdAt('club.example/library/', [storedConnection, readOnly])).toBe(
      'club',
    );
  });

  it('is null at every other address', () => {
    expect(readOnlyConnectionIdAt('memory.example/of/ada', [storedConnection, readOnly])).toBe(
      null,
    );
  });
});

const error = { code: 'memory.unauthorized', message: 'No.', retryable: false } as const;

const isOffered = (known: Partial<KeyConnection>, changes: Partial<ConnectionView> = {}) =>
  offersAskKey(keyConnectionView(changes, known));

describe('offersAskKey', () => {
  it('is false if the first key can ask, whatever else it lacks', () => {
    expect(isOffered({ keyAsks: true })).toBe(false);
    expect(
      isOffered({ keyAsks: true }, { withdrawn: [{ kind: 'key', access: 'write', error, at: 0 }] }),
    ).toBe(false);
  });

  it.each<[string, Partial<KeyConnection>, Partial<ConnectionView>]>([
    ['it is unknown whether the first key can ask', {}, {}],
    [
      'the first key can no longer ask',
      { keyAsks: true },
      { withdrawn: [{ kind: 'key', access: 'ask', error, at: 0 }] },
    ],
    ['there is an Ask key', { keyAsks: true }, { credentials: [key, { ...key, kind: 'ask-key' }] }],
    ['the Ask key is gone', { keyAsks: true, hasAskKey: true }, {}],
  ])('is true if %s', (_, known, changes) => {
    expect(isOffered(known, changes)).toBe(true);
  });
});

describe('isLimit', () => {
  it.each([
    ['key', 'profile'],
    ['key', 'ask'],
    ['key', 'delete'],
    ['tokens', 'profile'],
  ] as const)('is true if the rest still works: %s, %s', (kind, access) => {
    expect(isLimit({ kind, access })).toBe(true);
  });

  it.each([
    ['key', 'all'],
    ['key', 'write'],
    ['tokens', 'all'],
    ['ask-key', 'ask'],
  ] as const)('is false if it is the main purpose of the credential: %s, %s', (kind, access) => {
    expect(isLimit({ kind, access })).toBe(false);
  });
});

const listed: ConnectionView = {
  connection: {
    id: 'work',
    kind: 'key',
    baseUrl: 'https://memory.example',
    name: 'memory.example',
    owner: null,
    createdAt: 0,
  },
  isActive: true,
  notPermitted: [],
  memories: [],
  credentials: [],
  withdrawn: [],
};
const device: ConnectionView = {
  ...listed,
  connection: { id: 'device', kind: 'device', createdAt: 0 },
};
const readOnly: ConnectionView = {
  ...listed,
  connection: {
    id: 'club',
    kind: 'read-only',
    baseUrl: 'https://memory.example',
    name: 'memory.example',
    createdAt: 0,
    resource: 'https://memory.example/mcp-http',
    issuer: 'https://memory.example',
    clientId: 'c',
    scopes: [],
  },
};

describe('nameAmong', () => {
  it('is the name alone if no other connection has it', () => {
    expect(nameAmong(listed, [device, listed])).toBe('memory.example');
  });

  it('adds the kind if two connections have the same name', () => {
    const all = [device, listed, readOnly];
    expect(nameAmong(listed, all)).toContain('(with a key)');
    expect(nameAmong(readOnly, all)).toContain('(read-only)');
  });
});
