import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { KeptState } from '../../lib/contracts/outbox.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { createHomeEvents } from './home-events.ts';

const error: AppError = { code: 'memory.server', message: 'Down.', retryable: true };
const changed = (state: KeptState, id = 'a', connectionId = 'work'): AppEvent => {
  const { material: _, ...view } = outboxItem({ id, connectionId, state });
  return { event: 'outbox.changed', item: { ...view, state } };
};
const learning = (polls: number): KeptState => ({
  status: 'learning',
  existed: false,
  documentId: null,
  polls,
  nextPollAt: 5,
});

describe('what makes the homes worth asking for', () => {
  it('is whatever is told of them', () => {
    const concerns = createHomeEvents();

    expect(concerns({ event: 'connections.changed' })).toBe(true);
    expect(concerns({ event: 'outbox.removed', id: 'a' })).toBe(true);
    expect(concerns({ event: 'learned.news' })).toBe(false);
    expect(concerns({ event: 'rules.changed' })).toBe(false);
  });

  it('is a step of a save by which it counts another way, and no other', () => {
    const concerns = createHomeEvents();
    const steps: [KeptState, boolean][] = [
      [{ status: 'requested' }, true],
      [{ status: 'captured' }, false],
      [{ status: 'sending', attempt: 1 }, true],
      [{ status: 'waiting', attempt: 1, until: 5, error }, true],
      [{ status: 'sending', attempt: 2 }, true],
      [{ status: 'paused', error }, true],
      [{ status: 'captured' }, true],
      [learning(0), true],
      [learning(1), false],
      [learning(2), false],
      [{ status: 'learned', existed: false, documentId: 'd' }, false],
    ];

    for (const [state, isConcerned] of steps) {
      expect([state.status, concerns(changed(state))]).toEqual([state.status, isConcerned]);
    }
  });

  it('is the same step of another save, and a move to another home', () => {
    const concerns = createHomeEvents();
    concerns(changed({ status: 'paused', error }));

    expect(concerns(changed({ status: 'paused', error }, 'b'))).toBe(true);
    expect(concerns(changed({ status: 'paused', error }, 'a', 'family'))).toBe(true);
  });
});
