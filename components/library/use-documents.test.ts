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

describe('createDocumentEvents', () => {
  it('reloads for a save the service accepted, once per change of its state', () => {
    const changedBy = createDocumentEvents('work');

    expect(changedBy(changed({ status: 'sending', attempt: 1 }))).toBeNull();
    expect(changedBy(changed(learning))).toEqual({ memoryId: 'reading' });
    expect(changedBy(changed({ ...learning, polls: 2 }))).toBeNull();
    expect(changedBy(changed(learned))).toEqual({ memoryId: 'reading' });
  });

  it.each([
    ['a save into another connection', changed(learned, { connectionId: 'other' })],
    ['a note, which is not listed', changed(learned, { kind: 'note' })],
    ['a removed save', { event: 'outbox.removed', id: 'a' } as const],
  ])('doesn’t reload for %s', (_, event) => {
    expect(createDocumentEvents('work')(event)).toBeNull();
  });

  it('reloads everything after a deletion, a rename or an import', () => {
    expect(createDocumentEvents('work')({ event: 'profile.changed' })).toBe('all');
  });
});
