import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type LiveState, viewOf } from '../../lib/outbox/model.ts';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { createDocumentEvents } from './use-documents.ts';

const learning: LiveState = {
  status: 'learning',
  existed: false,
  documentId: 'd',
  polls: 1,
  nextPollAt: 5,
};
const learned: LiveState = { status: 'learned', existed: false, documentId: 'd' };

const changed = (state: LiveState, changes: object = {}): AppEvent => ({
  event: 'outbox.changed',
  item: viewOf(outboxItem({ connectionId: 'work', ...changes, state })),
});

describe('which events change what a connection lists', () => {
  it('a save does that its service took, once for each thing it says of it', () => {
    const changedBy = createDocumentEvents('work');

    expect(changedBy(changed({ status: 'sending', attempt: 1 }))).toBeNull();
    expect(changedBy(changed(learning))).toEqual({ memoryId: 'reading' });
    expect(changedBy(changed({ ...learning, polls: 2 }))).toBeNull();
    expect(changedBy(changed(learned))).toEqual({ memoryId: 'reading' });
  });

  it.each([
    ['a save into another connection', changed(learned, { connectionId: 'other' })],
    ['a note, which is not listed', changed(learned, { kind: 'note' })],
    ['a row that left the list of saves', { event: 'outbox.removed', id: 'a' } as const],
  ])('%s does not', (_, event) => {
    expect(createDocumentEvents('work')(event)).toBeNull();
  });

  it('a deletion, a new name or an import changes all of it', () => {
    expect(createDocumentEvents('work')({ event: 'profile.changed' })).toBe('all');
  });
});
