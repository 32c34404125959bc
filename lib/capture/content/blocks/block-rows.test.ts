import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { unhurried } from '../../pace.ts';
import { articleShares } from './article-share.ts';
import { blockRows, rowsOf } from './block-rows.ts';
import { addArticle, surroundingsOf } from './block-surroundings.ts';
import { featureNamesOf, features } from './more-features.ts';
import { cutPage } from './page-blocks.ts';

const html =
  '<title>Ice</title><nav><a href="/">Home</a></nav><h1>Ice</h1><main><p>Ice was cut in <b>January</b>, and kept.</p>' +
  '<h2>Walls</h2><p>Of straw.</p></main><footer><p>Comments</p><ul><li>One</li><li>Two</li></ul></footer>';

it('measures again all that the article changes', async () => {
  const { document } = new JSDOM(html, { url: 'https://example.org/blog/a' }).window;
  const cut = await cutPage(document.body, unhurried);
  const page = surroundingsOf(cut, document.title);
  const asked = { names: featureNamesOf(page), features, pace: unhurried };
  const { rows, renew } = await rowsOf(page, asked);
  const before = structuredClone(rows);
  const article = document.querySelector('main');
  if (article === null) throw new Error('The page has no article.');
  addArticle(page, articleShares(cut.blocks, article));
  await renew();
  expect(rows).not.toEqual(before);
  expect(rows).toEqual((await rowsOf(page, asked)).rows);
});

it('refuses a name that is unknown', async () => {
  const { document } = new JSDOM(html).window;
  const page = surroundingsOf(await cutPage(document.body, unhurried), '');
  await expect(blockRows(page, ['depth', 'weight'], unhurried)).rejects.toThrow(/weight/);
});
