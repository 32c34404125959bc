import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { removeSignposts } from './kept-pictures.ts';

describe('removeSignposts', () => {
  it.each([
    ['a picture', '<img alt="a">', ['a']],
    [
      'of pictures with the same words the first',
      '<img alt="a"><img alt="b"><img alt=" A">',
      ['a', 'b'],
    ],
    ['none that leads to another page', '<a href="/b"><img alt="a"></a>', []],
    ['one that leads to its own file', '<a href="/b.JPG?w=9"><img alt="a"></a>', ['a']],
    ['one that is only named in the page', '<a name="b"><img alt="a"></a>', ['a']],
    ['none named as its file', '<img alt="b-2.jpg">', []],
    [
      'none whose words stand in the text',
      '<img alt="The old mill"><p>This is the  old mill.</p>',
      [],
    ],
    ['none whose words stand in the title', '<img alt="Tides of Sallow">', []],
    ['one with a word of the text', '<img alt="Mill"><p>The old mill</p>', ['Mill']],
  ])('keeps %s', (_, html, expected) => {
    const { document } = new JSDOM(html).window;

    removeSignposts(document.body, 'The tides of Sallow');

    expect(Array.from(document.images, ({ alt }) => alt.trim())).toEqual(expected);
  });
});
