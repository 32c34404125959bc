import { describe, expect, it } from 'vitest';
import type { Anchor } from '../capture/schema.ts';
import { describePlace } from './describe.ts';
import { findPlace } from './find-place.ts';
import { indexText, lettersOf, readingOf } from './text-index.ts';

/** Describes the quote in brackets on a page with one text node per line. */
function mark(page: string): Anchor {
  const index = indexText(page.replace(/[[\]]/g, '').split('\n'));
  const [before = '', exact = ''] = page.split(/[[\]]/).map(lettersOf);
  return describePlace(index, { start: before.length, end: before.length + exact.length });
}

/** Returns the page with brackets around the quote found; null if it isn't found. */
function found(anchor: Anchor, page: string): string | null {
  const index = indexText([page]);
  const place = findPlace(anchor, index);
  if (place === null) return null;
  const [before, exact, after] = [
    { start: 0, end: place.start },
    place,
    { start: place.end, end: index.letters.length },
  ].map((part) => readingOf(index, part));
  return [before, `[${exact}]`, after].filter((part) => part !== '').join(' ');
}

const alpha =
  'Team Alpha reported that the new deployment reduced latency by twelve percent in all regions.';
const beta =
  'Team Beta reported that the new deployment reduced latency by twelve percent in all regions.';

describe('findPlace', () => {
  it.each([
    [
      'after text was inserted before it',
      'Ice was cut in winter. [Straw kept it cold until summer.] Then came machines.',
      'A word first. Ice was cut in winter. Straw kept it cold until summer. Then came machines.',
      'A word first. Ice was cut in winter. [Straw kept it cold until summer.] Then came machines.',
    ],
    [
      'with a changed word',
      'Ice was cut in winter. [Straw kept it cold until the summer.] Then came machines.',
      'Ice was cut in winter. Straw kept it cool until the summer. Then came machines.',
      'Ice was cut in winter. [Straw kept it cool until the summer.] Then came machines.',
    ],
    [
      'with changed first and last words',
      'Ice was cut in winter. [Straw kept it cold for weeks and weeks until the summer heat.] Then came machines.',
      'Ice was cut in winter. Hay kept it cold for weeks and weeks until the summer sun. Then came machines.',
      'Ice was cut in winter. [Hay kept it cold for weeks and weeks until the summer sun.] Then came machines.',
    ],
    [
      'elsewhere on the page, without its context',
      'Ice was cut in winter. [Straw kept it cold until the end of summer.] Then came machines.',
      'First this. Straw kept it cold until the end of summer. Last that.',
      'First this. [Straw kept it cold until the end of summer.] Last that.',
    ],
    [
      'of just sixteen letters elsewhere on the page',
      'Ice was cut in winter. [Straw kept it cold.] Then came machines.',
      'First this. Straw kept it cold. Last that.',
      'First this. [Straw kept it cold.] Last that.',
    ],
    [
      'with a changed word next to similar text',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. ${alpha.replace('twelve', 'ten')} It was a good year. ${beta}`,
      `Now for the very first. [${alpha.replace('twelve', 'ten')}] It was a good year. ${beta}`,
    ],
    [
      'of a few letters with text inserted on both sides',
      'The name of the keeper is [Robin]. It was chosen by his aunt.',
      'The name of the keeper is said to be Robin or so we hear. It was chosen by his aunt.',
      'The name of the keeper is said to be [Robin] or so we hear. It was chosen by his aunt.',
    ],
    [
      'next to similar text, with text inserted on both sides',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. Said by one: ${alpha} So it goes. It was a good year. ${beta}`,
      `Now for the very first. Said by one: [${alpha}] So it goes. It was a good year. ${beta}`,
    ],
    [
      'with a changed word, without a short word inserted before it',
      'Ice was cut in winter. [Straw kept it cold until the summer.] Then came machines.',
      'Ice was cut in winter. So Straw kept it cool until the summer. Then came machines.',
      'Ice was cut in winter. So [Straw kept it cool until the summer.] Then came machines.',
    ],
    [
      'in its context if the text is repeated',
      'Salt: sold here since 1840. [Sold out] since May.\nIce: sold here since 1851. Sold out since May.',
      'New: cloth. Sold out since May. Salt: sold here since 1840. Sold out since May. Ice: sold here since 1851. Sold out since May.',
      'New: cloth. Sold out since May. Salt: sold here since 1840. [Sold out] since May. Ice: sold here since 1851. Sold out since May.',
    ],
  ])('finds a quote %s', (...[, marked, page, expected]) => {
    expect(found(mark(marked), page)).toBe(expected);
  });

  it.each([
    [
      'was removed',
      'Ice was cut. [Straw kept it cold until summer.] Then came machines.',
      'Ice was cut. Then came machines.',
    ],
    ['was removed, with similar text left', `[${alpha}]\n${beta}`, `Nothing new. ${beta}`],
    ['was removed, with the same text left', `A. [${alpha}]\nB. ${alpha}`, `B. ${alpha}`],
    [
      'has few letters and changed',
      'The name is [Robin]. It was chosen.',
      'The name is Rubin. It was chosen.',
    ],
    [
      'has few letters and is now elsewhere',
      'The name is [Robin]. It was chosen.',
      'A robin sings. Robin flies.',
    ],
    [
      'has few letters and now appears twice',
      'The name is [Robin]. It was chosen.',
      'First Robin sings. Robin flies.',
    ],
    [
      'had similar text and now appears twice',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `So: ${alpha} And: ${alpha}`,
    ],
    ['had no unique context and now appears once', 'Ho! [Ho!] Ho!', 'Ho!'],
    [
      'has few letters and is now outside its context',
      'The name of the keeper is [Robin]. It was chosen by his aunt.',
      'The name of the keeper is Martin. It was chosen by his aunt. Robin is another.',
    ],
    [
      'equals similar text far from its context',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. It was a good year. ${beta} And last: ${alpha}`,
    ],
    [
      'now appears twice in the same context',
      `Before. [${alpha}] After.`,
      `Before. ${alpha} After. Before. ${alpha} After.`,
    ],
    [
      'repeats endlessly',
      'x y '.repeat(400).replace('x y x y x', 'x y [x y] x'),
      'x y '.repeat(400),
    ],
    ['was empty', 'Ice [ ] melts.', 'Ice melts.'],
  ])('finds no place for a quote that %s', (...[, marked, page]) => {
    expect(found(mark(marked), page)).toBeNull();
  });

  it('ignores text node boundaries and white space', () => {
    const anchor = mark('One two three. [Four five\nsix seven.] Eight nine.');

    expect(found(anchor, 'Onetwothree.\n\tFour\u00a0five sixseven.Eight nine.')).toBe(
      'Onetwothree. [Four five sixseven.] Eight nine.',
    );
  });

  describe('for a quote of more than a thousand letters', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `In year ${at} the ice was cut ${at * 7}.`);
    const long = lines.join(' ');
    const around = (words: string) => `Before it all. ${words} And after that.`;
    const marked = around(`[${long}]`);
    const inside = (from: number, to: number, words: string[]) =>
      lines.toSpliced(from, to - from, ...words).join(' ');

    it.each([
      ['a word in the middle changed', inside(30, 31, ['In year 30 no ice was cut.'])],
      ['a few lines are gone', inside(28, 36, [])],
      [
        'a few lines were inserted',
        inside(
          30,
          30,
          lines.slice(0, 4).map((line) => `So: ${line}!`),
        ),
      ],
    ])('finds the quote by its ends if %s', (_, words) => {
      expect(mark(marked).rivals).toBe('none');
      expect(found(mark(marked), around(words))).toBe(around(`[${words}]`));
    });

    it.each([
      ['its start is gone', inside(0, 1, ['It began otherwise.'])],
      ['its end is gone', inside(59, 60, ['It ended otherwise.'])],
      ['much of it is gone', inside(20, 40, [])],
      ['its start appears twice', `${inside(30, 31, [])} ${inside(12, 60, [])}`],
      ['its end appears twice', `${inside(30, 31, [])} ${inside(0, 48, [])}`],
      ['its end comes first', `${inside(0, 40, [])} ${inside(20, 60, [])}`],
    ])('finds no place if %s', (_, words) => {
      expect(found(mark(marked), around(words))).toBeNull();
    });

    it.each([
      ['start', inside(12, 60, [])],
      ['end', inside(0, 48, [])],
    ])('treats text with the same %s as a rival', (_, others) => {
      const anchor = mark(`${marked} ${others}`);

      expect(anchor.rivals).toBe('alike');
      expect(found(anchor, around(inside(30, 31, [])))).toBeNull();
    });
  });

  describe('for a highlight from an earlier version', () => {
    const earlier = (page: string): Anchor => {
      const [before = '', exact = '', after = ''] = page.split(/[[\]]/);
      const quote = { exact, prefix: before.slice(-32), suffix: after.slice(0, 32) };
      return { quote, position: { start: before.length, end: before.length + exact.length } };
    };
    const marked =
      'Ice was cut in the long winter. [Straw kept it cold.] Then came the machines of Linde.';

    it('finds the quote by one whole side of its context', () => {
      const page = marked.replace(/[[\]]/g, '');

      expect(found(earlier(marked), page)).toBe(marked);
      expect(found(earlier(marked), page.replace('winter.', 'winter. So:'))).toBe(
        marked.replace('winter.', 'winter. So:'),
      );
    });

    it('finds no place if neither side is left', () => {
      expect(found(earlier(marked), 'But: Straw kept it cold. So:')).toBeNull();
    });
  });
});
