import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { markdownOf } from './markdown.ts';

/** Returns whether the Markdown contains the only image of `html`. */
async function keepsPicture(html: string): Promise<boolean> {
  const { document } = new JSDOM(html).window;
  return /!\[/.test(await markdownOf(document.body, 'https://example.org/', neverYield));
}

describe('markdownOf on images', () => {
  it.each([
    ['a letter of a word', '<p>where <img src=r alt=r></p>'],
    ['part of a word', '<p>now <img src=n alt=no></p>'],
    ['the start of a word', '<p><img src=r alt=r> radius</p>'],
    ['a word from another cell', '<table><tr><th>a<th>b<tr><td>No<td><img src=n alt=No></table>'],
    ['an unrelated word', '<table><tr><th>No<th>Yes<tr><td>a<td><img src=n alt=No></table>'],
    ['two words of a sentence', '<p>Press stop now: <img src=s alt="Stop now"></p>'],
    ['text whose last word continues', '<p>The old mills <img src=m alt="The old mill"></p>'],
    ['text whose first number continues', '<p>14 of 5 stars <img src=m alt="4 of 5 stars"></p>'],
  ])('keeps an image next to %s', async (_, html) => {
    expect(await keepsPicture(html)).toBe(true);
  });

  it.each([
    ['three words', '<p>The old mill, 1902 <img src=m alt="The old mill"></p>'],
    ['words in punctuation', '<p>“The old mill” <img src=m alt="The old mill"></p>'],
    ['words in Chinese', '<p>这是古老的磨坊旁边 <img src=m alt="古老的磨坊"></p>'],
    ['the same text as a heading', '<ul><li><img src=h alt=Home><h3>Home</h3>here</ul>'],
    ['the same text in a numbered heading', '<img src=h alt=Home><h3>1. HOME</h3>here'],
    ['the same text before it', '<p>Press Save <img src=s alt=Save> now</p>'],
    ['a word of its link', '<a href=/b><img src=h alt=Home> Home</a>'],
    [
      'two words of its caption',
      '<figure><img src=m alt="Old mill"><figcaption>The old mill</figcaption></figure>',
    ],
  ])('drops an image next to %s', async (_, html) => {
    expect(await keepsPicture(html)).toBe(false);
  });
});
