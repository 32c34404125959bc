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

  it('takes no longer for a page of dots', () => {
    const began = performance.now();

    oneLine(`x${'·'.repeat(300_000)}x`);

    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
