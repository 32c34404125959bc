import { describe, expect, it } from 'vitest';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import { rowView } from './save-row.tsx';
import { item, now, states, unreachable } from '../../tests/fixtures/outbox-saves.ts';

const row = (
  state: LiveState,
  changes: Partial<OutboxView> = {},
  failure: AppError | null = null,
) => rowView(item('a', state, changes), { now, failure, connection: null });

describe('the row of an address', () => {
  it.each([
    [states.failed, 'Only the address was saved'],
    [states.canceled, 'Only the address was saved'],
    [states.learning, 'Saved, indexing'],
    [states.sending, 'Sending'],
  ])('says of %o what is true of it', (state, words) => {
    expect(row(state, { kind: 'link' }).state).toBe(words);
  });
});

describe('rowView', () => {
  it.each([
    ['requested', []],
    ['captured', []],
    ['sending', []],
    ['waiting', ['retry-now', 'edit', 'discard']],
    ['accepted', ['delete']],
    ['learning', []],
    ['learned', ['delete']],
    ['failed', ['delete', 'hide']],
    ['canceled', ['delete', 'hide']],
    ['unlearned', ['look-again', 'delete', 'hide']],
    ['refused', ['retry', 'edit', 'discard']],
    ['unread', ['retry', 'discard']],
    ['paused', ['retry', 'edit', 'discard']],
  ] as const)('offers for %s: %j', (name, actions) => {
    expect(row(states[name]).actions).toEqual(actions);
  });

  it('lets the owner of the connection have learned anew what failed', () => {
    const own = (state: OutboxView['state']) =>
      rowView(item('a', state), { now, failure: null, connection }).actions;
    const connection = { kind: 'device', connectionId: 'c1' } as const;

    expect(own(states.failed)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.canceled)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.learned)).toEqual(['delete']);
  });

  it('names a note that was written by its first words, and leads to no page', () => {
    const source = { url: '', title: 'Ask Ines.', tabId: null, frameId: null };
    const written = { kind: 'note', isWritten: true, opening: 'Ask Ines.', source } as const;

    expect(row(states.accepted, written)).toMatchObject({
      title: 'Ask Ines.',
      host: null,
      href: null,
    });
  });

  it('names each highlight of a page by its own words', () => {
    const note = (opening?: string) =>
      row(states.accepted, { kind: 'note', ...(opening === undefined ? {} : { opening }) }).title;

    expect([note('The moon pulls.'), note('The sea swells…')]).toEqual([
      '“The moon pulls.”',
      '“The sea swells…”',
    ]);
    expect(note()).toBe('a');
  });

  it.each([
    ['learned', true],
    ['learning', true],
    ['unread', false],
  ] as const)('tells of a page that was still loading, once it is kept: %s', (name, isTold) => {
    expect(row(states[name], { isUnfinished: true }).isUnfinished).toBe(isTold);
    expect(row(states[name]).isUnfinished).toBe(false);
  });

  it('tells which error the page reported', () => {
    expect(row(states.learned, { errorStatus: 404 }).errorStatus).toBe(404);
    expect(row(states.learned).errorStatus).toBeNull();
  });

  it('offers no change of a page that was not read', () => {
    expect(row(states.refused, { customId: null }).actions).toEqual(['retry', 'discard']);
    expect(row(states.refused, { customId: null, kind: 'note' }).actions).toContain('edit');
  });

  it('says why it was refused, in the service’s words too, with the reference', () => {
    expect(row(states.refused)).toMatchObject({
      state: 'Not saved',
      detail: sentences(t('errors_memory_validation_title'), t('errors_memory_validation_next')),
      quote: 'content is empty',
      traceId: 'tr_1',
    });
  });

  it('says when it is tried again', () => {
    expect(row(states.waiting).detail).toBe(
      `${t('errors_memory_unreachable_title')}. Retrying in 3 minutes.`,
    );
  });

  it('says no more than the state of what goes well, save why asking failed', () => {
    expect(row(states.sending).detail).toBeNull();
    expect(row(states.learned, {}, unreachable).detail).toContain(
      t('errors_memory_unreachable_title'),
    );
  });

  it('opens web pages alone', () => {
    const at = (url: string) => row(states.learned, { source: { ...source, url } });
    const { source } = item('a', states.learned);

    expect(at('https://www.example.org/x')).toMatchObject({
      href: 'https://www.example.org/x',
      host: 'example.org',
    });
    expect(at('javascript:alert(1)')).toMatchObject({ href: null, host: null });
    expect(at('file:///etc/passwd').href).toBeNull();
  });

  it('names a page without a title by its site', () => {
    const { source } = item('a', states.learned);

    expect(row(states.learned, { source: { ...source, title: '  ' } }).title).toBe('example.org');
    expect(row(states.learned, { source: { ...source, title: '', url: '' } }).title).toBe(
      'Untitled page',
    );
  });
});
