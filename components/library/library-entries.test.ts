import { describe, expect, it } from 'vitest';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { item, states } from '../../tests/fixtures/outbox-saves.ts';
import { savesSections } from '../outbox/saves-list.ts';
import type { DocumentRowOf } from './documents-state.ts';
import { keyOf, libraryEntries } from './library-entries.ts';

const place = { connectionId: 'here', container: { id: 'm1', name: 'Reading' } };

function document(id: string, time: number, customId: string | null = null): DocumentRowOf {
  const rest = { title: id, url: null, opening: null, learning: 'learned', reason: null } as const;
  return { memoryId: 'm1', time, document: { id, savedAt: time, customId, ...rest } };
}

const save = (id: string, state: OutboxView['state'], createdAt: number, changes: object = {}) =>
  item(id, state, { ...place, createdAt, updatedAt: createdAt, customId: id, ...changes });

type Options = { horizon?: number; readAt?: number };

function idsOf(
  saves: OutboxView[],
  documents: DocumentRowOf[] | null,
  { horizon = Number.NEGATIVE_INFINITY, readAt = 0 }: Options = {},
) {
  const sections = savesSections({
    status: 'ready',
    items: saves.toSorted((a, b) => b.createdAt - a.createdAt),
    storage: { usedBytes: 0, limitBytes: 1, isNearlyFull: false },
    batch: new Map(),
    discarded: [],
    early: [],
  });
  return libraryEntries({
    saves,
    sections,
    documents,
    horizon,
    connectionId: 'here',
    listsAllOf: (_, time) => readAt > time,
  }).map(keyOf);
}

describe('libraryEntries', () => {
  it('lists saves in progress first, then saves and documents, newest first', () => {
    const saves = [save('sending', states.sending, 1), save('learned', states.learned, 20)];

    expect(idsOf(saves, [document('new', 30), document('old', 10)])).toEqual([
      'sending',
      'new',
      'learned',
      'old',
    ]);
  });

  it('shows a document as its save, by custom id or document id', () => {
    const saves = [
      save('a', states.learned, 20),
      save('b', { status: 'learned', existed: false, documentId: 'd' }, 10, { customId: null }),
      save('c', states.learning, 30),
    ];
    const documents = [document('x', 21, 'a'), document('d', 11), document('y', 31, 'c')];

    expect(idsOf(saves, documents)).toEqual(['c', 'a', 'b']);
  });

  it('keeps the stored document while the page is being sent again, or couldn’t be', () => {
    const saves = [save('a', states.sending, 30), save('b', states.refused, 31)];
    const documents = [document('x', 21, 'a'), document('y', 11, 'b')];

    expect(idsOf(saves, documents)).toEqual(['a', 'x', 'y']);
  });

  it('leaves out what waits for the person, and its document', () => {
    expect(idsOf([save('a', states.failed, 30)], [document('x', 21, 'a')])).toEqual([]);
  });

  it('doesn’t move a page up that was saved before', () => {
    const saves = [save('a', states.existed, 30), save('b', states.learned, 20)];

    expect(idsOf(saves, [document('x', 10, 'a'), document('y', 20, 'b')])).toEqual(['b', 'a']);
  });

  it('leaves out a page that was deleted elsewhere, once the list says so', () => {
    const saves = [
      save('a', states.learned, 20),
      save('note', states.accepted, 10, { kind: 'note', customId: null }),
    ];

    expect(idsOf(saves, [], { readAt: 21 })).toEqual(['note']);
    expect(idsOf(saves, [], { readAt: 20 })).toEqual(['a', 'note']);
    expect(idsOf(saves, null)).toEqual(['a', 'note']);
  });

  it('leaves out older saves until the documents around them are read', () => {
    const saves = [save('a', states.learned, 20), save('b', states.learned, 5)];

    expect(idsOf(saves, [document('x', 10)], { horizon: 10 })).toEqual(['a', 'x']);
  });

  it('leaves out what is stored in another connection, but not what waits for it', () => {
    const elsewhere = { connectionId: 'there' };
    const saves = [
      save('a', states.learned, 20, elsewhere),
      save('b', states.waiting, 10, elsewhere),
    ];

    expect(idsOf(saves, [document('x', 15, 'a')])).toEqual(['b', 'x']);
  });
});
