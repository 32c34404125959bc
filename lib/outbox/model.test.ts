import { describe, expect, it } from 'vitest';
import { type LiveState, outcomeOf } from './model.ts';

const error = { code: 'memory.server', message: 'Down.', retryable: true } as const;
const watch = { existed: false, documentId: null };

const states: [LiveState, ReturnType<typeof outcomeOf>][] = [
  [{ status: 'requested' }, 'pending'],
  [{ status: 'captured' }, 'pending'],
  [{ status: 'sending', attempt: 1 }, 'pending'],
  [{ status: 'waiting', attempt: 1, until: 5, error }, 'problem'],
  [{ status: 'accepted', existed: false }, 'saved'],
  [{ status: 'learning', ...watch, polls: 0, nextPollAt: 5 }, 'saved'],
  [{ status: 'unlearned', documentId: null }, 'saved'],
  [{ status: 'learned', ...watch }, 'searchable'],
  [{ status: 'failed', documentId: null, reason: null }, 'problem'],
  [{ status: 'canceled', documentId: null }, 'problem'],
  [{ status: 'refused', error }, 'problem'],
  [{ status: 'paused', error }, 'problem'],
];

describe('outcomeOf', () => {
  it.each(states)('maps $status', (state, outcome) => {
    expect(outcomeOf(state)).toBe(outcome);
  });
});
