import { describe, expect, it } from 'vitest';
import { querySuggestions } from '../../lib/text/query-suggestions.ts';
import { parseQuery } from '../../lib/text/search-query.ts';
import { acceptSuggestion, suggestionKey, type SuggestionStep } from './query-field.tsx';

const now = new Date('2026-11-27T12:00').getTime();

/** Accepts the first suggestion at the caret, which `|` marks, and returns the query with the new caret. */
function accept(typed: string): string {
  const caret = typed.indexOf('|');
  const query = typed.replace('|', '');
  const memories = ['Garden notes', 'Reading'];
  const [first] = querySuggestions(query, caret, { memories, hosts: [], language: 'en', now });
  if (first === undefined) throw new Error(`No suggestion for ${typed}`);
  const next = acceptSuggestion(query, first);
  return `${next.query.slice(0, next.caret)}|${next.query.slice(next.caret)}`;
}

describe('acceptSuggestion', () => {
  it.each([
    ['si|', 'site:|'],
    ['heat in:| pump', 'heat in:"Garden notes"| pump'],
    ['in:rea|', 'in:Reading |'],
    ['heat last week|', 'heat saved:2026-11-16..2026-11-22 |'],
    ['heat -ty| pump', 'heat -type:| pump'],
  ])('turns %j into %j', (typed, accepted) => {
    expect(accept(typed)).toBe(accepted);
  });

  it('returns a query that parses as the suggested filter', () => {
    const parts = parseQuery(accept('heat -in:gar| pump').replace('|', ''), now);

    expect(parts).toMatchObject([
      { kind: 'word', text: 'heat' },
      { kind: 'in', memory: 'Garden notes', isExcluded: true },
      { kind: 'word', text: 'pump' },
    ]);
  });
});

describe('suggestionKey', () => {
  const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

  it.each([
    ['ArrowDown', null, { type: 'move', active: 0 }],
    ['ArrowDown', 0, { type: 'move', active: 1 }],
    ['ArrowDown', 2, { type: 'move', active: 2 }],
    ['ArrowUp', 2, { type: 'move', active: 1 }],
    ['ArrowUp', 0, { type: 'move', active: null }],
    ['ArrowUp', null, null],
    ['Enter', 1, { type: 'take', index: 1 }],
    ['Tab', 1, { type: 'take', index: 1 }],
    ['Enter', null, null],
    ['Tab', null, null],
    ['Escape', null, { type: 'close' }],
    ['Escape', 1, { type: 'close' }],
    ['a', 1, null],
    ['Home', 1, null],
  ] satisfies [string, number | null, SuggestionStep | null][])(
    '%s while suggestion %s is active',
    (key, active, step) => {
      expect(suggestionKey({ ...plain, key }, { active, count: 3 })).toEqual(step);
    },
  );

  it('leaves keys with a modifier to the browser', () => {
    const pressed = { ...plain, key: 'Tab', shiftKey: true };

    expect(suggestionKey(pressed, { active: 1, count: 3 })).toBeNull();
  });
});
