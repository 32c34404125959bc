import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides } from '../../tests/fixtures/outbox-item.ts';
import type { LiveStatus } from './model.ts';
import { rowKeysOf } from './store.ts';
import { bytesOf } from './storage.ts';
import { discardedFrom, liveStates, pageIn } from '../../tests/fixtures/outbox-states.ts';

const bytes = bytesOf(pageMaterialOfTides);

describe('rowKeysOf', () => {
  const keys: Record<LiveStatus, ReturnType<typeof rowKeysOf>> = {
    requested: { due: [1_000, 'reading'], unsentBytes: 0 },
    captured: { due: [1_000, 'sending device-1'], unsentBytes: bytes, learning: 'device-1' },
    sending: { due: [1_000, 'sending device-1'], unsentBytes: bytes, learning: 'device-1' },
    waiting: { due: [60_000, 'sending device-1'], unsentBytes: bytes },
    accepted: { finishedAt: 1_000 },
    learning: { due: [1, 'watching device-1'], learning: 'device-1' },
    learned: { finishedAt: 1_000 },
    failed: { finishedAt: 1_000 },
    canceled: { finishedAt: 1_000 },
    unlearned: { finishedAt: 1_000 },
    refused: { unsentBytes: bytes },
    paused: { unsentBytes: bytes },
  };
  it.each(Object.values(liveStates))('returns the keys of $status', (state) => {
    expect(rowKeysOf(pageIn(state))).toEqual(keys[state.status]);
  });

  it.each(Object.values(liveStates))(
    'counts the text of a discarded $status item until it is removed',
    (state) => {
      const { due, unsentBytes, finishedAt } = rowKeysOf(discardedFrom(pageIn(state)));

      expect(due?.[0]).toBe(600_000);
      expect(unsentBytes).toBe(keys[state.status].unsentBytes);
      expect(finishedAt).toBeUndefined();
    },
  );

  it('counts no text for an item refused before being read', () => {
    expect(rowKeysOf(outboxItem({ state: liveStates.refused }))).toEqual({});
  });
});
