import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../markdown/markdown.ts';
import { unhurried } from '../../pace.ts';
import { chooseContent } from './choose-content.ts';
import { modelOf, type Model } from './tree-model.ts';

/** Keeps blocks of three letters or more; three blocks or fewer are an article. Each leaf is 300 or -300. */
const model: Model = modelOf({
  source: '',
  features: ['letters', 'page-blocks'],
  thresholds: [[2], [3]],
  unit: 100,
  blocks: { start: 0, nodes: '$##', thresholds: '#', high: 'GN', low: '7`' },
  kinds: {
    article: { start: 0, nodes: '%##', thresholds: '#', high: 'NG', low: '`7' },
    list: { start: 0, nodes: '%##', thresholds: '#', high: 'GN', low: '7`' },
  },
});

async function chosenFrom(html: string) {
  const { document } = new JSDOM(html, { url: 'https://example.org/' }).window;
  return chooseContent(document, { model, article: null, title: '', pace: unhurried });
}

async function markdownFrom(html: string): Promise<string> {
  const chosen = await chosenFrom(html);
  if (chosen === null) return '';
  return markdownOf(chosen.content, 'https://example.org/', unhurried);
}

describe('chooseContent', () => {
  it.each([
    ['<p>x</p><p>two words</p>', 'two words'],
    ['<h2>A heading</h2><nav><ul><li>x<li>y</ul></nav>', '## A heading'],
    ['<nav>a b</nav><div role="navigation">c d</div><p>e f</p>', 'e f'],
    ['<ul><li>a b<li>x<li>c d</ul>', '- a b\n- c d'],
    ['<pre><code>a = 1\nb  = 2</code></pre>', '```\na = 1\nb  = 2\n```'],
    ['<div>a b<div>x</div>c d</div>', 'a b c d'],
    ['<p>a <a href="/b">b</a></p>', 'a [b](https://example.org/b)'],
    ['<p>a b<br>c d</p>', 'a b  \nc d'],
    [
      '<table><tr><th>a b<th>c d<tr><td>x<td>e f</table>',
      '| a b | c d |\n| --- | --- |\n|  | e f |',
    ],
  ])('keeps of %s', async (html, markdown) => {
    expect(await markdownFrom(html)).toBe(markdown);
  });

  it.each([
    ['<p>a b</p><img src="/i.png" alt="Tide"><p>c d</p>', true],
    ['<p>a b</p><figure><img src="/i.png" alt="Tide"></figure><p>c d</p>', true],
    ['<p>a b</p><img src="/i.png" alt="Tide"><p>x</p><p>c d</p>', false],
    ['<p>x</p><img src="/i.png" alt="Tide"><p>c d</p>', false],
    ['<p>a b</p><img src="/i.png" alt="Tide">', false],
  ])('keeps a picture between what is kept: %s', async (html, isKept) => {
    expect((await markdownFrom(html)).includes('![Tide](https://example.org/i.png)')).toBe(isKept);
  });

  it('keeps a short one among many of its build', async () => {
    const posts = ['a b', 'c d', 'e f', 'g h', 'x', 'i j', 'k l', 'm n', 'o p'];

    const markdown = await markdownFrom(posts.map((post) => `<p>${post}</p>`).join(''));

    expect(markdown).toBe(posts.join('\n\n'));
  });

  it('leaves the snapshot as it was', async () => {
    const { document } = new JSDOM('<p>x</p><p>two words</p>').window;
    const before = document.body.innerHTML;

    await chooseContent(document, { model, article: null, title: '', pace: unhurried });

    expect(document.body.innerHTML).toBe(before);
  });

  it.each(['', '<p>x</p>'])('finds nothing where nothing is kept: %j', async (html) => {
    expect(await chosenFrom(html)).toBeNull();
  });

  it.each([
    ['<p>a b</p>', 'article'],
    ['<p>a b</p><p>a</p><p>b</p><p>c</p>', 'list'],
  ])('tells the kind of %s', async (html, kind) => {
    const chosen = await chosenFrom(html);

    expect(chosen?.kind).toBe(kind);
    expect(chosen?.confidence).toBeCloseTo(0.9526, 3);
  });
});
