import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { collapseLine, partsIn } from './posts.ts';

describe('partsIn', () => {
  it('leaves out the parts of replies and nested parts', () => {
    const { document } = new JSDOM(
      '<article><b id="a"><b id="b"></b></b><article><b id="c"></b></article><p><b id="d"></b></p></article>',
    ).window;
    const post = document.querySelector('article');
    if (post === null) throw new Error('There is no post.');

    expect(partsIn(document, 'article')(post, 'b').map(({ id }) => id)).toEqual(['a', 'd']);
  });
});

describe('collapseLine', () => {
  it('trims separators', () => {
    expect(collapseLine(' · Ada\n  Lovelace – ')).toBe('Ada Lovelace');
  });

  it.each([
    ['-3', '-3'],
    ['- 3', '3'],
    ['– -3 –', '-3'],
    ['-Ada', 'Ada'],
  ])('keeps a minus sign but not a dash: %j', (text, expected) => {
    expect(collapseLine(text)).toBe(expected);
  });

  // Quadratic time would take minutes and fail by timeout.
  it('handles a page of dots in linear time', () => {
    expect(collapseLine(`x${'·'.repeat(600_000)}x`)).toBe('x');
  });
});
