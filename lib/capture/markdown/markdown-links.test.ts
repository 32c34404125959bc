import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../pace.ts';
import { markdownOf } from './markdown.ts';

/** Says whether the Markdown holds the one picture of `html`. */
async function keepsPicture(html: string): Promise<boolean> {
  const { document } = new JSDOM(html).window;
  return /!\[/.test(await markdownOf(document.body, 'https://example.org/', unhurried));
}

describe('markdownOf writes a picture', () => {
  it.each([
    ['a letter of a word', '<p>where <img src=r alt=r></p>'],
    ['a part of a word', '<p>now <img src=n alt=no></p>'],
    ['the beginning of a word', '<p><img src=r alt=r> radius</p>'],
    ['the word of another cell', '<table><tr><th>a<th>b<tr><td>No<td><img src=n alt=No></table>'],
    ['a word said by chance', '<table><tr><th>No<th>Yes<tr><td>a<td><img src=n alt=No></table>'],
    ['two words of a sentence', '<p>Press stop now: <img src=s alt="Stop now"></p>'],
    ['whose last word goes on', '<p>The old mills <img src=m alt="The old mill"></p>'],
    ['whose first number goes on', '<p>14 of 5 stars <img src=m alt="4 of 5 stars"></p>'],
  ])('of %s', async (_, html) => {
    expect(await keepsPicture(html)).toBe(true);
  });

  it.each([
    ['three words', '<p>The old mill, 1902 <img src=m alt="The old mill"></p>'],
    ['words within signs', '<p>“The old mill” <img src=m alt="The old mill"></p>'],
    ['words in Chinese', '<p>这是古老的磨坊旁边 <img src=m alt="古老的磨坊"></p>'],
    ['its word for the heading', '<ul><li><img src=h alt=Home><h3>Home</h3>here</ul>'],
    ['its word in a numbered heading', '<img src=h alt=Home><h3>1. HOME</h3>here'],
    ['its word before it', '<p>Press Save <img src=s alt=Save> now</p>'],
    ['a word of its link', '<a href=/b><img src=h alt=Home> Home</a>'],
    [
      'two words of its caption',
      '<figure><img src=m alt="Old mill"><figcaption>The old mill</figcaption></figure>',
    ],
  ])('not where beside it are %s', async (_, html) => {
    expect(await keepsPicture(html)).toBe(false);
  });
});
