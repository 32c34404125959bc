import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../markdown/markdown.ts';
import { unhurried } from '../../pace.ts';
import { chooseContent } from './choose-content.ts';
import type { Forest, Model } from './tree-model.ts';

const both = (forest: Forest): Model['blocks'] => ({ alone: forest, besideArticle: forest });

/** Keeps blocks of three letters or more; three blocks or fewer are an article. Each leaf is 300 or -300. */
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

/** Keeps what the article has and leaves out the rest; by itself every block has an even chance. */
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
  return chooseContent(document, { model, findArticle: noArticle, title: '', pace: unhurried });
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

    await chooseContent(document, { model, findArticle: noArticle, title: '', pace: unhurried });

    expect(document.body.innerHTML).toBe(before);
  });

  it('asks for the article where the blocks leave doubt', async () => {
    const { document } = new JSDOM('<p>one two</p><p>three four</p>').window;
    const findArticle = () => document.querySelector('p');

    const chosen = await chooseContent(document, {
      model: leaning,
      findArticle,
      title: '',
      pace: unhurried,
    });

    expect(chosen?.content.textContent).toMatch(/^one two *$/);
  });

  it('asks for it where few of the words and many of the blocks are in doubt', async () => {
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
      pace: unhurried,
    });

    expect(asked).toEqual(['article']);
  });

  it('keeps to the blocks where there is no article', async () => {
    const { document } = new JSDOM('<p>one two</p><p>three four</p>').window;

    const chosen = await chooseContent(document, {
      model: leaning,
      findArticle: noArticle,
      title: '',
      pace: unhurried,
    });

    expect(chosen?.content.textContent).toMatch(/^one two *three four *$/);
  });

  it('asks for no article of a page that is likely a product', async () => {
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

    await chooseContent(document, { model: ofProducts, findArticle, title: '', pace: unhurried });

    expect(asked).toEqual([]);
  });

  it('asks for no article where the blocks are clear', async () => {
    const { document } = new JSDOM('<p>one two</p>').window;
    const asked: string[] = [];
    const findArticle = () => {
      asked.push('article');
      return null;
    };

    await chooseContent(document, { model, findArticle, title: '', pace: unhurried });

    expect(asked).toEqual([]);
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
