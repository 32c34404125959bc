import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { isOverSame, overlapsOf } from './drawing.ts';

const { document } = new JSDOM('<p>abcde<b>fghij</b>klmno</p>').window;

/** The page's letters, each with where it stands. */
const points = [...document.querySelectorAll('p, b')]
  .flatMap(({ childNodes }) => [...childNodes])
  .filter((node) => node.nodeType === 3)
  .flatMap((node) =>
    (node.textContent ?? '').split('').map((letter, at) => ({ node, letter, at })),
  );

function over(letters: string): Range {
  const first = points.find(({ letter }) => letter === letters.at(0));
  const last = points.find(({ letter }) => letter === letters.at(-1));
  if (first === undefined || last === undefined) throw new Error('Not on the page.');
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}

describe('overlapsOf', () => {
  it.each<[string, string[], string[]]>([
    ['marks apart', ['abc', 'fgh'], []],
    ['marks that touch', ['abcde', 'fghij'], []],
    ['a mark within another', ['bcdefghijklm', 'ghi'], ['ghi']],
    ['the end of one and the begin of the next', ['abcdefg', 'efghijk'], ['efg']],
    ['the same words twice', ['fghij', 'fghij'], ['fghij']],
    ['two within a long one', ['abcdefghijklmno', 'bc', 'hij'], ['bc', 'hij']],
    ['a third that outlasts the second', ['abcdefgh', 'bc', 'ghij'], ['bc', 'gh']],
    ['no marks', [], []],
  ])('gives what is shared by %s, in any order', (_, marks, shared) => {
    const ranges = marks.map(over);

    expect(overlapsOf(ranges).map(String)).toEqual(shared);
    expect(overlapsOf(ranges.toReversed()).map(String)).toEqual(shared);
  });
});

describe('isOverSame', () => {
  const { document: page } = new JSDOM('<p>one  two</p> <p> one two </p>').window;
  const [first, second] = [...page.querySelectorAll('p')].map(({ firstChild }) => firstChild);

  function from(node: Node | null | undefined, start: number, end: number): Range {
    if (node == null) throw new Error('Not on the page.');
    const range = page.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  }

  it.each<[string, Range, boolean]>([
    ['the same ends', from(first, 0, 8), true],
    ['white space at an end', from(page.body, 0, 2), true],
    ['fewer words', from(first, 0, 3), false],
    ['the same words elsewhere', from(second, 0, 9), false],
  ])('tells %s', (_, other, isSame) => {
    const words = from(first, 0, 8);

    expect(isOverSame(words, other)).toBe(isSame);
    expect(isOverSame(other, words)).toBe(isSame);
  });
});
