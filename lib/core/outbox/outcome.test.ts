import { describe, expect, it } from 'vitest';
import type { KeptState } from '../../contracts/outbox.ts';
import { outcomeOf } from './outcome.ts';

const error = { code: 'memory.server', message: 'Down.', retryable: true } as const;
const watch = { existed: false, documentId: null };

const states: [KeptState, ReturnType<typeof outcomeOf>][] = [
  [{ status: 'requested' }, 'under-way'],
  [{ status: 'captured' }, 'under-way'],
  [{ status: 'sending', attempt: 1 }, 'under-way'],
  [{ status: 'waiting', attempt: 1, until: 5, error }, 'trouble'],
  [{ status: 'accepted', existed: false }, 'kept'],
  [{ status: 'learning', ...watch, polls: 0, nextPollAt: 5 }, 'kept'],
  [{ status: 'unlearned', documentId: null }, 'kept'],
  [{ status: 'learned', ...watch }, 'findable'],
  [{ status: 'failed', documentId: null, reason: null }, 'trouble'],
  [{ status: 'canceled', documentId: null }, 'trouble'],
  [{ status: 'refused', error }, 'trouble'],
  [{ status: 'paused', error }, 'trouble'],
];

describe('outcomeOf', () => {
  it.each(states)('reads $status', (state, outcome) => {
    expect(outcomeOf(state)).toBe(outcome);
  });
});
