import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownOf } from '../markdown/markdown.ts';
import { neverYield } from '../cooperative-yield.ts';
import { chooseContent } from './readable-content.ts';
import type { Forest, Model } from './block-model.ts';

const both = (forest: Forest): Model['blocks'] => ({ alone: forest, besideArticle: forest });

/** Keeps blocks of three characters or more. A page of up to three blocks is an article. Leaves are 300 or -300. */
const model: Model = {
  source: '',
  features: ['letters', 'page-blocks'],
  questions: { features: [0, 1], limits: [2, 3] },
  questionsFrom: 1000,
  unit: 100,
  blocks: both({ start: 0, trees: [[1000, 1, -300, 300]] }),
  kinds: {
    article: { start: 0, trees: [[1001, 1, 300, -300]] },
    list: { start: 0, trees: [[1001, 1, -300, 300]] },
  },
};

/** Keeps blocks in the article; without an article, every block has a probability of 0.5. */
const leaning: Model = {
  ...model,
  features: ['to-article'],
  questions: { features: [0], limits: [0] },
  blocks: {
    alone: { start: 0, trees: [] },
    besideArticle: { start: 0, trees: [[1000, 1, 300, -300]] },
  },
  kinds: { documentation: { start: 0, trees: [] } },
};

const noArticle = () => null;

async function chosenFrom(html: string) {
  const { document } = new JSDOM(html, { url: 'https://example.org/' }).window;
  return chooseContent(document, {
    model,
    findArticle: noArticle,
    title: '',
    yieldIfDue: neverYield,
  });
}

async function markdownFrom(html: string): Promise<string> {
  const chosen = await chosenFrom(html);
  if (chosen === null) return '';
  return markdownOf(chosen.content, 'https://example.org/', neverYield);
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
  ])('keeps the selected blocks of %s', async (html, markdown) => {
    expect(await markdownFrom(html)).toBe(markdown);
  });

  it.each([
    ['<p>a b</p><img src="/i.png" alt="Tide"><p>c d</p>', true],
    ['<p>a b</p><figure><img src="/i.png" alt="Tide"></figure><p>c d</p>', true],
    ['<p>a b</p><img src="/i.png" alt="Tide"><p>x</p><p>c d</p>', false],
    ['<p>x</p><img src="/i.png" alt="Tide"><p>c d</p>', false],
    ['<p>a b</p><img src="/i.png" alt="Tide">', false],
  ])('keeps an image between kept blocks: %s', async (html, isKept) => {
    expect((await markdownFrom(html)).includes('![Tide](https://example.org/i.png)')).toBe(isKept);
  });

  it('keeps a short block among many of its shape', async () => {
    const posts = ['a b', 'c d', 'e f', 'g h', 'x', 'i j', 'k l', 'm n', 'o p'];

    const markdown = await markdownFrom(posts.map((post) => `<p>${post}</p>`).join(''));

    expect(markdown).toBe(posts.join('\n\n'));
  });

  it('leaves the snapshot unchanged', async () => {
    const { document } = new JSDOM('<p>x</p><p>two words</p>').window;
    const before = document.body.innerHTML;

    await chooseContent(document, {
      model,
      findArticle: noArticle,
      title: '',
      yieldIfDue: neverYield,
    });

    expect(document.body.innerHTML).toBe(before);
  });

  it('extracts the article if blocks are doubtful', async () => {
    const { document } = new JSDOM('<p>one two</p><p>three four</p>').window;
    const findArticle = () => document.querySelector('p');

    const chosen = await chooseContent(document, {
      model: leaning,
      findArticle,
      title: '',
      yieldIfDue: neverYield,
    });

    expect(chosen?.content.textContent).toMatch(/^one two *$/);
  });

  it('extracts the article if few words but many blocks are doubtful', async () => {
    const { document } = new JSDOM(`<p>${'word '.repeat(100)}</p><p>a b</p><p>c d</p>`).window;
    const shortInDoubt: Model = {
      ...model,
      blocks: both({ start: 0, trees: [[1000, 1, 0, 400]] }),
    };
    const asked: string[] = [];
    const findArticle = () => {
      asked.push('article');
      return null;
    };

    await chooseContent(document, {
      model: { ...shortInDoubt, questions: { features: [0, 1], limits: [10, 3] } },
      findArticle,
      title: '',
      yieldIfDue: neverYield,
    });

    expect(asked).toEqual(['article']);
  });

  it('uses the blocks alone if there is no article', async () => {
    const { document } = new JSDOM('<p>one two</p><p>three four</p>').window;

    const chosen = await chooseContent(document, {
      model: leaning,
      findArticle: noArticle,
      title: '',
      yieldIfDue: neverYield,
    });

    expect(chosen?.content.textContent).toMatch(/^one two *three four *$/);
  });

  it('extracts no article from a likely product page', async () => {
    const { document } = new JSDOM('<p>one two</p><p>three four</p>').window;
    const asked: string[] = [];
    const findArticle = () => {
      asked.push('article');
      return document.querySelector('p');
    };
    const ofProducts: Model = {
      ...leaning,
      kinds: { ...leaning.kinds, product: { start: 10, trees: [] } },
    };

    await chooseContent(document, {
      model: ofProducts,
      findArticle,
      title: '',
      yieldIfDue: neverYield,
    });

    expect(asked).toEqual([]);
  });

  it('extracts no article if blocks are clear', async () => {
    const { document } = new JSDOM('<p>one two</p>').window;
    const asked: string[] = [];
    const findArticle = () => {
      asked.push('article');
      return null;
    };

    await chooseContent(document, { model, findArticle, title: '', yieldIfDue: neverYield });

    expect(asked).toEqual([]);
  });

  it.each(['', '<p>x</p>'])('returns null if no block is kept: %j', async (html) => {
    expect(await chosenFrom(html)).toBeNull();
  });

  it.each([
    ['<p>a b</p>', 'article'],
    ['<p>a b</p><p>a</p><p>b</p><p>c</p>', 'list'],
  ])('determines the kind of %s', async (html, kind) => {
    const chosen = await chosenFrom(html);

    expect(chosen?.kind).toBe(kind);
    expect(chosen?.confidence).toBeCloseTo(0.9526, 3);
  });
});
