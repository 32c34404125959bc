import { describe, expect, it } from 'vitest';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import {
  savesSummary,
  type ReadySaves,
  savesAtFirst,
  savesReducer,
  type SavesState,
} from './saves-state.ts';

const storage = { usedBytes: 0, limitBytes: 100, isNearlyFull: false };
const sending: LiveState = { status: 'sending', attempt: 1 };
const learned: LiveState = { status: 'learned', existed: false, documentId: null };
const error = { code: 'page.no-text', message: 'Nothing.', retryable: true } as const;
const refused: LiveState = { status: 'refused', error };

function item(id: string, state: LiveState, at = 1_000): OutboxView {
  return {
    id,
    kind: 'page',
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url: 'https://example.org/', title: id, tabId: 1, frameId: null },
    pageKey: 'https://example.org/',
    customId: null,
    createdAt: at,
    updatedAt: at,
    state,
  };
}

const changed = (of: OutboxView): AppEvent => ({ event: 'outbox.changed', item: of });
const removed = (id: string): AppEvent => ({ event: 'outbox.removed', id });
const hear = (state: SavesState, ...events: AppEvent[]) =>
  savesReducer(state, { type: 'heard', events });

function listed(items: OutboxView[], from: SavesState = savesAtFirst): ReadySaves {
  return ready(savesReducer(from, { type: 'listed', list: { items, storage } }));
}

function ready(state: SavesState): ReadySaves {
  if (state.status !== 'ready') throw new Error(`The saves are ${state.status}.`);
  return state;
}

const ids = (state: SavesState) => ready(state).items.map(({ id }) => id);
const batchOf = (state: SavesState) =>
  [...ready(state).batch.values()].map(Number).toSorted((a, b) => a - b);

describe('savesReducer', () => {
  it('applies events that arrived before the list', () => {
    const early = hear(hear(savesAtFirst, changed(item('b', learned, 2_000))), removed('c'));

    const state = listed([item('c', sending, 3_000), item('b', sending, 1_500)], early);

    expect(state.items).toEqual([item('b', learned, 2_000)]);
  });

  it('applies events that arrived while the list was reloading', () => {
    const before = listed([item('a', sending)]);
    const asked = savesReducer(before, { type: 'asked' });

    const state = listed([item('a', sending)], hear(asked, removed('a')));

    expect(ids(state)).toEqual([]);
  });

  it('forgets events from before the list was reloaded', () => {
    const told = hear(listed([item('a', sending)]), removed('a'));

    const state = listed([item('a', sending)], savesReducer(told, { type: 'asked' }));

    expect(ids(state)).toEqual(['a']);
  });

  it('renames Memories of the connection, and no others', () => {
    const elsewhere = { ...item('b', learned), connectionId: 'c2' };
    const unlisted = { ...item('c', learned), container: { id: 'm2', name: 'Gone' } };
    const connection: ConnectionStatus = {
      kind: 'device',
      memories: [{ id: 'm1', name: 'Lighthouses', hue: 3 }],
      chosenMemoryId: 'm1',
      connectionId: 'c1',
      withdrawn: [],
    };

    const told = hear(listed([item('a', learned), elsewhere, unlisted]), {
      event: 'connection.status-changed',
      connection,
    });

    expect(ready(told).items.map(({ container }) => container)).toEqual([
      { id: 'm1', name: 'Lighthouses' },
      { id: 'm1', name: 'Reading' },
      { id: 'm2', name: 'Gone' },
    ]);
  });

  it('inserts a new save by age, and keeps the place of a known one', () => {
    const state = listed([item('c', sending, 3_000), item('a', sending, 1_000)]);

    const withNew = hear(state, changed(item('b', sending, 2_000)));
    const again = hear(withNew, changed({ ...item('a', learned, 1_000), updatedAt: 9_000 }));

    expect(ids(again)).toEqual(['c', 'b', 'a']);
  });

  it('ignores an older state that arrives late', () => {
    const state = listed([{ ...item('a', learned), updatedAt: 5_000 }]);

    expect(hear(state, changed({ ...item('a', sending), updatedAt: 4_000 }))).toMatchObject({
      items: [{ state: learned }],
    });
  });

  it('keeps the list if reloading fails', () => {
    const state = listed([item('a', sending)]);

    expect(savesReducer(state, { type: 'failed', error })).toBe(state);
  });
});

describe('the batch', () => {
  it('contains saves since the oldest unsent one', () => {
    const state = listed([
      item('d', learned, 4_000),
      item('c', sending, 3_000),
      item('b', refused, 3_000),
      item('a', learned, 1_000),
    ]);

    expect(batchOf(state)).toEqual([0, 0, 1]);
  });

  it('keeps sent saves until nothing is unsent', () => {
    const state = listed([item('b', sending), item('a', sending)]);

    const half = hear(state, changed(item('a', learned)));
    expect(batchOf(half)).toEqual([0, 1]);
    expect(batchOf(hear(half, changed(item('b', refused))))).toEqual([]);
  });

  it('keeps sent saves that the reloaded list no longer contains', () => {
    const half = hear(
      listed([item('b', sending), item('a', sending)]),
      changed(item('a', learned)),
    );

    expect(batchOf(listed([item('b', sending)], half))).toEqual([0, 1]);
  });

  it('drops saves that were removed before they were sent', () => {
    const state = listed([item('b', sending), item('a', sending)]);

    expect(batchOf(hear(state, removed('a')))).toEqual([0]);
  });
});

describe('discarding', () => {
  const state = listed([item('b', refused, 2_000), item('a', refused)]);
  const discarded = savesReducer(state, { type: 'discarded', key: 'a', ids: ['a'] });

  it('keeps the discarded save unchanged, whatever events arrive', () => {
    const told = hear(hear(discarded, changed(item('a', sending, 9_000))), removed('a'));

    expect(ids(told)).toEqual(['b']);
    expect(ready(told).discarded).toEqual([{ key: 'a', items: [item('a', refused)] }]);
  });

  it('hides it from a list that still contains it', () => {
    expect(ids(listed([item('b', refused), item('a', refused)], discarded))).toEqual(['b']);
  });

  it('restores it to its place', () => {
    const back = savesReducer(discarded, { type: 'undiscarded', ids: ['a'] });

    expect(ids(back)).toEqual(['b', 'a']);
    expect(ready(back).discarded).toEqual([]);
  });

  it('restores one of several saves discarded together', () => {
    const both = savesReducer(state, { type: 'discarded', key: 'k', ids: ['a', 'b'] });
    const back = savesReducer(both, { type: 'undiscarded', ids: ['b'] });

    expect(ids(back)).toEqual(['b']);
    expect(ready(back).discarded).toEqual([{ key: 'k', items: [item('a', refused)] }]);
  });
});

describe('savesSummary', () => {
  it('counts saves that need attention, and reports whether any are being sent', () => {
    const both = listed([item('a', refused), item('b', sending), item('c', learned)]);

    expect(savesSummary(both)).toEqual({ needy: 1, isMoving: true });
    expect(savesSummary(listed([item('c', learned)]))).toEqual({ needy: 0, isMoving: false });
    expect(savesSummary(savesAtFirst)).toEqual({ needy: 0, isMoving: false });
  });
});
