import { describe, expect, it } from 'vitest';
import {
  keyCredential as key,
  keyConnectionView as view,
} from '../../tests/fixtures/connection-view.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import type { MemoryError } from '../../lib/contract/errors.ts';
import { connectionNotice } from './connection-notice.tsx';

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
  return connectionNotice(list);
}

const withdrawn = (
  access: 'all' | 'write' | 'ask' | 'delete' | 'profile',
  kind: 'key' | 'ask-key' = 'key',
) => ({ kind, access, error, at: 0 }) as const;
const consentRefused = { kind: 'tokens', access: 'all', error, at: 0 } as const;

describe('connectionNotice', () => {
  it('is null if the credential works, whatever another connection lacks', () => {
    expect(shown(view(), 2)).toBeNull();
    expect(shown(view({ ...club }))).toBeNull();
    expect(connectionNotice({ connections: [], waiting: [] })).toBeNull();
  });

  it('reports a refusal with its trace ID, a retry and the number of waiting saves', () => {
    expect(shown(view({ withdrawn: [withdrawn('write')] }), 2)).toMatchObject({
      title: t('connections_withdrawn_write'),
      traceId: 'tr_1',
      waits: 2,
      canRetry: true,
      isOfKey: true,
    });
  });

  it('does not mention a key when consent is refused', () => {
    const refused = shown(view({ ...club, withdrawn: [consentRefused] }));
    expect(refused).toMatchObject({ canRetry: true, isOfKey: false });
    expect(`${refused?.title} ${refused?.text}`).not.toMatch(/key/);
  });

  it('reports a rejected key rather than a single refused permission', () => {
    expect(shown(view({ withdrawn: [withdrawn('write'), withdrawn('all')] }))).toMatchObject({
      title: t('connections_withdrawn_key'),
    });
  });

  it.each(['profile', 'delete', 'ask'] as const)(
    'does not report a missing permission: %s',
    (access) => {
      expect(shown(view({ withdrawn: [withdrawn(access)] }))).toBeNull();
    },
  );

  it('does not report the Ask key', () => {
    const credentials = [key, { ...key, kind: 'ask-key' as const }];
    expect(shown(view({ credentials, withdrawn: [withdrawn('all', 'ask-key')] }))).toBeNull();
  });

  it.each([
    [t('connections_credentialTrouble_missingKey_title'), view({ credentials: [] })],
    [
      t('connections_credentialTrouble_lostKey_title'),
      view({ credentials: [{ ...key, isLost: true }] }),
    ],
    [t('connections_credentialTrouble_lostConsent_title'), view({ ...club, credentials: [] })],
    [
      t('connections_credentialTrouble_endedConsent_title'),
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
  ])('reports “%s” without a retry', (title, active) => {
    expect(shown(active)).toMatchObject({ title, canRetry: false });
  });
});
