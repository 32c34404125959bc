import { describe, expect, it } from 'vitest';
import type { FactView } from '../../lib/notes/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { type FactsAction, factsAtFirst, factsReducer, factRowView } from './pending-facts.tsx';

const fact: FactView = {
  id: 'f1',
  connectionId: 'c1',
  opening: 'I am allergic to hazelnuts.',
  container: { id: 'm1', name: 'Reading' },
  createdAt: 2,
  state: { status: 'under-way', since: 2 },
  wait: null,
};
const earlier: FactView = { ...fact, id: 'f0', createdAt: 1 };
const kept: FactView = { ...fact, state: { status: 'kept' } };
const changed = (one: FactView): FactsAction => ({
  type: 'heard',
  event: { event: 'facts.changed', fact: one },
});
const removed: FactsAction = { type: 'heard', event: { event: 'facts.removed', id: 'f1' } };

function connectionWith(...memories: readonly MemoryChoice[]): FactsAction {
  const connection = {
    kind: 'device' as const,
    memories: [...memories],
    chosenMemoryId: null,
    connectionId: 'c1',
    withdrawn: [],
  };
  return { type: 'heard', event: { event: 'connection.status-changed', connection } };
}

function after(...actions: readonly FactsAction[]): readonly FactView[] {
  return actions.reduce(factsReducer, factsAtFirst).facts;
}

describe('factsReducer', () => {
  it('lists the oldest first', () => {
    expect(after({ type: 'listed', facts: [fact, earlier] })).toEqual([earlier, fact]);
  });

  it('applies changes', () => {
    expect(after({ type: 'listed', facts: [fact] }, changed(kept))).toEqual([kept]);
  });

  it('keeps changes that arrive before the list', () => {
    expect(after(changed(kept), { type: 'listed', facts: [earlier, fact] })).toEqual([
      earlier,
      kept,
    ]);
    expect(after(removed, { type: 'listed', facts: [fact] })).toEqual([]);
  });

  it('stores what a fact waits for', () => {
    const waits = { event: 'call.waiting', callId: 'f1', wait: { reason: 'turn' } } as const;

    expect(
      after({ type: 'listed', facts: [earlier, fact] }, { type: 'heard', event: waits }),
    ).toEqual([earlier, { ...fact, wait: { reason: 'turn' } }]);
  });

  it.each([
    ['is removed', removed],
    ['is dismissed', { type: 'dismissed', id: 'f1' } as const],
  ])('removes a fact that %s', (_name, action) => {
    expect(after({ type: 'listed', facts: [earlier, fact] }, action)).toEqual([earlier]);
  });

  it('removes stored facts whose Memory is gone', () => {
    const elsewhere = { ...kept, id: 'f2', connectionId: 'c2' };
    const all = { type: 'listed', facts: [earlier, kept, elsewhere] } as const;

    expect(after(all, connectionWith())).toEqual([earlier, elsewhere]);
  });

  it('renames their Memory', () => {
    expect(after(changed(kept), connectionWith({ id: 'm1', name: 'Lighthouses' }))).toMatchObject([
      { container: { id: 'm1', name: 'Lighthouses' } },
    ]);
  });

  it('ignores unrelated events', () => {
    const state = factsReducer(factsAtFirst, changed(fact));
    const other = { event: 'call.waiting', callId: 'a1', wait: null } as const;

    expect(factsReducer(state, { type: 'heard', event: { event: 'rules.changed' } })).toBe(state);
    expect(factsReducer(state, { type: 'heard', event: other })).toBe(state);
  });
});

describe('factRowView', () => {
  const queued: FactView = {
    id: 'f1',
    connectionId: 'c1',
    opening: 'I am allergic to hazelnuts.',
    container: { id: 'm1', name: 'Reading' },
    createdAt: 0,
    state: { status: 'under-way', since: 0 },
    wait: null,
  };
  const error = { code: 'memory.validation', message: 'Too plain.', retryable: false } as const;

  it('offers to cancel a fact that waits for a turn, and shows why it waits', () => {
    expect(factRowView({ ...queued, wait: { reason: 'turn' } }, 5_000)).toMatchObject({
      tone: 'wait',
      detail: 'Waiting for other questions to finish.',
      elapsed: '5s',
      actions: ['give-up'],
    });
  });

  it('offers nothing while sending', () => {
    expect(factRowView(queued, 1_000)).toMatchObject({ tone: 'busy', elapsed: null, actions: [] });
  });

  it('offers to check the profile first if the fact might be in it', () => {
    expect(factRowView({ ...queued, state: { status: 'unknown', error } }, 0)).toMatchObject({
      state: 'It may be in your profile',
      actions: ['look', 'again', 'edit', 'discard'],
    });
  });

  it('shows why the service refused', () => {
    expect(factRowView({ ...queued, state: { status: 'refused', error } }, 0)).toMatchObject({
      tone: 'bad',
      quote: 'Too plain.',
      actions: ['again', 'edit', 'discard'],
    });
  });

  it.each([
    ['stopped', 'wait', ['again', 'edit', 'discard']],
    ['kept', 'good', ['dismiss']],
  ] as const)('shows a %s fact', (status, tone, actions) => {
    expect(factRowView({ ...queued, state: { status } }, 0)).toMatchObject({ tone, actions });
  });
});
