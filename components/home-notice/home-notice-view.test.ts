import { describe, expect, it } from 'vitest';
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
const key = { kind: 'key', lastFour: null, storedAt: 0, until: 'forget', isLost: false } as const;
const tokens = { ...key, kind: 'tokens' } as const;

function view(changes: Partial<ConnectionView> = {}): ConnectionView {
  return {
    connection: {
      id: 'work',
      kind: 'key',
      baseUrl: 'https://memory.example',
      name: 'Work',
      owner: null,
      createdAt: 0,
    },
    isActive: true,
    memories: [],
    credentials: [key],
    withdrawn: [],
    ...changes,
  };
}

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

const withdrawn = (access: 'all' | 'write' | 'ask' | 'delete', kind: 'key' | 'ask-key' = 'key') =>
  ({ kind, access, error, at: 0 }) as const;

describe('what is amiss with the home in use', () => {
  it('is nothing where its credential stands, whatever another home lacks', () => {
    expect(shown(view(), 2)).toBeNull();
    expect(shown(view({ ...club }))).toBeNull();
    expect(homeNoticeView({ connections: [], waiting: [] })).toBeNull();
  });

  it('is what was withdrawn, with the reference, the way back, and how much waits for it', () => {
    expect(shown(view({ withdrawn: [withdrawn('write')] }), 2)).toMatchObject({
      title: 'The service no longer saves with this key',
      traceIds: ['tr_1'],
      waits: 2,
      canTryAgain: true,
    });
  });

  it('is no count of saves that other things stopped', () => {
    expect(shown(view({ withdrawn: [withdrawn('ask')] }), 2)).toMatchObject({ waits: 0 });
  });

  it('is all of it where several were withdrawn, and the key as a whole before its parts', () => {
    const both = shown(view({ withdrawn: [withdrawn('write'), withdrawn('delete')] }));
    expect(both).toMatchObject({ traceIds: ['tr_1', 'tr_1'] });
    expect(both?.text).toContain('saving and deleting');
    expect(shown(view({ withdrawn: [withdrawn('write'), withdrawn('all')] }))).toMatchObject({
      title: 'The service no longer takes this key',
    });
  });

  it('is Ask alone where the second key is refused as a whole', () => {
    const credentials = [key, { ...key, kind: 'ask-key' as const }];
    const refused = view({ credentials, withdrawn: [withdrawn('all', 'ask-key')] });
    expect(shown(refused, 2)).toMatchObject({
      title: 'The service no longer takes the key for Ask',
      waits: 0,
    });
    expect(shown(view({ credentials, withdrawn: [withdrawn('ask')] }))).toBeNull();
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
    expect(shown(active)).toMatchObject({ title, canTryAgain: false });
  });
});
