import { describe, expect, it } from 'vitest';
import { keyCredential as key, keyHome as view } from '../../tests/fixtures/connection-view.ts';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import type { MemoryError } from '../../lib/contracts/errors.ts';
import { homeNoticeView } from './home-notice-view.ts';

const error: MemoryError = {
  code: 'memory.unauthorized',
  message: 'Narrowed.',
  status: 403,
  retryable: false,
  traceId: 'tr_1',
};
const tokens = { ...key, kind: 'tokens' } as const;

const club: Pick<ConnectionView, 'connection' | 'credentials'> = {
  connection: {
    id: 'club',
    kind: 'read-only',
    baseUrl: 'https://club.example',
    name: 'Club',
    createdAt: 0,
    resource: 'https://club.example/mcp-http',
    issuer: 'https://club.example',
    clientId: 'c',
    scopes: [],
  },
  credentials: [tokens],
};

function shown(active: ConnectionView, stopped = 0) {
  const id = active.connection.id;
  const list: ConnectionList = {
    connections: [view({ isActive: false, credentials: [] }), active],
    waiting: [{ connectionId: id, underWay: 1, stopped, movable: [] }],
  };
  return homeNoticeView(list);
}

const withdrawn = (
  access: 'all' | 'write' | 'ask' | 'delete' | 'profile',
  kind: 'key' | 'ask-key' = 'key',
) => ({ kind, access, error, at: 0 }) as const;
const consentRefused = { kind: 'tokens', access: 'all', error, at: 0 } as const;

describe('what is amiss with the home in use', () => {
  it('is nothing where its credential stands, whatever another home lacks', () => {
    expect(shown(view(), 2)).toBeNull();
    expect(shown(view({ ...club }))).toBeNull();
    expect(homeNoticeView({ connections: [], waiting: [] })).toBeNull();
  });

  it('is what was withdrawn, with the reference, the way back, and how much waits for it', () => {
    expect(shown(view({ withdrawn: [withdrawn('write')] }), 2)).toMatchObject({
      title: 'This key may not save',
      traceId: 'tr_1',
      waits: 2,
      triesAgain: 'key',
    });
  });

  it('is a consent that is refused, in words that name no key', () => {
    const refused = shown(view({ ...club, withdrawn: [consentRefused] }));
    expect(refused).toMatchObject({ triesAgain: 'read-only' });
    expect(`${refused?.title} ${refused?.text}`).not.toMatch(/key/);
  });

  it('is the key as a whole before what it may not do', () => {
    expect(shown(view({ withdrawn: [withdrawn('write'), withdrawn('all')] }))).toMatchObject({
      title: 'The service does not take this key',
    });
  });

  it.each(['profile', 'delete', 'ask'] as const)('is not that it may not do this: %s', (access) => {
    expect(shown(view({ withdrawn: [withdrawn(access)] }))).toBeNull();
  });

  it('is not the second key, which is for Ask alone', () => {
    const credentials = [key, { ...key, kind: 'ask-key' as const }];
    expect(shown(view({ credentials, withdrawn: [withdrawn('all', 'ask-key')] }))).toBeNull();
  });

  it.each([
    ['Your key is not here any more', view({ credentials: [] })],
    ['Your key can no longer be read', view({ credentials: [{ ...key, isLost: true }] })],
    ['Your consent can no longer be read', view({ ...club, credentials: [] })],
    [
      'Your consent has ended',
      view({
        ...club,
        withdrawn: [
          {
            kind: 'tokens',
            access: 'all',
            error: { code: 'memory.unauthenticated', message: '', retryable: false },
            at: 0,
          },
        ],
      }),
    ],
  ])('is: %s, which trying again would not change', (title, active) => {
    expect(shown(active)).toMatchObject({ title, triesAgain: null });
  });
});
