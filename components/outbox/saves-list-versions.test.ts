import { outboxView, type ViewChanges } from '../../tests/fixtures/outbox-view.ts';
import { describe, expect, it } from 'vitest';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import { versionsOf } from './saves-list.ts';

const learned: LiveState = { status: 'learned', existed: false, documentId: null };
const url = 'https://example.org/tides';

function item(id: string, createdAt: number, changes: ViewChanges = {}): OutboxView {
  const base = {
    id,
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url, title: 'Tides', tabId: 1, frameId: null },
    pageKey: url,
    customId: `${url}#${id}`,
    createdAt,
    updatedAt: createdAt,
    state: learned,
  };
  return outboxView(base, changes);
}

const first = item('first', 1, { customId: url });
const second = item('second', 2, { isVersion: true });
const third = item('third', 3, { isVersion: true });

describe('versionsOf', () => {
  it('labels the newest version and the earlier ones', () => {
    expect([...versionsOf([third, second, first])]).toEqual([
      ['third', 'newest'],
      ['second', 'earlier'],
      ['first', 'earlier'],
    ]);
  });

  it('leaves out a repeated save of an existing page', () => {
    const repeat = item('repeat', 4, { customId: url, state: { ...learned, existed: true } });

    expect([...versionsOf([repeat, second, first])]).toEqual([
      ['second', 'newest'],
      ['first', 'earlier'],
    ]);
  });

  it('includes a version that is being sent', () => {
    const sending = { ...second, state: { status: 'sending', attempt: 1 } } as const;

    expect(versionsOf([sending, first]).get('second')).toBe('newest');
  });

  it.each<[string, OutboxView]>([
    ['of another page', item('a', 2, { isVersion: true, pageKey: 'https://example.org/moon' })],
    ['in another Memory', item('a', 2, { isVersion: true, container: { id: 'm2', name: 'Work' } })],
    ['for another connection', item('a', 2, { isVersion: true, connectionId: 'c2' })],
    ['that is a note', item('a', 2, { kind: 'note', customId: null })],
    ['that was not read yet', item('a', 2, { isVersion: true, customId: null })],
    [
      'that was refused',
      item('a', 2, {
        isVersion: true,
        state: {
          status: 'refused',
          error: { code: 'memory.validation', message: '', retryable: false },
        },
      }),
    ],
    ['with another custom_id that isn’t a version', item('a', 2)],
  ])('ignores a save %s', (_, other) => {
    expect([...versionsOf([other, first])]).toEqual([]);
  });
});
