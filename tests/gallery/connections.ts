/** Invented connections for the gallery: on this device, with a key, read-only. */
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { ConnectionView, ConnectOutcome, KeyConnection } from '../../lib/connections/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { galleryNow, memories } from './fixtures.ts';

const createdAt = galleryNow - 86_400_000;
const device: ConnectionView = {
  connection: { id: 'device', kind: 'device', createdAt },
  isActive: true,
  notPermitted: [],
  memories: [...memories],
  credentials: [],
  withdrawn: [],
};
const keyConnection: KeyConnection = {
  id: 'work',
  kind: 'key',
  baseUrl: 'https://memory.tidewater.example',
  name: 'memory.tidewater.example',
  owner: null,
  createdAt,
};
const withKey: ConnectionView = {
  connection: keyConnection,
  isActive: false,
  notPermitted: [],
  memories: [],
  credentials: [
    { kind: 'key', lastFour: '7f2a', storedAt: createdAt, until: 'persistent', isLost: false },
  ],
  withdrawn: [],
};
const readOnly: ConnectionView = {
  connection: {
    id: 'club',
    kind: 'read-only',
    baseUrl: 'https://club.example/library',
    name: 'club.example',
    createdAt,
    resource: 'https://club.example/library/mcp-http',
    issuer: 'https://club.example',
    clientId: 'keepsake',
    scopes: [],
  },
  isActive: false,
  notPermitted: [],
  memories: [],
  credentials: [
    { kind: 'tokens', lastFour: null, storedAt: createdAt, until: 'persistent', isLost: false },
  ],
  withdrawn: [],
};
const withdrawn: ConnectionView = {
  ...withKey,
  withdrawn: [
    {
      kind: 'key',
      access: 'write',
      error: {
        code: 'memory.unauthorized',
        message: 'The key was narrowed to reading.',
        status: 403,
        retryable: false,
        traceId: 'tr_1b77e0c4f2',
      },
      at: galleryNow,
    },
  ],
};
const rejected: ConnectionView = {
  ...withdrawn,
  withdrawn: withdrawn.withdrawn.map((entry) => ({ ...entry, access: 'all' })),
};
const keyAsks: ConnectionView = {
  ...withKey,
  connection: { ...keyConnection, keyAsks: true },
};
const lost: ConnectionView = {
  ...withKey,
  credentials: [
    { kind: 'key', lastFour: '7f2a', storedAt: createdAt, until: 'persistent', isLost: true },
  ],
};
const ofAnother: ConnectionView = {
  ...withKey,
  connection: { ...keyConnection, id: 'club-key' },
  credentials: withKey.credentials.map((credential) => ({ ...credential, lastFour: 'c901' })),
};
/** A connection whose session-only key was lost when the browser closed. */
const missing: ConnectionView = { ...withKey, credentials: [] };
const withAskKey: ConnectionView = {
  ...withKey,
  credentials: [
    ...withKey.credentials,
    {
      kind: 'ask-key',
      lastFour: '19c0',
      storedAt: createdAt,
      until: 'session',
      isLost: true,
    },
  ],
};
const withdrawnTwice: ConnectionView = {
  ...withdrawn,
  withdrawn: withdrawn.withdrawn.flatMap((entry) => [
    entry,
    { ...entry, access: 'delete', error: { ...entry.error, traceId: 'tr_2c88f1d503' } },
  ]),
};
const consentEnded: ConnectionView = {
  ...readOnly,
  withdrawn: [
    {
      kind: 'tokens',
      access: 'all',
      error: {
        code: 'memory.unauthenticated',
        message: 'The consent has ended. Connect again.',
        retryable: false,
      },
      at: galleryNow,
    },
  ],
};
const waiting = [{ connectionId: 'work', underWay: 1, stopped: 2, movable: ['a', 'b'] }];
const strays = [
  { connectionId: 'gone', underWay: 0, stopped: 7, movable: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
];

function listOf(connections: ConnectionView[], active: string): ConnectionList {
  return {
    connections: connections.map((view) => ({
      ...view,
      isActive: view.connection.id === active,
    })),
    waiting,
  };
}

export const connections = {
  none: { connections: [], waiting: [] },
  device: { connections: [device], waiting: [] },
  all: listOf([device, withKey, readOnly], 'device'),
  twoKeys: listOf([device, withKey, ofAnother], 'device'),
  withdrawn: listOf([device, withdrawn, readOnly], 'work'),
  lost: listOf([device, lost], 'work'),
  readOnly: listOf([device, withKey, readOnly], 'club'),
  rejected: listOf([device, rejected], 'work'),
  withdrawnTwice: listOf([device, withdrawnTwice], 'work'),
  missing: listOf([device, missing], 'work'),
  askKey: { connections: [device, { ...withAskKey, isActive: false }], waiting: [] },
  keyAsks: listOf([device, keyAsks], 'work'),
  consentEnded: listOf([device, { ...consentEnded, isActive: true }], 'club'),
  strays: { connections: [device, { ...readOnly, isActive: false }], waiting: strays },
  straysWithoutMemory: { connections: [{ ...device, memories: [] }], waiting: strays },
  straysWithoutConnection: {
    connections: [{ ...readOnly, isActive: true }],
    waiting: [{ connectionId: 'gone', underWay: 0, stopped: 1, movable: ['a'] }],
  },
  noneInUse: { connections: [withKey, readOnly], waiting: [] },
  afterRemoval: listOf([device, withKey], 'device'),
} satisfies Record<string, ConnectionList>;

export const keyConnectionStatus: ConnectionStatus = {
  kind: 'key',
  memories: [...memories],
  chosenMemoryId: 'm1',
  connectionId: 'work',
  withdrawn: [],
};
export const readOnlyConnectionStatus: ConnectionStatus = {
  ...keyConnectionStatus,
  kind: 'read-only',
  connectionId: 'club',
};

export const outcomesOfConnecting = {
  works: {
    outcome: 'works',
    connectionId: 'work',
    memories: memories.map(({ id, name }) => ({ id, name })),
  },
  refused: {
    outcome: 'refused',
    error: {
      code: 'memory.unauthenticated',
      message: 'This API key is unknown, has expired or was revoked.',
      status: 401,
      retryable: false,
      traceId: 'tr_90aa31',
    },
  },
  notPermitted: { outcome: 'not-permitted', origin: 'https://memory.tidewater.example' },
} satisfies Record<string, ConnectOutcome>;
