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

describe('rowView of an address', () => {
  it.each([
    [states.failed, 'Only the address was saved'],
    [states.canceled, 'Only the address was saved'],
    [states.learning, 'Saved, indexing'],
    [states.sending, 'Sending'],
  ])('shows the state of %o', (state, words) => {
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

  it('offers Update now for failed indexing to the connection’s owner', () => {
    const own = (state: OutboxView['state']) =>
      rowView(item('a', state), { now, failure: null, connection }).actions;
    const connection = { kind: 'device', connectionId: 'c1' } as const;

    expect(own(states.failed)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.canceled)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.learned)).toEqual(['delete']);
  });

  it('titles a written note by its first words, without a link', () => {
    const source = { url: '', title: 'Ask Ines.', tabId: null, frameId: null };
    const written = { kind: 'note', isWritten: true, opening: 'Ask Ines.', source } as const;

    expect(row(states.accepted, written)).toMatchObject({
      title: 'Ask Ines.',
      host: null,
      href: null,
    });
  });

  it('titles each highlight by its own words', () => {
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
  ] as const)('shows, once saved, that a page was still loading: %s', (name, isTold) => {
    expect(row(states[name], { isUnfinished: true }).isUnfinished).toBe(isTold);
    expect(row(states[name]).isUnfinished).toBe(false);
  });

  it('shows the error that the page reported', () => {
    expect(row(states.learned, { errorStatus: 404 }).errorStatus).toBe(404);
    expect(row(states.learned).errorStatus).toBeNull();
  });

  it('doesn’t offer to edit a page that wasn’t read', () => {
    expect(row(states.refused, { customId: null }).actions).toEqual(['retry', 'discard']);
    expect(row(states.refused, { customId: null, kind: 'note' }).actions).toContain('edit');
  });

  it('shows why it was refused, with the service’s words and the trace ID', () => {
    expect(row(states.refused)).toMatchObject({
      state: 'Not saved',
      detail: sentences(t('errors_memory_validation_title'), t('errors_memory_validation_next')),
      quote: 'content is empty',
      traceId: 'tr_1',
    });
  });

  it('shows when it is retried', () => {
    expect(row(states.waiting).detail).toBe(
      `${t('errors_memory_unreachable_title')}. Retrying in 3 minutes.`,
    );
  });

  it('shows no detail while all goes well, except a failed action', () => {
    expect(row(states.sending).detail).toBeNull();
    expect(row(states.learned, {}, unreachable).detail).toContain(
      t('errors_memory_unreachable_title'),
    );
  });

  it('links only to web pages', () => {
    const at = (url: string) => row(states.learned, { source: { ...source, url } });
    const { source } = item('a', states.learned);

    expect(at('https://www.example.org/x')).toMatchObject({
      href: 'https://www.example.org/x',
      host: 'example.org',
    });
    expect(at('javascript:alert(1)')).toMatchObject({ href: null, host: null });
    expect(at('file:///etc/passwd').href).toBeNull();
  });

  it('titles an untitled page by its site', () => {
    const { source } = item('a', states.learned);

    expect(row(states.learned, { source: { ...source, title: '  ' } }).title).toBe('example.org');
    expect(row(states.learned, { source: { ...source, title: '', url: '' } }).title).toBe(
      'Untitled page',
    );
  });
});
