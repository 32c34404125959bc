import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { collapsedAttribute } from '../elements.ts';
import { neverYield } from '../cooperative-yield.ts';
import { pageContextOf } from './page-context.ts';
import { cutPage } from './page-blocks.ts';
import { refineSelection } from './refine-selection.ts';

const longYes = Array.from({ length: 20 }, () => 'yes').join(' ');
const longNo = longYes.replaceAll('yes', 'no');
const restOfPage = `<footer>${`<p>${longNo}</p>`.repeat(5)}</footer>`;

/**
 * Returns the kept texts. The model is sure of blocks with `yes` or exactly `wanted`, unsure about `maybe`, and rejects
 * everything else.
 */
async function keptOf(html: string, wanted = 'yes'): Promise<readonly string[]> {
  const { document } = new JSDOM(html, { url: 'https://example.org/' }).window;
  const cut = await cutPage(document.body, neverYield);
  const { blocks } = pageContextOf(cut);
  const sure = (text: string) =>
    text.includes('yes') || text === wanted ? 0.9 : text.includes('maybe') ? 0.2 : 0.01;

  const keeps = refineSelection(
    blocks,
    blocks.map(({ text }) => sure(text)),
    0.4,
  );

  return blocks.flatMap(({ text }, at) => (keeps[at] === true ? [text] : []));
}

function tableDays(from: number, to: number): string {
  const days = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return days.map((day) => `<td>${day}</td>`).join('');
}

describe('refineSelection', () => {
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
  ])('drops the label %j on its own', async (label) => {
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
  ])('keeps %j as part of the text', async (words, html) => {
    expect(await keptOf(html, words)).toContain(words);
  });

  it.each([
    ['keeps what the model keeps', '<p>yes</p><p>no</p>', ['yes']],
    ['keeps nothing if the model keeps nothing', '<h2>maybe</h2><p>no</p>', []],
    ['drops menus', '<nav>yes a</nav><p>yes b</p>', ['yes b']],
    [
      'drops share bars',
      '<div class="share-bar"><a href="/s">yes a</a></div><p>yes b</p>',
      ['yes b'],
    ],
    [
      'drops the days of a month',
      `<table><tr><th>yes</th></tr><tr>${tableDays(29, 30)}${tableDays(1, 6)}</tr></table><p>yes b</p>`,
      ['yes b'],
    ],
    [
      'keeps other numbers in a table',
      `<table><tr><th>yes</th></tr><tr>${tableDays(1, 3)}${tableDays(5, 9)}</tr></table>`,
      ['yes'],
    ],
    [
      'drops links to the post they are in',
      '<div id="p1"><p>yes a</p><div><a href="#p1">yes</a> <button>yes</button></div></div>',
      ['yes a'],
    ],
    [
      'keeps links to other parts of the page',
      '<div id="p1"><p>yes a</p><div><a href="#p2">yes</a></div></div>',
      ['yes a', 'yes'],
    ],
    [
      'keeps words beside a link to the post',
      '<div id="p1"><p>yes a</p><div>yes by <a href="#p1">a</a></div></div>',
      ['yes a', 'yes by a'],
    ],
    [
      'keeps code and tables below a line of text',
      `<div><p>yes</p><pre>no</pre><table><tr><td>no a</td></tr></table><p>yes ${'word '.repeat(20)}</p></div>`,
      ['yes', 'no', 'no a', `yes ${'word '.repeat(20)}`.trim()],
    ],
    [
      'drops cookie notices',
      '<div id="cookies"><p>yes a</p></div><p>yes b and more</p>',
      ['yes b and more'],
    ],
    [
      'drops dialogs',
      '<div role="dialog"><p>yes a</p></div><p>yes b and more</p>',
      ['yes b and more'],
    ],
    [
      'keeps a dialog that is the page',
      '<div role="dialog"><p>yes a and more</p></div><p>yes b</p>',
      ['yes a and more', 'yes b'],
    ],
    [
      'keeps prose in a section named for sharing',
      '<div class="share-bar"><p>yes in words</p></div>',
      ['yes in words'],
    ],
    [
      'keeps headings right before kept text',
      '<h1>maybe a</h1><h2>maybe b</h2><p>yes</p><h2>maybe c</h2>',
      ['maybe a', 'maybe b', 'yes'],
    ],
    ['drops unlikely headings', '<h2>no</h2><p>yes</p>', ['yes']],
    ['keeps the opening words of an element', '<div>maybe<p>yes</p></div>', ['maybe', 'yes']],
    [
      'keeps a term',
      '<dl><dt>term</dt><dd>yes</dd><dt>other</dt><dd>no</dd></dl>',
      ['term', 'yes'],
    ],
    [
      'keeps the summary of a details element',
      '<details><summary>fold</summary><p>yes</p></details>',
      ['fold', 'yes'],
    ],
    ['fills gaps', '<p>yes a</p><p>maybe</p><p>yes b</p>', ['yes a', 'maybe', 'yes b']],
    ['leaves unlikely blocks out of gaps', '<p>yes a</p><p>no</p><p>yes b</p>', ['yes a', 'yes b']],
    [
      "doesn't fill gaps across elements",
      '<p>yes a</p><div><p>maybe</p></div><p>yes b</p>',
      ['yes a', 'yes b'],
    ],
    [
      'keeps a display formula',
      '<p>yes</p><p><code class="keepsake-formula">E</code></p>',
      ['yes', 'E'],
    ],
    [
      'keeps a caption',
      '<p>yes</p><figure><figcaption>maybe a caption</figcaption></figure>',
      ['yes', 'maybe a caption'],
    ],
    ['drops an unlikely caption', '<p>yes</p><figcaption>no</figcaption>', ['yes']],
    [
      'completes a list that is mostly kept',
      '<p>yes and more of the page</p><ul><li>yes a<li>no<li>yes b</ul><p>yes and more of the page</p>',
      ['yes and more of the page', 'yes a', 'no', 'yes b', 'yes and more of the page'],
    ],
    [
      'completes a mostly kept list with paragraphs and code',
      `<ul><li>yes and a<li><p>no b</p><pre>no c</pre><li>yes and d</ul>${restOfPage}`,
      ['yes and a', 'no b', 'no c', 'yes and d'],
    ],
    [
      "doesn't complete a list of cards",
      '<p>yes and more of the page</p><ul><li>yes a<li><div>no</div><li>yes b</ul><p>yes and more of the page</p>',
      ['yes and more of the page', 'yes a', 'yes b', 'yes and more of the page'],
    ],
    [
      'completes prose of which a quarter is kept',
      `<div><p>${longYes}</p>${`<p>${longNo}</p>`.repeat(3)}</div><p>no</p>`,
      [longYes, longNo, longNo, longNo],
    ],
    [
      'keeps a few words amid prose of which a quarter is kept',
      `<div><p>${longYes}</p><p>${longNo}</p><p>no more</p><p>${longNo}</p><p><a href="/">no link</a></p><p>${longNo}</p></div>`,
      [longYes, longNo, 'no more', longNo, longNo],
    ],
    [
      "doesn't complete prose of which less than a quarter is kept",
      `<div><p>${longYes}</p>${`<p>${longNo}</p>`.repeat(5)}</div>`,
      [longYes],
    ],
    [
      'keeps a table amid prose',
      `<p>${longYes}</p><table><tr><th>no a<th>no b</table><p>yes</p>`,
      [longYes, 'no a', 'no b', 'yes'],
    ],
    [
      'drops a table of links amid prose',
      `<p>${longYes}</p><table><tr><th><a href="/a">no a</a></table><p>yes</p>`,
      [longYes, 'yes'],
    ],
    [
      'keeps collapsed content amid prose',
      `<p>${longYes}</p><div>no label</div><div ${collapsedAttribute}>no fold</div><p>yes</p>`,
      [longYes, 'no label', 'no fold', 'yes'],
    ],
    [
      'drops other blocks amid prose',
      `<p>${longYes}</p><div>no label</div><div>no</div><p>yes</p>`,
      [longYes, 'yes'],
    ],
    [
      'keeps a list introduced by a colon',
      `<main><p>yes, bring:</p><ul><li>no a<li>no b<ol><li>no c</ol></ul></main>${restOfPage}`,
      ['yes, bring:', 'no a', 'no b', 'no c'],
    ],
    [
      'keeps a list introduced by a full-width colon',
      `<main><p>yes：</p><div><ol><li>no a</ol></div></main>${restOfPage}`,
      ['yes：', 'no a'],
    ],
    [
      'keeps a list introduced within the same element',
      `<main><div>yes:<ul><li>no a</ul></div></main>${restOfPage}`,
      ['yes:', 'no a'],
    ],
    [
      'drops a list without introduction',
      `<main><p>yes</p><ul><li>no a</ul></main>${restOfPage}`,
      ['yes'],
    ],
    [
      'drops a list outside the element that ends with a colon',
      `<main><div><p>yes</p><p>yes:</p></div><ul><li>no a</ul></main>${restOfPage}`,
      ['yes', 'yes:'],
    ],
    [
      'drops links introduced by a colon',
      `<main><p>yes:</p><ul><li><a href="/a">no a</a></ul></main>${restOfPage}`,
      ['yes:'],
    ],
    [
      'drops a share bar or menu introduced by a colon',
      `<main><p>yes:</p><ul class="social"><li>no a</ul><p>yes:</p><nav><ul><li>no b</ul></nav></main>${restOfPage}`,
      ['yes:', 'yes:'],
    ],
    [
      'drops a list that makes up the page',
      `<main><p>yes:</p><ul><li>${longNo}</ul></main>`,
      ['yes:'],
    ],
    [
      'keeps code right after a kept list',
      `<main><ul><li>yes a<li>yes b</ul><pre><code>no c</code></pre></main>${restOfPage}`,
      ['yes a', 'yes b', 'no c'],
    ],
    [
      'drops code in a different element from the kept list',
      `<ul><li>yes a<li>yes b</ul><main><p>no c</p><pre>no d</pre></main>${restOfPage}`,
      ['yes a', 'yes b'],
    ],
    [
      'keeps the terms under a kept heading',
      `<main><h2>yes</h2><dl><dt>no a<dd>no b</dl></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'keeps the table under a kept heading',
      `<main><h2>yes</h2><table><tr><td>no a<td>no b</table></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'keeps the table right after prose',
      `<main><p>${longYes}</p><table><tr><td>no a<td>no b</table></main>${restOfPage}`,
      [longYes, 'no a', 'no b'],
    ],
    [
      'drops a layout table',
      `<main><h2>yes</h2><table><tr><td><h3>no a</h3><td>no b</table><h2>yes</h2><table role=none><tr><td>no c<td>no d</table></main>${restOfPage}`,
      ['yes', 'yes'],
    ],
    [
      'completes a data table with all of its cells',
      `<main><table><tr><td>yes and a<td><p>no b</p><pre>no c</pre><tr><td>no d<td><ul><li>no e</ul></table></main>${restOfPage}`,
      ['yes and a', 'no b', 'no c', 'no d', 'no e'],
    ],
    [
      'keeps code in a kept list item',
      `<main><ol><li>yes a<pre>no b</pre><li>no c</ol></main>${restOfPage}`,
      ['yes a', 'no b'],
    ],
    [
      'keeps code right after kept text',
      `<main><p>yes</p><pre>no a</pre><p>no b</p><pre>no c</pre></main>${restOfPage}`,
      ['yes', 'no a'],
    ],
    [
      'keeps the code in tabs right after kept text',
      `<main><h2>yes</h2><div><ul role="tablist"><li role="tab">npm<li role="tab">Yarn</ul><div><pre>no a</pre></div><div><pre>no b</pre></div></div></main>${restOfPage}`,
      ['yes', 'no a', 'no b'],
    ],
    [
      'drops tabs that hold more than code',
      `<main><h2>yes</h2><div><ul role="tablist"><li role="tab">npm<li role="tab">Yarn</ul><div><p>no a</p></div><div><pre>no b</pre></div></div></main>${restOfPage}`,
      ['yes'],
    ],
    [
      'keeps the source of a quote',
      `<main><p>yes</p><blockquote><p>yes, so be it</p><footer>no a</footer></blockquote></main>${restOfPage}`,
      ['yes', 'yes, so be it', 'no a'],
    ],
    [
      'keeps the author of an embedded post',
      `<main><p>yes</p><blockquote class="twitter-tweet"><p>yes, so be it</p>no a <a href="https://twitter.com/">no b c</a></blockquote></main>${restOfPage}`,
      ['yes', 'yes, so be it', 'no a no b c'],
    ],
    [
      'keeps referenced footnotes',
      '<p>yes, a long paragraph with a mark <a href="#n">1</a></p><p>no</p><ol><li id="n">note<li>other</ol>',
      ['yes, a long paragraph with a mark 1', 'note'],
    ],
    [
      'drops footnotes longer than the text',
      '<p>yes <a href="#n">1</a></p><ol><li id="n">a note of more words than that</ol>',
      ['yes 1'],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await keptOf(html)).toEqual(expected);
  });
});
