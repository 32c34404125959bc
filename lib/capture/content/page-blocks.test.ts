import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { collapsedAttribute } from '../elements.ts';
import { neverYield } from '../cooperative-yield.ts';
import { cutPage, inlineTags, semanticTags, type Block } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';
import { linkKind } from '../../../tests/extraction/training-features.ts';

async function blocksOf(html: string): Promise<readonly Block[]> {
  const { document } = new JSDOM(html, { url: 'https://example.org/a' }).window;
  return (await cutPage(document.body, neverYield)).blocks;
}

async function firstOf(html: string): Promise<Block> {
  const [block] = await blocksOf(html);
  if (block === undefined) throw new Error('There is no block');
  return block;
}

describe('cutPage', () => {
  it.each([
    ['<p>One <b>two</b>\n three</p><p>four</p>', ['One two three', 'four']],
    ['<div>before<p>inside</p>after</div>', ['before', 'inside', 'after']],
    ['<ul><li>a<li>b</ul>', ['a', 'b']],
    ['<p>a</p><script type="application/ld+json">{"b": 1}</script>', ['a']],
    ['<a href="/x"><div>a</div><div>b</div></a>', ['a', 'b']],
    ['<p> </p>', []],
  ])('splits %s', async (html, texts) => {
    expect((await blocksOf(html)).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['<p>a <a href="/b">b c</a></p>', 2, 2],
    ['<a href="https://example.com/"><div>a b</div></a>', 2, 3],
    ['<p><a href="#b">b</a></p>', 1, 1],
    ['<p><a href="mailto:a@example.org">b</a></p>', 1, 4],
    ['<p><a name="b">b</a></p>', 0, 0],
  ])('counts the linked words of %s', async (html, linkWords, link) => {
    const block = await firstOf(html);

    expect(block).toMatchObject({ linkWords, hasLink: link !== 0 });
    expect(linkKind(block)).toBe(link);
  });

  it('records the sections around a block and their name groups', async () => {
    const { section } = await firstOf('<main><div class="comments"><ul><li>a</ul></div></main>');
    const tags = semanticTags.filter((_, bit) => ((section.tags >> bit) & 1) === 1);
    const comments = nameGroups.findIndex(([group]) => group === 'comment');

    expect(tags).toEqual(['main', 'ul']);
    expect(section.depth).toBe(4);
    expect(section.named[comments]).toBe(2);
  });

  it('records the inline elements of a block', async () => {
    const { inlineTags: bits } = await firstOf('<p><time>1 May</time> a <code>b</code></p>');

    expect(inlineTags.filter((_, bit) => ((bits >> bit) & 1) === 1)).toEqual(['time', 'code']);
  });

  it('records collapsed sections', async () => {
    const blocks = await blocksOf(`<p>a</p><div ${collapsedAttribute}><p>b</p></div>`);

    expect(blocks.map(({ section }) => section.isCollapsed)).toEqual([false, true]);
  });
});
