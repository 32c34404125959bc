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
  it.each(states)('maps $status', (state, outcome) => {
    expect(outcomeOf(state)).toBe(outcome);
  });
});

describe('openingOf', () => {
  it.each([
    ['short text unchanged', 'The moon pulls.', 'The moon pulls.'],
    ['several lines as one', '\n  The moon\n\tpulls. ', 'The moon pulls.'],
    ['text after a long gap', `${' '.repeat(600)}The moon pulls.`, 'The moon pulls.'],
    ['an empty string for blank text', ' \n ', ''],
    ['text that just fits', '潮'.repeat(120), '潮'.repeat(120)],
    ['whole words before the cut', 'heron '.repeat(40), `${'heron '.repeat(19).trim()}…`],
    ['characters if there are no spaces', '潮'.repeat(200), `${'潮'.repeat(119)}…`],
    [
      'characters if the only space is early',
      `${'潮'.repeat(60)} ${'潮'.repeat(100)}`,
      `${'潮'.repeat(60)} ${'潮'.repeat(58)}…`,
    ],
  ])('returns %s', (_, text, expected) => {
    expect(openingOf(text)).toBe(expected);
  });
});
