import { describe, expect, it } from 'vitest';
import { discardedFrom, keptStates, pageIn } from '../../../tests/fixtures/outbox-states.ts';
import type { BatchEntry, EntryStatus } from '../../contracts/batches.ts';
import type { KeptStatus } from '../../contracts/outbox.ts';
import { settled } from './settle.ts';

function entryIn(status: EntryStatus): BatchEntry {
  const error = { code: 'page.gone', message: 'Gone.', retryable: false } as const;
  return {
    id: 'e',
    batchId: 'b',
    order: 0,
    url: 'https://example.org/',
    title: '',
    tabId: 7,
    status,
    error: status === 'refused' ? error : null,
  };
}

const expected: Record<KeptStatus, EntryStatus> = {
  requested: 'handed',
  captured: 'handed',
  sending: 'handed',
  waiting: 'handed',
  paused: 'handed',
  accepted: 'kept',
  learning: 'kept',
  learned: 'kept',
  failed: 'kept',
  canceled: 'kept',
  unlearned: 'kept',
  refused: 'refused',
};

describe('settled', () => {
  it.each(Object.entries(expected))('takes a row that is %s for %s', (status, outcome) => {
    const row = pageIn(keptStates[status as KeptStatus]);

    for (const before of ['waiting', 'handed', 'refused', 'canceled'] as const) {
      expect(settled(entryIn(before), row).status).toBe(outcome);
    }
  });

  it('tells what the Memory held before', () => {
    const row = { state: { status: 'learned', existed: true, documentId: null } } as const;

    expect(settled(entryIn('handed'), row)).toMatchObject({ status: 'existed' });
  });

  it('keeps what was taken, whatever becomes of its row', () => {
    const kept = entryIn('kept');

    expect(settled(kept, null)).toBe(kept);
    expect(settled(kept, pageIn(keptStates.refused))).toBe(kept);
    expect(settled(kept, discardedFrom(pageIn(keptStates.learned)))).toBe(kept);
  });

  it('takes a row that was discarded on its way, or is gone, for the person’s word', () => {
    expect(settled(entryIn('handed'), null).status).toBe('canceled');
    const discarded = discardedFrom(pageIn(keptStates.waiting));
    expect(settled(entryIn('handed'), discarded).status).toBe('canceled');
  });

  it.each(['waiting', 'refused', 'canceled'] as const)(
    'leaves one that is %s as it is where it has no row',
    (status) => {
      const entry = entryIn(status);

      expect(settled(entry, null)).toBe(entry);
    },
  );
});
