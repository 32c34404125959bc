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

/** A batch whose addresses a service fetches, and one whose this device does. */
const elsewhere = { origins: ['https://example.org'] };
const fetchedHere = { origins: [everySite] };
const address: BatchEntry = { ...entryIn('handed'), tabId: null };

describe('settled', () => {
  it.each(Object.entries(expected))('takes a row that is %s for %s', (status, outcome) => {
    const row = pageIn(liveStates[status as LiveStatus]);

    for (const before of ['waiting', 'handed', 'refused', 'canceled'] as const) {
      expect(settled(entryIn(before), row, elsewhere).status).toBe(outcome);
    }
  });

  it.each([
    { ...liveStates.accepted, existed: true },
    { ...liveStates.learning, existed: true },
    { ...liveStates.learned, existed: true },
  ])('tells what the Memory held before, $status', (state) => {
    expect(settled(entryIn('handed'), { state }, elsewhere).status).toBe('existed');
  });

  it('names another reason where it is refused anew', () => {
    const row = pageIn(liveStates.refused);

    expect(settled(entryIn('refused'), row, elsewhere).error).toBe(liveStates.refused.error);
  });

  it.each(['kept', 'existed'] as const)('keeps one that is %s, whatever its row', (status) => {
    const kept = entryIn(status);

    expect(settled(kept, null, elsewhere)).toBe(kept);
    expect(settled(kept, pageIn(liveStates.refused), elsewhere)).toBe(kept);
    expect(settled(kept, discardedFrom(pageIn(liveStates.learned)), elsewhere)).toBe(kept);
  });

  it('takes a row that was discarded on its way, or is gone, for the person’s word', () => {
    expect(settled(entryIn('handed'), null, elsewhere).status).toBe('canceled');
    const discarded = discardedFrom(pageIn(liveStates.waiting));
    expect(settled(entryIn('handed'), discarded, elsewhere).status).toBe('canceled');
  });

  it.each(['waiting', 'refused', 'canceled'] as const)(
    'leaves one that is %s as it is where it has no row',
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
  ] as const)('takes an address that is %s for %s where this device fetches', (status, outcome) => {
    const row = pageIn(liveStates[status]);

    expect(settled(address, row, fetchedHere).status).toBe(outcome);
    expect(settled(address, row, { ...elsewhere, readsHere: true }).status).toBe(outcome);
  });

  it('takes a page that was read in its tab for kept also where this device fetches', () => {
    const row = pageIn(liveStates.learning);

    expect(settled(entryIn('handed'), row, { ...elsewhere, readsHere: true }).status).toBe('kept');
  });

  const failed = liveStates.failed;
  it.each([
    ['kept', { ...failed, reason: 'Not there.' }, 'Not there.'],
    ['existed', failed, ''],
    ['kept', liveStates.canceled, ''],
  ] as const)('revises one that is %s and was not learned', (before, state, message) => {
    expect(settled(entryIn(before), { state }, elsewhere)).toMatchObject({
      status: 'refused',
      error: { code: 'save.unlearned', message, retryable: false },
    });
  });
});

describe('isToBeRead', () => {
  it('waits for the tab, or for all that this device fetches', () => {
    const link = { ...entryIn('handed'), tabId: null };
    const taken = pageIn(liveStates.learning);

    expect(isToBeRead(entryIn('handed'), pageIn(liveStates.requested), elsewhere)).toBe(true);
    expect(isToBeRead(entryIn('handed'), taken, elsewhere)).toBe(false);
    expect(isToBeRead(entryIn('handed'), null, elsewhere)).toBe(false);
    expect(isToBeRead(link, taken, elsewhere)).toBe(false);
    expect(isToBeRead(link, taken, fetchedHere)).toBe(true);
  });
});
