import { describe, expect, it } from 'vitest';
import { discardedFrom, liveStates, pageIn } from '../../tests/fixtures/outbox-states.ts';
import type { BatchEntry, EntryStatus } from './model.ts';
import type { LiveStatus } from '../outbox/model.ts';
import { everySite } from '../url/origins.ts';
import { isToBeRead, settled } from './runner.ts';

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

const expected: Record<LiveStatus, EntryStatus> = {
  requested: 'handed',
  captured: 'handed',
  sending: 'handed',
  waiting: 'handed',
  paused: 'handed',
  accepted: 'kept',
  learning: 'kept',
  learned: 'kept',
  failed: 'refused',
  canceled: 'refused',
  unlearned: 'kept',
  refused: 'refused',
};

/** Batches whose addresses are fetched by another service, and by this device. */
const elsewhere = { origins: ['https://example.org'] };
const fetchedHere = { origins: [everySite] };
const address: BatchEntry = { ...entryIn('handed'), tabId: null };

describe('settled', () => {
  it.each(Object.entries(expected))('maps a %s item to a %s entry', (status, outcome) => {
    const row = pageIn(liveStates[status as LiveStatus]);

    for (const before of ['waiting', 'handed', 'refused', 'canceled'] as const) {
      expect(settled(entryIn(before), row, elsewhere).status).toBe(outcome);
    }
  });

  it.each([
    { ...liveStates.accepted, existed: true },
    { ...liveStates.learning, existed: true },
    { ...liveStates.learned, existed: true },
  ])('reports a page the Memory already had: $status', (state) => {
    expect(settled(entryIn('handed'), { state }, elsewhere).status).toBe('existed');
  });

  it('replaces the error when an entry is refused again', () => {
    const row = pageIn(liveStates.refused);

    expect(settled(entryIn('refused'), row, elsewhere).error).toBe(liveStates.refused.error);
  });

  it.each(['kept', 'existed'] as const)(
    'keeps a %s entry if its item is missing, refused or discarded',
    (status) => {
      const kept = entryIn(status);

      expect(settled(kept, null, elsewhere)).toBe(kept);
      expect(settled(kept, pageIn(liveStates.refused), elsewhere)).toBe(kept);
      expect(settled(kept, discardedFrom(pageIn(liveStates.learned)), elsewhere)).toBe(kept);
    },
  );

  it('cancels an entry whose item was discarded or is missing', () => {
    expect(settled(entryIn('handed'), null, elsewhere).status).toBe('canceled');
    const discarded = discardedFrom(pageIn(liveStates.waiting));
    expect(settled(entryIn('handed'), discarded, elsewhere).status).toBe('canceled');
  });

  it.each(['waiting', 'refused', 'canceled'] as const)(
    'keeps a %s entry if it has no item',
    (status) => {
      const entry = entryIn(status);

      expect(settled(entry, null, elsewhere)).toBe(entry);
    },
  );

  it.each([
    ['accepted', 'handed'],
    ['learning', 'handed'],
    ['learned', 'kept'],
    ['unlearned', 'kept'],
  ] as const)(
    'maps a %s item to a %s entry for an address this device fetches',
    (status, outcome) => {
      const row = pageIn(liveStates[status]);

      expect(settled(address, row, fetchedHere).status).toBe(outcome);
      expect(settled(address, row, { ...elsewhere, readsHere: true }).status).toBe(outcome);
    },
  );

  it('keeps a page read in its tab even if this device fetches the batch’s addresses', () => {
    const row = pageIn(liveStates.learning);

    expect(settled(entryIn('handed'), row, { ...elsewhere, readsHere: true }).status).toBe('kept');
  });

  const failed = liveStates.failed;
  it.each([
    ['kept', { ...failed, reason: 'Not there.' }, 'Not there.'],
    ['existed', failed, ''],
    ['kept', liveStates.canceled, ''],
  ] as const)('refuses a %s entry that couldn’t be indexed', (before, state, message) => {
    expect(settled(entryIn(before), { state }, elsewhere)).toMatchObject({
      status: 'refused',
      error: { code: 'save.unlearned', message, retryable: false },
    });
  });
});

describe('isToBeRead', () => {
  it('is true for an unread tab and for an address this device fetches', () => {
    const link = { ...entryIn('handed'), tabId: null };
    const taken = pageIn(liveStates.learning);

    expect(isToBeRead(entryIn('handed'), pageIn(liveStates.requested), elsewhere)).toBe(true);
    expect(isToBeRead(entryIn('handed'), taken, elsewhere)).toBe(false);
    expect(isToBeRead(entryIn('handed'), null, elsewhere)).toBe(false);
    expect(isToBeRead(link, taken, elsewhere)).toBe(false);
    expect(isToBeRead(link, taken, fetchedHere)).toBe(true);
  });
});
