import { describe, expect, it } from 'vitest';
import { type LiveState, outcomeOf, openingOf } from './model.ts';

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
  it.each(states)('reads $status', (state, outcome) => {
    expect(outcomeOf(state)).toBe(outcome);
  });
});

describe('openingOf', () => {
  it.each([
    ['a few words as they are', 'The moon pulls.', 'The moon pulls.'],
    ['several lines in one', '\n  The moon\n\tpulls. ', 'The moon pulls.'],
    ['what follows on a long gap', `${' '.repeat(600)}The moon pulls.`, 'The moon pulls.'],
    ['nothing of nothing', ' \n ', ''],
    ['what just fits', '潮'.repeat(120), '潮'.repeat(120)],
    ['the words before the cut', 'heron '.repeat(40), `${'heron '.repeat(19).trim()}…`],
    ['letters where there is no gap', '潮'.repeat(200), `${'潮'.repeat(119)}…`],
    [
      'letters where the gap is early',
      `${'潮'.repeat(60)} ${'潮'.repeat(100)}`,
      `${'潮'.repeat(60)} ${'潮'.repeat(58)}…`,
    ],
  ])('gives %s', (_, text, expected) => {
    expect(openingOf(text)).toBe(expected);
  });
});
