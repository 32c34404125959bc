import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { articleShares } from './classify-blocks.ts';
import { featureRows } from './block-features.ts';
import { addArticle, pageContextOf } from './page-context.ts';
import { featureNamesOf, allFeatures } from '../../../tests/extraction/training-features.ts';
import { cutPage } from './page-blocks.ts';

const html =
  '<title>Ice</title><nav><a href="/">Home</a></nav><h1>Ice</h1><main><p>Ice was cut in <b>January</b>, and kept.</p>' +
  '<h2>Walls</h2><p>Of straw.</p></main><footer><p>Comments</p><ul><li>One</li><li>Two</li></ul></footer>';

it('refreshes all features that depend on the article', async () => {
  const { document } = new JSDOM(html, { url: 'https://example.org/blog/a' }).window;
  const cut = await cutPage(document.body, neverYield);
  const page = pageContextOf(cut);
  const asked = { names: featureNamesOf(page), features: allFeatures, yieldIfDue: neverYield };
  const { rows, refreshArticleFeatures } = await featureRows(page, asked);
  const before = structuredClone(rows);
  const article = document.querySelector('main');
  if (article === null) throw new Error('The page has no article.');
  addArticle(page, articleShares(cut.blocks, article));
  await refreshArticleFeatures();
  expect(rows).not.toEqual(before);
  expect(rows).toEqual((await featureRows(page, asked)).rows);
});

it('throws on an unknown feature', async () => {
  const { document } = new JSDOM(html).window;
  const page = pageContextOf(await cutPage(document.body, neverYield));
  await expect(
    featureRows(page, { names: ['depth', 'weight'], yieldIfDue: neverYield }),
  ).rejects.toThrow(/weight/);
});
