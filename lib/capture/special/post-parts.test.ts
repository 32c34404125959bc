import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { oneLine, ownParts } from './post-parts.ts';

describe('ownParts', () => {
  it('leaves out parts of a reply and parts of parts', () => {
    const { document } = new JSDOM(
      '<article><b id="a"><b id="b"></b></b><article><b id="c"></b></article><p><b id="d"></b></p></article>',
    ).window;
    const post = document.querySelector('article');
    if (post === null) throw new Error('There is no post.');

    expect(ownParts(post, 'article', 'b').map(({ id }) => id)).toEqual(['a', 'd']);
  });
});

describe('oneLine', () => {
  it('takes off what only sets parts apart', () => {
    expect(oneLine(' · Ada\n  Lovelace – ')).toBe('Ada Lovelace');
  });

  it.each([
    ['-3', '-3'],
    ['- 3', '3'],
    ['– -3 –', '-3'],
    ['-Ada', 'Ada'],
  ])('tells a sign from a dash: %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  // Minutes, and so beyond what a test is given, where the time grows with the square.
  it('comes to the end of a page of dots', () => {
    expect(oneLine(`x${'·'.repeat(600_000)}x`)).toBe('x');
  });
});
