import { JSDOM } from 'jsdom';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { neverYield } from '../cooperative-yield.ts';
import { articleShares } from './classify-blocks.ts';
import { allFeatureRows, featureNamesOf } from '../../../tests/extraction/training-features.ts';
import { addArticle, type PageContext, pageContextOf } from './page-context.ts';
import { cutPage } from './page-blocks.ts';

async function pageOf(html: string): Promise<PageContext> {
  const { document } = new JSDOM(html, { url: 'https://example.org/blog/a' }).window;
  const cut = await cutPage(document.body, neverYield);
  const taken = document.querySelector('[data-taken]');
  const shares = taken === null ? null : articleShares(cut.blocks, taken);
  const page = pageContextOf(cut);
  if (shares !== null) addArticle(page, shares);
  return page;
}

async function rowsOf(page: PageContext, names: readonly string[]): Promise<number[][]> {
  return (await allFeatureRows(page, names, neverYield)).map((row) => Array.from(row));
}

const featuresOf = async (html: string, names: readonly string[]): Promise<number[][]> =>
  rowsOf(await pageOf(html), names);

describe('allFeatureRows', () => {
  it.each([
    ['words', '<p>one two</p><p>three</p>', [2, 1]],
    ['link-share', '<p>a <a href="/">b</a></p>', [0.5]],
    ['ending', '<p>Done.</p><p>so:</p><p>so</p>', [2, 1, 0]],
    ['repeats', '<p>a</p><p>b</p><p>a</p>', [2, 1, 2]],
    ['position', '<p>a</p><p>b</p>', [0, 0.5]],
    ['main-heading', '<p>a</p><h1>b</h1><p>c</p>', [1, 3, 2]],
    ['from-heading', '<p>a</p><h2>b</h2><p>c</p><p>d</p>', [99, 99, 1, 2]],
    ['heading-related', '<h2>Related posts</h2><p>a</p>', [0, 1]],
    ['title-overlap', '<title>One two</title><p>Two three</p>', [0.5]],
    ['share', '<p>a</p><div data-taken><p>b</p></div>', [0, 1]],
    ['share', '<p>a</p>', [-1]],
    ['to-article', '<p>a</p><p>b</p><div data-taken>c</div>', [2, 1, 0]],
    ['words-before', '<p>a b</p><p>c</p>', [-1, 2]],
    ['words-two-after', '<p>a</p><p>b</p><p>c d</p>', [2, -1, -1]],
    ['level-1-words', '<div><p>a b</p><p>c</p></div><p>d</p>', [0.75, 0.75, 1]],
    ['shape-blocks', '<ul><li>a<li>b</ul><p>c</p>', [2, 2, 1]],
    ['in-nav', '<nav><p>a</p></nav><p>b</p>', [1, 0]],
    ['holds-time', '<p><time>a</time></p><p>b</p>', [1, 0]],
    ['named-share', '<div class="share-bar"><p>a</p></div>', [2]],
    ['page-blocks', '<p>a</p><p>b</p>', [2, 2]],
    ['page-address-article', '<p>a</p>', [1]],
    ['is-price', '<p>$ 20</p><p>20</p>', [1, 0]],
    ['in-stated-body', '<p>The tide comes in.</p>', [-1]],
    [
      'in-stated-body',
      '<script type="application/ld+json">{"articleBody":"The tide comes&nbsp;in."}</script><p>The tide comes in.</p><p>And something else.</p>',
      [1, 0],
    ],
  ])('computes %s of %s', async (name, html, expected) => {
    expect((await featuresOf(html, [name])).flat()).toEqual(expected);
  });

  it('returns the requested features in the requested order', async () => {
    expect(await featuresOf('<p>a b.</p>', ['sentences', 'words', 'page-words'])).toEqual([
      [1, 2, 2],
    ]);
  });

  it('marks article features as absent if there is no article, as in the training data', async () => {
    const body = (mark: string) =>
      `<h1>Tides</h1><div${mark}><h2>One</h2><p>The tide <a href="/">comes</a> <b>in</b>.</p><p>It goes.</p></div><p>More</p>`;
    const asked = await pageOf(body(' data-taken'));
    const names = featureNamesOf(asked);
    const training = readFileSync(
      new URL('../../../tests/extraction/train.py', import.meta.url),
      'utf8',
    );
    const listed = (constant: string) =>
      z.parse(
        z.array(z.string()).check(z.minLength(1)),
        JSON.parse(new RegExp(`^${constant} = (\\[.*\\])$`, 'm').exec(training)?.[1] ?? '[]'),
      );
    const unknown = listed('UNKNOWN_WITHOUT_ARTICLE');
    const notOfArticle = listed('NOT_OF_THE_ARTICLE');
    const withoutArticle = (value: number, name: string): number => {
      if (unknown.includes(name) || name.startsWith('share')) return -1;
      return name.endsWith('-share') && !notOfArticle.includes(name) ? 0 : value;
    };

    const taken = (await rowsOf(asked, names)).map((row) =>
      row.map((value, at) => [names[at], withoutArticle(value, names[at] ?? '')]),
    );
    const told = (await rowsOf(await pageOf(body('')), names)).map((row) =>
      row.map((value, at) => [names[at], value]),
    );

    expect(told).toEqual(taken);
  });

  it('throws on an unknown feature', async () => {
    await expect(featuresOf('<p>a</p>', ['charm'])).rejects.toThrow(RangeError);
  });
});

describe('featureNamesOf', () => {
  it('names each feature once', async () => {
    const { document } = new JSDOM('<p>a</p>').window;
    const cut = await cutPage(document.body, neverYield);

    const names = featureNamesOf(pageContextOf(cut));

    expect(new Set(names).size).toBe(names.length);
  });
});
