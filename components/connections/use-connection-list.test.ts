import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { LiveState } from '../../lib/outbox/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { createConnectionEvents } from './use-connection-list.ts';

const error: AppError = { code: 'memory.server', message: 'Down.', retryable: true };
const changed = (state: LiveState, id = 'a', connectionId = 'work'): AppEvent => {
  const { material: _, ...view } = outboxItem({ id, connectionId, state });
  return { event: 'outbox.changed', item: { ...view, state } };
};
const learning = (polls: number): LiveState => ({
  status: 'learning',
  existed: false,
  documentId: null,
  polls,
  nextPollAt: 5,
});

describe('createConnectionEvents', () => {
  it('accepts events about connections and removed saves', () => {
    const concerns = createConnectionEvents();

    expect(concerns({ event: 'connections.changed' })).toBe(true);
    expect(concerns({ event: 'outbox.removed', id: 'a' })).toBe(true);
    expect(concerns({ event: 'learned.news' })).toBe(false);
    expect(concerns({ event: 'rules.changed' })).toBe(false);
  });

  it('accepts only state changes of a save that change its counts', () => {
    const concerns = createConnectionEvents();
    const steps: [LiveState, boolean][] = [
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

  it('accepts the same state of another save, and a move to another connection', () => {
    const concerns = createConnectionEvents();
    concerns(changed({ status: 'paused', error }));

    expect(concerns(changed({ status: 'paused', error }, 'b'))).toBe(true);
    expect(concerns(changed({ status: 'paused', error }, 'a', 'family'))).toBe(true);
  });
});
