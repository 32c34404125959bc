import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { querySuggestions } from './query-suggestions.ts';
import { parseQuery } from './search-query.ts';

/** A Friday. */
const now = new Date('2026-11-27T12:00').getTime();
const memories = ['Reading', 'Work', 'Garden notes', 'Café "Zur Post"', '📚'];
const hosts = ['docs.python.org', 'garden.example'];

type Typed = { language?: string; names?: readonly string[]; time?: number };

/** Suggests for a query whose caret is at `|`, or else at the end. */
function suggest(typed: string, { language = 'en', names = memories, time = now }: Typed = {}) {
  const query = typed.replace('|', '');
  const caret = typed.includes('|') ? typed.indexOf('|') : query.length;
  return querySuggestions(query, caret, { memories: names, hosts, language, now: time });
}

/** The queries that accepting each suggestion would give. */
function completed(typed: string, options?: Typed): string[] {
  const query = typed.replace('|', '');
  return suggest(typed, options).map(
    ({ start, end, text }) => query.slice(0, start) + text + query.slice(end),
  );
}

describe('operators', () => {
  it.each([
    ['si', ['site:']],
    ['heat SA', ['heat saved:']],
    ['-ta', ['-tag:']],
    ['af| heat', ['after: heat']],
    ['in', ['in:']],
  ])('are suggested for %j', (typed, queries) => {
    expect(completed(typed)).toEqual(queries);
  });

  it.each(['', 's', 'six', 'heat ', 'si|x', '|site', 'site:', '5', 'phrase', '"si', '"a si|b"'])(
    'are not suggested for %j',
    (typed) => {
      expect(suggest(typed).filter(({ kind }) => kind === 'operator')).toEqual([]);
    },
  );
});

describe('values', () => {
  it.each([
    ['in:', ['in:Reading', 'in:Work', 'in:"Garden notes"', 'in:“Café "Zur Post"”']],
    ['heat in:| pump', ['heat in:Reading pump']],
    ['in:cafe', ['in:“Café "Zur Post"”']],
    ['-in:GARDEN', ['-in:"Garden notes"']],
    ['in:re|ad', ['in:Reading']],
    ['type:', ['type:page', 'type:note', 'type:highlight', 'type:pdf']],
    ['type:P', ['type:page', 'type:pdf']],
    ['site:', ['site:docs.python.org', 'site:garden.example']],
    ['site:py', ['site:docs.python.org']],
    ['site：gar', ['site：garden.example']],
    [
      'saved:',
      ['saved:today', 'saved:yesterday', 'saved:7d', 'saved:30d', 'saved:2026-11', 'saved:2026'],
    ],
    ['after:20', ['after:2026-11', 'after:2026', 'after:2026-10', 'after:2025']],
    ['before:y', ['before:yesterday']],
  ])('are suggested for %j', (typed, queries) => {
    expect(completed(typed).slice(0, queries.length)).toEqual(queries);
  });

  it.each([
    'in:reading',
    'type:pdf',
    'saved:today',
    'tag:',
    'color:re',
    'in:"Gard',
    'in:"Gard|en"',
  ])('are not suggested for %j', (typed) => {
    expect(suggest(typed)).toEqual([]);
  });

  it('can be found by the name of a date, in the person’s language', () => {
    expect(completed('saved:ges', { language: 'de' })).toEqual(['saved:yesterday']);
    expect(suggest('saved:', { language: 'de' }).map(({ name }) => name)).toEqual([
      'heute',
      'gestern',
      '7 Tage',
      '30 Tage',
      'diesen Monat',
      'dieses Jahr',
    ]);
  });

  it('are at most six', () => {
    const names = Array.from({ length: 9 }, (_, index) => `Memory ${index}`);

    expect(suggest('in:', { names })).toHaveLength(6);
  });
});

describe('dates in words', () => {
  it.each([
    ['en', 'today', 'saved:today'],
    ['en', 'Yesterday', 'saved:yesterday'],
    ['en', 'this week', 'after:2026-11-23'],
    ['en', 'last week', 'saved:2026-11-16..2026-11-22'],
    ['en', 'this month', 'saved:2026-11'],
    ['en', 'last month', 'saved:2026-10'],
    ['en', 'this year', 'saved:2026'],
    ['en', 'last year', 'saved:2025'],
    ['de', 'gestern', 'saved:yesterday'],
    ['de', 'last month', 'saved:2026-10'],
    ['fr', "aujourd'hui", 'saved:today'],
    ['fr', 'la semaine dernière', 'saved:2026-11-16..2026-11-22'],
    ['fr', 'annee derniere', 'saved:2025'],
    ['es', 'mes pasado', 'saved:2026-10'],
    ['pt', 'semana passada', 'saved:2026-11-16..2026-11-22'],
    ['ja', '先月', 'saved:2026-10'],
    ['zh', '去年', 'saved:2025'],
    ['ar', 'أمس', 'saved:yesterday'],
  ])('in %s: %s', (language, words, filters) => {
    expect(completed(`harbour ${words}`, { language })).toEqual([`harbour ${filters}`]);
  });

  it('are replaced within a query', () => {
    expect(completed('harbour last year| ledgers')).toEqual(['harbour saved:2025 ledgers']);
  });

  it.each([
    'last',
    'last week ',
    'last weeks',
    'gestern',
    '"last week',
    '-yesterday',
    'last -year',
  ])('are not recognized in %j', (typed) => {
    expect(suggest(typed)).toEqual([]);
  });

  it('reach into the previous year', () => {
    const time = new Date('2027-01-01T00:00').getTime();

    expect(completed('last month', { time })).toEqual(['saved:2026-12']);
    expect(completed('this week', { time })).toEqual(['after:2026-12-28']);
  });

  it('count Sunday as the last day of the week', () => {
    const time = new Date('2026-11-29T23:59').getTime();

    expect(completed('this week', { time })).toEqual(['after:2026-11-23']);
  });
});

describe('any suggestion', () => {
  const beginnings = ['in:', 'type:', 'site:', 'saved:', 'after:', 'before:', 'yesterday'];

  it.each([...beginnings, 'last week', 'this year'])('for %j is a filter', (typed) => {
    const suggestions = suggest(`harbour ${typed}`);
    const parsed = completed(`harbour ${typed}`).map((query) => parseQuery(query, now));

    expect(suggestions).not.toEqual([]);
    for (const [first, ...filters] of parsed) {
      expect(first).toMatchObject({ kind: 'word', text: 'harbour' });
      expect(filters.map(({ kind }) => kind)).not.toContain('word');
    }
  });

  it('names the Memory that the query then means', () => {
    const meant = completed('in:').map((query) => parseQuery(query, now));

    expect(meant).toMatchObject(
      suggest('in:').map(({ name }) => [{ kind: 'in', memory: name, isExcluded: false }]),
    );
  });

  it('replaces a part of the query at the caret, with something else', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('"', '“', '-', ' ', 'si', 'in:', 'saved:', 'last week', 'today', 'Garden'),
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), (pieces, place) => {
        const query = pieces.join('');
        const caret = place % (query.length + 1);
        for (const { start, end, text } of suggest(
          `${query.slice(0, caret)}|${query.slice(caret)}`,
        )) {
          expect(start).toBeLessThanOrEqual(caret);
          expect(end).toBeGreaterThanOrEqual(caret);
          expect(text).not.toBe(query.slice(start, end));
        }
      }),
    );
  });
});
