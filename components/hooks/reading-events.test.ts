import { describe, expect, it } from 'vitest';
import type { Access } from '../../lib/contracts/connections.ts';
import type { MemoryError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { mendsReading } from './reading-events.ts';
import { unread } from './reading-state.ts';

const error: MemoryError = { code: 'memory.unauthorized', message: '', retryable: false };
const failed = { ...unread, error };

function homeWithout(...withdrawn: readonly Access[]): AppEvent {
  return {
    event: 'home.changed',
    home: {
      kind: 'key',
      memories: [],
      chosenMemoryId: null,
      connectionId: 'c1',
      withdrawn: withdrawn.map((access) => ({ access, error, at: 0 })),
    },
  };
}

describe('mendsReading', () => {
  it('reads again what failed once the home is another', () => {
    expect(mendsReading(homeWithout('write'), failed, 'profile')).toBe(true);
  });

  it.each<Access>(['profile', 'all'])('leaves alone what was withdrawn with %s', (access) => {
    expect(mendsReading(homeWithout(access), failed, 'profile')).toBe(false);
  });

  it('leaves alone what was read', () => {
    expect(mendsReading(homeWithout(), unread, 'profile')).toBe(false);
  });

  it('leaves alone what has nothing to do with it', () => {
    expect(mendsReading({ event: 'learned.news' }, failed, 'profile')).toBe(false);
  });
});
