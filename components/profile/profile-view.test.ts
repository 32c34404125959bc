import { describe, expect, it } from 'vitest';
import type { Access } from '../../lib/connections/model.ts';
import type { MemoryError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { factView, profileErrorText, restoresAccess, rulesErrorText } from './profile-view.ts';

const fact = { text: 'Reads Portuguese.', memory: 'Reading', savedAt: '2026-06-02T09:00:00Z' };

describe('factView', () => {
  it('shows the words, the Memory and the moment', () => {
    expect(factView(fact)).toEqual({
      text: 'Reads Portuguese.',
      memory: 'Reading',
      when: Date.parse('2026-06-02T09:00:00Z'),
    });
  });

  it.each(['last week', 'about 2019', 'version 3', '2026-13-45'])(
    'shows %j as the service wrote it',
    (savedAt) => {
      expect(factView({ ...fact, savedAt }).when).toBe(savedAt);
    },
  );

  it.each([null, '', '  '])('keeps quiet about the moment %j', (savedAt) => {
    expect(factView({ ...fact, savedAt }).when).toBeNull();
  });

  it('keeps quiet about a Memory without a name', () => {
    expect(factView({ ...fact, memory: ' ' }).memory).toBeNull();
  });
});

const error: MemoryError = { code: 'memory.unauthorized', message: '', retryable: false };
const failed = { status: 'failed', error, value: null, since: null } as const;

function connectionWithout(...withdrawn: readonly Access[]): AppEvent {
  return {
    event: 'connection.status-changed',
    connection: {
      kind: 'key',
      memories: [],
      chosenMemoryId: null,
      connectionId: 'c1',
      withdrawn: withdrawn.map((access) => ({ access, error, at: 0 })),
    },
  };
}

describe('restoresAccess', () => {
  it('reads again what failed once the connection is another', () => {
    expect(restoresAccess(connectionWithout('write'), failed, 'profile')).toBe(true);
  });

  it.each<Access>(['profile', 'all'])('leaves alone what was withdrawn with %s', (access) => {
    expect(restoresAccess(connectionWithout(access), failed, 'profile')).toBe(false);
  });

  it('leaves alone what was read', () => {
    expect(
      restoresAccess(connectionWithout(), { status: 'ready', value: '', since: null }, 'profile'),
    ).toBe(false);
  });

  it('leaves alone what has nothing to do with it', () => {
    expect(restoresAccess({ event: 'learned.news' }, failed, 'profile')).toBe(false);
  });
});

describe('the text for withdrawn access', () => {
  it.each([
    [profileErrorText, 'profile_noAccess'],
    [rulesErrorText, 'rules_noAccess'],
  ] as const)('says what was withdrawn, and keeps what the service said', (textOf, key) => {
    const said = { ...error, message: 'The key was narrowed.', traceId: 'tr_1' };

    expect(textOf(said)).toMatchObject({
      title: t(key),
      quote: 'The key was narrowed.',
      traceId: 'tr_1',
    });
  });
});
