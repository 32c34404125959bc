import { describe, expect, it } from 'vitest';
import type { Anchor } from '../capture/schema.ts';
import { describePlace } from './describe.ts';
import { findPlace } from './find-place.ts';
import { indexText, lettersOf, readingOf } from './text-index.ts';

/** Describes the words between brackets on a page of one text node a line. */
function mark(page: string): Anchor {
  const index = indexText(page.replace(/[[\]]/g, '').split('\n'));
  const [before = '', exact = ''] = page.split(/[[\]]/).map(lettersOf);
  return describePlace(index, { start: before.length, end: before.length + exact.length });
}

/** The page with brackets around the words found; null where none are. */
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
      'after other text came before',
      'Ice was cut in winter. [Straw kept it cold until summer.] Then came machines.',
      'A word first. Ice was cut in winter. Straw kept it cold until summer. Then came machines.',
      'A word first. Ice was cut in winter. [Straw kept it cold until summer.] Then came machines.',
    ],
    [
      'where a word in it changed',
      'Ice was cut in winter. [Straw kept it cold until the summer.] Then came machines.',
      'Ice was cut in winter. Straw kept it cool until the summer. Then came machines.',
      'Ice was cut in winter. [Straw kept it cool until the summer.] Then came machines.',
    ],
    [
      'where its first and its last word changed',
      'Ice was cut in winter. [Straw kept it cold for weeks and weeks until the summer heat.] Then came machines.',
      'Ice was cut in winter. Hay kept it cold for weeks and weeks until the summer sun. Then came machines.',
      'Ice was cut in winter. [Hay kept it cold for weeks and weeks until the summer sun.] Then came machines.',
    ],
    [
      'in another place of the page, with nothing of its context',
      'Ice was cut in winter. [Straw kept it cold until the end of summer.] Then came machines.',
      'First this. Straw kept it cold until the end of summer. Last that.',
      'First this. [Straw kept it cold until the end of summer.] Last that.',
    ],
    [
      'of just sixteen letters in another place of the page',
      'Ice was cut in winter. [Straw kept it cold.] Then came machines.',
      'First this. Straw kept it cold. Last that.',
      'First this. [Straw kept it cold.] Last that.',
    ],
    [
      'that others are like, where a word in them changed',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. ${alpha.replace('twelve', 'ten')} It was a good year. ${beta}`,
      `Now for the very first. [${alpha.replace('twelve', 'ten')}] It was a good year. ${beta}`,
    ],
    [
      'that are few, where text came in on both sides of them',
      'The name of the keeper is [Robin]. It was chosen by his aunt.',
      'The name of the keeper is said to be Robin or so we hear. It was chosen by his aunt.',
      'The name of the keeper is said to be [Robin] or so we hear. It was chosen by his aunt.',
    ],
    [
      'that others are like, where text came in on both sides of them',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. Said by one: ${alpha} So it goes. It was a good year. ${beta}`,
      `Now for the very first. Said by one: [${alpha}] So it goes. It was a good year. ${beta}`,
    ],
    [
      'where a word in it changed, without the few letters that came before it',
      'Ice was cut in winter. [Straw kept it cold until the summer.] Then came machines.',
      'Ice was cut in winter. So Straw kept it cool until the summer. Then came machines.',
      'Ice was cut in winter. So [Straw kept it cool until the summer.] Then came machines.',
    ],
    [
      'of the same words, the one with its context',
      'Salt: sold here since 1840. [Sold out] since May.\nIce: sold here since 1851. Sold out since May.',
      'New: cloth. Sold out since May. Salt: sold here since 1840. Sold out since May. Ice: sold here since 1851. Sold out since May.',
      'New: cloth. Sold out since May. Salt: sold here since 1840. [Sold out] since May. Ice: sold here since 1851. Sold out since May.',
    ],
  ])('finds the words %s', (...[, marked, page, expected]) => {
    expect(found(mark(marked), page)).toBe(expected);
  });

  it.each([
    [
      'are gone',
      'Ice was cut. [Straw kept it cold until summer.] Then came machines.',
      'Ice was cut. Then came machines.',
    ],
    ['are gone, and others like them are left', `[${alpha}]\n${beta}`, `Nothing new. ${beta}`],
    ['are gone, and the same words are left', `A. [${alpha}]\nB. ${alpha}`, `B. ${alpha}`],
    [
      'are few, and changed',
      'The name is [Robin]. It was chosen.',
      'The name is Rubin. It was chosen.',
    ],
    [
      'are few, and stand elsewhere now',
      'The name is [Robin]. It was chosen.',
      'A robin sings. Robin flies.',
    ],
    [
      'are few, and stand twice now',
      'The name is [Robin]. It was chosen.',
      'First Robin sings. Robin flies.',
    ],
    [
      'others were like, and stand twice now',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `So: ${alpha} And: ${alpha}`,
    ],
    ['nothing told apart, and stand once now', 'Ho! [Ho!] Ho!', 'Ho!'],
    [
      'are few, and stand beside what stood around them',
      'The name of the keeper is [Robin]. It was chosen by his aunt.',
      'The name of the keeper is Martin. It was chosen by his aunt. Robin is another.',
    ],
    [
      'are those of another, far from what stood around them',
      `Now for the very first. [${alpha}] It was a good year.\n${beta}`,
      `Now for the very first. It was a good year. ${beta} And last: ${alpha}`,
    ],
    [
      'stand twice now, in the same context',
      `Before. [${alpha}] After.`,
      `Before. ${alpha} After. Before. ${alpha} After.`,
    ],
    [
      'repeat without end',
      'x y '.repeat(400).replace('x y x y x', 'x y [x y] x'),
      'x y '.repeat(400),
    ],
    ['were nothing', 'Ice [ ] melts.', 'Ice melts.'],
  ])('finds no place for words that %s', (...[, marked, page]) => {
    expect(found(mark(marked), page)).toBeNull();
  });

  it('does not mind how the page is cut into pieces and where its white space is', () => {
    const anchor = mark('One two three. [Four five\nsix seven.] Eight nine.');

    expect(found(anchor, 'Onetwothree.\n\tFour\u00a0five sixseven.Eight nine.')).toBe(
      'Onetwothree. [Four five sixseven.] Eight nine.',
    );
  });

  describe('for words of more than a thousand letters', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `In year ${at} the ice was cut ${at * 7}.`);
    const long = lines.join(' ');
    const around = (words: string) => `Before it all. ${words} And after that.`;
    const marked = around(`[${long}]`);
    const inside = (from: number, to: number, words: string[]) =>
      lines.toSpliced(from, to - from, ...words).join(' ');

    it.each([
      ['a word in the midst of them changed', inside(30, 31, ['In year 30 no ice was cut.'])],
      ['a few lines of them are gone', inside(28, 36, [])],
      [
        'a few lines came in',
        inside(
          30,
          30,
          lines.slice(0, 4).map((line) => `So: ${line}!`),
        ),
      ],
    ])('finds them by their ends where %s', (_, words) => {
      expect(mark(marked).rivals).toBe('none');
      expect(found(mark(marked), around(words))).toBe(around(`[${words}]`));
    });

    it.each([
      ['how they began is gone', inside(0, 1, ['It began otherwise.'])],
      ['how they ended is gone', inside(59, 60, ['It ended otherwise.'])],
      ['much of them is gone', inside(20, 40, [])],
      ['how they began stands twice', `${inside(30, 31, [])} ${inside(12, 60, [])}`],
      ['how they ended stands twice', `${inside(30, 31, [])} ${inside(0, 48, [])}`],
      ['their end comes first', `${inside(0, 40, [])} ${inside(20, 60, [])}`],
    ])('finds no place where %s', (_, words) => {
      expect(found(mark(marked), around(words))).toBeNull();
    });

    it.each([
      ['begin', inside(12, 60, [])],
      ['end', inside(0, 48, [])],
    ])('takes words that %s as they do for rivals', (_, others) => {
      const anchor = mark(`${marked} ${others}`);

      expect(anchor.rivals).toBe('alike');
      expect(found(anchor, around(inside(30, 31, [])))).toBeNull();
    });
  });

  describe('for a mark of an earlier version', () => {
    const earlier = (page: string): Anchor => {
      const [before = '', exact = '', after = ''] = page.split(/[[\]]/);
      const quote = { exact, prefix: before.slice(-32), suffix: after.slice(0, 32) };
      return { quote, position: { start: before.length, end: before.length + exact.length } };
    };
    const marked =
      'Ice was cut in the long winter. [Straw kept it cold.] Then came the machines of Linde.';

    it('finds the words by one whole side of their context', () => {
      const page = marked.replace(/[[\]]/g, '');

      expect(found(earlier(marked), page)).toBe(marked);
      expect(found(earlier(marked), page.replace('winter.', 'winter. So:'))).toBe(
        marked.replace('winter.', 'winter. So:'),
      );
    });

    it('finds no place without that', () => {
      expect(found(earlier(marked), 'But: Straw kept it cold. So:')).toBeNull();
    });
  });
});
