import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../../pace.ts';
import { repeatsOf } from './kept-repeats.ts';
import { cutPage } from './page-blocks.ts';

const long = 'The mill ground corn at low water by day and by night for seven hundred years.';

/** Gives which of the blocks are said again, all of them kept but those that begin with `no`. */
async function repeatsIn(html: string): Promise<readonly number[]> {
  const { blocks } = await cutPage(new JSDOM(html).window.document.body, unhurried);
  const keeps = blocks.map(({ text }) => !text.startsWith('no'));
  return repeatsOf(blocks, keeps).toSorted((a, b) => a - b);
}

describe('repeatsOf', () => {
  it.each([
    ['nothing twice', `<div>a</div><div class="b">b</div>`, []],
    ['the same for another screen', `<p class="wide">${long}</p><p class="small">${long}</p>`, [1]],
    ['the same deeper down', `<p>${long}</p><div><p>${long}</p></div>`, [1]],
    [
      'the same in a part of another build',
      `<div class="wide"><ul><li>${long}</ul></div><div class="small"><ul><li>${long}</ul></div>`,
      [1],
    ],
    [
      'the same in parts that are counted',
      `<p class="p1">${long}</p><p class="p2">${long}</p>`,
      [],
    ],
    ['the same in parts of one build', `<dl><dd>${long}</dl><dl><dd>${long}</dl>`, []],
    [
      'a third copy of one build',
      `<p class="a">${long}</p><p class="b">${long}</p><p class="a">${long}</p>`,
      [1],
    ],
    [
      'what stands above but is left out',
      `<p class="a">no ${long}</p><p class="b">no ${long}</p>`,
      [],
    ],
    ['few words', '<p class="a">Six words</p><p class="b">Six words</p>', []],
    ['a quotation', `<p>${long}</p><blockquote><p>${long}</p></blockquote>`, []],
    ['code', `<pre class="a">${long}</pre><pre class="b">${long}</pre>`, []],
    ['a heading', `<p>${long}</p><h2>${long}</h2>`, []],
    ['what a list of contents leads to', `<div><a href="#a">${long}</a></div><p>${long}</p>`, []],
  ])('finds of a page that says %s', async (_, html, expected) => {
    expect(await repeatsIn(html)).toEqual(expected);
  });

  it('finds what stands beside it too', async () => {
    const part = `<h2>Low water</h2><p>${long}</p><p>It stands.</p>`;
    const html = `<div class="wide">${part}</div><div class="small">${part}<p>Ends.</p></div>`;

    expect(await repeatsIn(html)).toEqual([3, 4, 5]);
  });

  it('leaves a heading that stands in another element above', async () => {
    const html = `<ul><li>Low water</ul><p class="a">${long}</p><p class="b">${long}</p><h2>Low water</h2>`;

    expect(await repeatsIn(html)).toEqual([2]);
  });
});
