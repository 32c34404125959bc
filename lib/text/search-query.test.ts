import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, wantedText, type QueryPart } from './search-query.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const parse = (query: string) => parseQuery(query, now);
/** What the parts mean, without their places. */
const meaning = (query: string) =>
  parse(query).map(({ start: _start, end: _end, isExcluded, ...part }) =>
    isExcluded ? { not: part } : part,
  );
const word = (text: string) => ({ kind: 'word', text });
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('words and phrases', () => {
  it('reads words, phrases and what is excluded', () => {
    expect(meaning('heat pump "air to water" -gas -"night storage"')).toEqual([
      word('heat'),
      word('pump'),
      { kind: 'phrase', text: 'air to water' },
      { not: word('gas') },
      { not: { kind: 'phrase', text: 'night storage' } },
    ]);
  });

  it.each(['“air to water”', '„air to water“', '„air to water”'])(
    'reads %s as a phrase',
    (quoted) => {
      expect(meaning(quoted)).toEqual([{ kind: 'phrase', text: 'air to water' }]);
    },
  );

  it.each([
    ['an unmatched quote', '"air to water', ['"air', 'to', 'water']],
    ['an empty phrase', '"" heat', ['""', 'heat']],
    ['a phrase of punctuation', '"?!" heat', ['"?!"', 'heat']],
    ['inches', '6" pipe, 4" valve', ['6"', 'pipe,', '4"', 'valve']],
    ['a negative number', '-5 degrees', ['-5', 'degrees']],
    ['a minus sign alone', 'a - b -- c', ['a', '-', 'b', '--', 'c']],
    ['a hyphen inside a word', 'well-known', ['well-known']],
    [
      'an unknown operator',
      'note: color:red http://x.example',
      ['note:', 'color:red', 'http://x.example'],
    ],
    ['an operator without a value', 'site: type: heat', ['site:', 'type:', 'heat']],
    ['an unknown type', 'type:car', ['type:car']],
    [
      'a date that does not exist',
      'before:2026-02-30 after:soon',
      ['before:2026-02-30', 'after:soon'],
    ],
  ])('reads %s as words', (_name, query, words) => {
    expect(meaning(query)).toEqual(words.map(word));
  });

  it('ranks by words and phrases that are not excluded', () => {
    expect(wantedText(parse('heat -gas "air to water" site:a.example -"night storage"'))).toBe(
      'heat air to water',
    );
  });
});

describe('filters', () => {
  it.each([
    ['site:docs.python.org', { kind: 'site', site: 'docs.python.org' }],
    ['site:https://www.Example.org/a?b', { kind: 'site', site: 'example.org' }],
    ['SITE:python', { kind: 'site', site: 'python' }],
    ['site：例え.jp', { kind: 'site', site: 'xn--r8jz45g.jp' }],
    ['in:"Work notes"', { kind: 'in', memory: 'Work notes' }],
    ['in:Reading', { kind: 'in', memory: 'Reading' }],
    ['type:PDF', { kind: 'type', type: 'pdf' }],
    ['type:notes', { kind: 'type', type: 'note' }],
    ['tag:#home', { kind: 'tag', tag: 'home' }],
    ['-tag:"to read"', { not: { kind: 'tag', tag: 'to read' } }],
  ])('reads %s', (query, part) => {
    expect(meaning(query)).toEqual([part]);
  });

  it.each([
    ['saved:2026', '2026-01-01', '2027-01-01'],
    ['saved:2025-12', '2025-12-01', '2026-01-01'],
    ['saved:2024-02-29', '2024-02-29', '2024-03-01'],
    ['saved:yesterday', '2026-11-26', '2026-11-27'],
    ['saved:today', '2026-11-27', '2026-11-28'],
    ['saved:2026-11-01..2026-11-15', '2026-11-01', '2026-11-16'],
    ['saved:2025-12..2026-01', '2025-12-01', '2026-02-01'],
    ['saved:2026..today', '2026-01-01', '2026-11-28'],
    ['saved:2026-11-01..2026-11-15T00:00:00Z', '2026-11-01', '2026-11-15'],
    ['after:2026-11', '2026-11-01', null],
    ['before:2026-11', null, '2026-11-01'],
  ])('reads %s', (query, from, to) => {
    expect(meaning(query)).toEqual([
      { kind: 'saved', from: from === null ? null : day(from), to: to === null ? null : day(to) },
    ]);
  });

  it('counts days and weeks back from now, and reads a moment in its time zone', () => {
    expect(meaning('saved:7d after:2w before:2026-11-27T00:00:00+09:00')).toEqual([
      { kind: 'saved', from: now - 7 * 86_400_000, to: null },
      { kind: 'saved', from: now - 14 * 86_400_000, to: null },
      { kind: 'saved', from: null, to: Date.parse('2026-11-26T15:00:00Z') },
    ]);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '"',
      '“',
      '”',
      '„',
      '-',
      ':',
      'site:',
      'in:"',
      'before:',
      '2026-13',
      '\0',
      '\u202E',
      ' ',
      '\n',
    ),
  );

  it('is a query whose parts, in order, cover everything but spaces', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join('');
        const parts: QueryPart[] = parseQuery(query, now);
        let end = 0;
        for (const part of parts) {
          expect(query.slice(end, part.start).trim()).toBe('');
          expect(part.end).toBeGreaterThan(part.start);
          const times = part.kind === 'saved' ? [part.from, part.to] : [];
          expect(times).not.toContain(Number.NaN);
          end = part.end;
        }
        expect(query.slice(end).trim()).toBe('');
      }),
      { numRuns: Number(process.env['KEEPSAKE_QUERIES'] ?? 5_000) },
    );
  });

  it('takes time in proportion to its length', () => {
    for (const repeated of ['"', '“', '„', '-"', 'site:', 'in:"a', '-', 'a"b ', '" ', '“ ']) {
      const query = repeated.repeat(1_000_000 / repeated.length);
      const begun = performance.now();
      parse(query);
      // A second is fifty times what it takes; quadratic time would be hours.
      expect(performance.now() - begun).toBeLessThan(10_000);
    }
  });
});
