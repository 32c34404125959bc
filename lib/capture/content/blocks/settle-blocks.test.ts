import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { collapsedMark } from '../../element-kinds.ts';
import { unhurried } from '../../pace.ts';
import { surroundingsOf } from './block-surroundings.ts';
import { cutPage } from './page-blocks.ts';
import { settleBlocks } from './settle-blocks.ts';

const longYes = Array.from({ length: 20 }, () => 'yes').join(' ');
const longNo = longYes.replaceAll('yes', 'no');
const restOfPage = `<footer>${`<p>${longNo}</p>`.repeat(5)}</footer>`;

/**
 * The texts that are kept, where the model is sure of blocks with `yes` or of these very words, has doubts of `maybe`, and
 * wants no other.
 */
async function keptOf(html: string, wanted = 'yes'): Promise<readonly string[]> {
  const { document } = new JSDOM(html, { url: 'https://example.org/' }).window;
  const cut = await cutPage(document.body, unhurried);
  const { blocks } = surroundingsOf(cut, '');
  const sure = (text: string) =>
    text.includes('yes') || text === wanted ? 0.9 : text.includes('maybe') ? 0.2 : 0.01;

  const keeps = settleBlocks(
    blocks,
    blocks.map(({ text }) => sure(text)),
    0.4,
  );

  return blocks.flatMap(({ text }, at) => (keeps[at] === true ? [text] : []));
}

describe('settleBlocks', () => {
  it.each([
    'Advertisement',
    '- ADVERTISEMENT -',
    'Advertisement. Scroll to continue reading.',
    'Advertisement - Continue reading below',
    'Story continues below advertisement',
    'Article continues after this ad',
    'Anzeige',
    'Werbung:',
    'Publicité',
    'Publicidad',
    'Publicidade',
    '広告',
    '— 广告 —',
    'إعلان',
  ])('leaves out %j where it stands alone', async (label) => {
    const html = `<p>yes a</p><div><span>${label}</span></div><p>yes b</p>`;

    expect(await keptOf(html, label)).toEqual(['yes a', 'yes b']);
  });

  it.each([
    ['Anzeige', '<h2>Anzeige</h2><p>yes</p>'],
    ['Advertisement', '<ul><li>yes</li><li>Advertisement</li></ul>'],
    ['Ad', '<table><tr><th>Ad</th><td>yes</td></tr></table>'],
    ['Advertisement is an art', '<p>Advertisement is an art</p><p>yes</p>'],
    ['我不看广告', '<p>我不看广告</p><p>yes</p>'],
    ['Advertising', '<p>Advertising</p><p>yes</p>'],
  ])('keeps %j as a word of the text', async (words, html) => {
    expect(await keptOf(html, words)).toContain(words);
  });

  it.each([
    ['what the model keeps', '<p>yes</p><p>no</p>', ['yes']],
    ['nothing where it keeps nothing', '<h2>maybe</h2><p>no</p>', []],
    ['no menu', '<nav>yes a</nav><p>yes b</p>', ['yes b']],
    ['no share bar', '<div class="share-bar"><a href="/s">yes a</a></div><p>yes b</p>', ['yes b']],
    ['no notice', '<div id="cookies"><p>yes a</p></div><p>yes b and more</p>', ['yes b and more']],
    ['no dialog', '<div role="dialog"><p>yes a</p></div><p>yes b and more</p>', ['yes b and more']],
    [
      'a dialog that is the page',
      '<div role="dialog"><p>yes a and more</p></div><p>yes b</p>',
      ['yes a and more', 'yes b'],
    ],
    [
      'what is said in a section named so',
      '<div class="share-bar"><p>yes in words</p></div>',
      ['yes in words'],
    ],
    [
      'the headings right before',
      '<h1>maybe a</h1><h2>maybe b</h2><p>yes</p><h2>maybe c</h2>',
      ['maybe a', 'maybe b', 'yes'],
    ],
    ['no heading that is out of place', '<h2>no</h2><p>yes</p>', ['yes']],
    ['the first words of a part', '<div>maybe<p>yes</p></div>', ['maybe', 'yes']],
    ['a term', '<dl><dt>term</dt><dd>yes</dd><dt>other</dt><dd>no</dd></dl>', ['term', 'yes']],
    [
      'the words on a fold',
      '<details><summary>fold</summary><p>yes</p></details>',
      ['fold', 'yes'],
    ],
    ['what stands between', '<p>yes a</p><p>maybe</p><p>yes b</p>', ['yes a', 'maybe', 'yes b']],
    ['not what is surely none', '<p>yes a</p><p>no</p><p>yes b</p>', ['yes a', 'yes b']],
    [
      'not what stands in another element',
      '<p>yes a</p><div><p>maybe</p></div><p>yes b</p>',
      ['yes a', 'yes b'],
    ],
    [
      'a displayed formula',
      '<p>yes</p><p><code class="keepsake-formula">E</code></p>',
      ['yes', 'E'],
    ],
    [
      'a caption',
      '<p>yes</p><figure><figcaption>maybe a caption</figcaption></figure>',
      ['yes', 'maybe a caption'],
    ],
    ['no caption that is surely none', '<p>yes</p><figcaption>no</figcaption>', ['yes']],
    [
      'the rest of a list that is mostly kept',
      '<p>yes and more of the page</p><ul><li>yes a<li>no<li>yes b</ul><p>yes and more of the page</p>',
      ['yes and more of the page', 'yes a', 'no', 'yes b', 'yes and more of the page'],
    ],
    [
      'the paragraphs and the code in such a list',
      `<ul><li>yes and a<li><p>no b</p><pre>no c</pre><li>yes and d</ul>${restOfPage}`,
      ['yes and a', 'no b', 'no c', 'yes and d'],
    ],
    [
      'not what stands in cards of such a list',
      '<p>yes and more of the page</p><ul><li>yes a<li><div>no</div><li>yes b</ul><p>yes and more of the page</p>',
      ['yes and more of the page', 'yes a', 'yes b', 'yes and more of the page'],
    ],
    [
      'the prose of which a quarter is kept',
      `<div><p>${longYes}</p>${`<p>${longNo}</p>`.repeat(3)}</div><p>no</p>`,
      [longYes, longNo, longNo, longNo],
    ],
    [
      'a few words amid that prose',
      `<div><p>${longYes}</p><p>${longNo}</p><p>no more</p><p>${longNo}</p><p><a href="/">no link</a></p><p>${longNo}</p></div>`,
      [longYes, longNo, 'no more', longNo, longNo],
    ],
    [
      'no prose of which less is kept',
      `<div><p>${longYes}</p>${`<p>${longNo}</p>`.repeat(5)}</div>`,
      [longYes],
    ],
    [
      'a table amid prose',
      `<p>${longYes}</p><table><tr><th>no a<th>no b</table><p>yes</p>`,
      [longYes, 'no a', 'no b', 'yes'],
    ],
    [
      'no table of links',
      `<p>${longYes}</p><table><tr><th><a href="/a">no a</a></table><p>yes</p>`,
      [longYes, 'yes'],
    ],
    [
      'what a label unfolds amid prose',
      `<p>${longYes}</p><div>no label</div><div ${collapsedMark}>no fold</div><p>yes</p>`,
      [longYes, 'no label', 'no fold', 'yes'],
    ],
    [
      'nothing else amid prose',
      `<p>${longYes}</p><div>no label</div><div>no</div><p>yes</p>`,
      [longYes, 'yes'],
    ],
    [
      'a list that a colon leads up to',
      `<main><p>yes, bring:</p><ul><li>no a<li>no b<ol><li>no c</ol></ul></main>${restOfPage}`,
      ['yes, bring:', 'no a', 'no b', 'no c'],
    ],
    [
      'a list that a full-width colon leads up to',
      `<main><p>yes：</p><div><ol><li>no a</ol></div></main>${restOfPage}`,
      ['yes：', 'no a'],
    ],
    [
      'what a colon leads up to within a part',
      `<main><div>yes:<ul><li>no a</ul></div></main>${restOfPage}`,
      ['yes:', 'no a'],
    ],
    [
      'no list that nothing leads up to',
      `<main><p>yes</p><ul><li>no a</ul></main>${restOfPage}`,
      ['yes'],
    ],
    [
      'no list in another part than the colon',
      `<main><div><p>yes</p><p>yes:</p></div><ul><li>no a</ul></main>${restOfPage}`,
      ['yes', 'yes:'],
    ],
    [
      'no links that a colon leads up to',
      `<main><p>yes:</p><ul><li><a href="/a">no a</a></ul></main>${restOfPage}`,
      ['yes:'],
    ],
    [
      'no share bar or menu that a colon leads up to',
      `<main><p>yes:</p><ul class="social"><li>no a</ul><p>yes:</p><nav><ul><li>no b</ul></nav></main>${restOfPage}`,
      ['yes:', 'yes:'],
    ],
    ['no list that is the page', `<main><p>yes:</p><ul><li>${longNo}</ul></main>`, ['yes:']],
    [
      'the code right after a kept list',
      `<main><ul><li>yes a<li>yes b</ul><pre><code>no c</code></pre></main>${restOfPage}`,
      ['yes a', 'yes b', 'no c'],
    ],
    [
      'no code in another part than that list',
      `<ul><li>yes a<li>yes b</ul><main><p>no c</p><pre>no d</pre></main>${restOfPage}`,
      ['yes a', 'yes b'],
    ],
    [
      'the terms under a kept heading',
      `<main><h2>yes</h2><dl><dt>no a<dd>no b</dl></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'the table under a kept heading',
      `<main><h2>yes</h2><table><tr><td>no a<td>no b</table></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'the table right after prose',
      `<main><p>${longYes}</p><table><tr><td>no a<td>no b</table></main>${restOfPage}`,
      [longYes, 'no a', 'no b'],
    ],
    [
      'no table that lays out',
      `<main><h2>yes</h2><table><tr><td><h3>no a</h3><td>no b</table><h2>yes</h2><table role=none><tr><td>no c<td>no d</table></main>${restOfPage}`,
      ['yes', 'yes'],
    ],
    [
      'a table of which a fair part is kept, with all in its cells',
      `<main><table><tr><td>yes and a<td><p>no b</p><pre>no c</pre><tr><td>no d<td><ul><li>no e</ul></table></main>${restOfPage}`,
      ['yes and a', 'no b', 'no c', 'no d', 'no e'],
    ],
    [
      'code in a kept item',
      `<main><ol><li>yes a<pre>no b</pre><li>no c</ol></main>${restOfPage}`,
      ['yes a', 'no b'],
    ],
    [
      'code right after what is kept',
      `<main><p>yes</p><pre>no a</pre><p>no b</p><pre>no c</pre></main>${restOfPage}`,
      ['yes', 'no a'],
    ],
    [
      'the code of tabs right after what is kept',
      `<main><h2>yes</h2><div><ul role="tablist"><li role="tab">npm<li role="tab">Yarn</ul><div><pre>no a</pre></div><div><pre>no b</pre></div></div></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'no tabs that hold more than code',
      `<main><h2>yes</h2><div><ul role="tablist"><li role="tab">npm<li role="tab">Yarn</ul><div><p>no a</p></div><div><pre>no b</pre></div></div></main>${restOfPage}`,
      ['yes'],
    ],
    [
      'who said what is quoted',
      `<main><p>yes</p><blockquote><p>yes, so be it</p><footer>no a</footer></blockquote></main>${restOfPage}`,
      ['yes', 'yes, so be it', 'no a'],
    ],
    [
      'who wrote a post that is quoted from a network',
      `<main><p>yes</p><blockquote class="twitter-tweet"><p>yes, so be it</p>no a <a href="https://twitter.com/">no b c</a></blockquote></main>${restOfPage}`,
      ['yes', 'yes, so be it', 'no a no b c'],
    ],
    [
      'the notes it points to',
      '<p>yes, a long paragraph with a mark <a href="#n">1</a></p><p>no</p><ol><li id="n">note<li>other</ol>',
      ['yes, a long paragraph with a mark 1', 'note'],
    ],
    [
      'no notes that outweigh the text',
      '<p>yes <a href="#n">1</a></p><ol><li id="n">a note of more words than that</ol>',
      ['yes 1'],
    ],
  ])('keeps %s', async (_, html, expected) => {
    expect(await keptOf(html)).toEqual(expected);
  });
});
