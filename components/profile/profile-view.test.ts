import { describe, expect, it } from 'vitest';
import type { Access } from '../../lib/connections/model.ts';
import type { MemoryError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { factView, readErrorWords, restoresAccess } from './profile-view.ts';

const fact = { text: 'Reads Portuguese.', memory: 'Reading', savedAt: '2026-06-02T09:00:00Z' };

describe('factView', () => {
  it('shows the text, the Memory and the time', () => {
    expect(factView(fact)).toEqual({
      quote: '',
      comment: 'Reads Portuguese.',
      memory: 'Reading',
      when: Date.parse('2026-06-02T09:00:00Z'),
    });
  });

  it.each(['last week', 'about 2019', 'version 3', '2026-13-45'])(
    'shows the time %j unchanged',
    (savedAt) => {
      expect(factView({ ...fact, savedAt }).when).toBe(savedAt);
    },
  );

  it.each([null, '', '  '])('leaves out the time %j', (savedAt) => {
    expect(factView({ ...fact, savedAt }).when).toBeNull();
  });

  it('leaves out a Memory without a name', () => {
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
  it('is true for a failed read once the connection changes', () => {
    expect(restoresAccess(connectionWithout('write'), failed, 'profile')).toBe(true);
  });

  it.each<Access>(['profile', 'all'])('is false while %s is withdrawn', (access) => {
    expect(restoresAccess(connectionWithout(access), failed, 'profile')).toBe(false);
  });

  it('is false for a successful read', () => {
    expect(
      restoresAccess(connectionWithout(), { status: 'ready', value: '', since: null }, 'profile'),
    ).toBe(false);
  });

  it('is false for unrelated events', () => {
    expect(restoresAccess({ event: 'learned.news' }, failed, 'profile')).toBe(false);
  });
});

describe('the text for withdrawn access', () => {
  it('names the withdrawn access and quotes the service', () => {
    const said = { ...error, message: 'The key was narrowed.', traceId: 'tr_1' };

    expect(readErrorWords(said, t('profile_noAccess'))).toMatchObject({
      title: t('profile_noAccess'),
      quote: 'The key was narrowed.',
      traceId: 'tr_1',
    });
  });
});
