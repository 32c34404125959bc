import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { capturePage } from '../capture-page.ts';
import { markdownOf } from '../markdown/markdown.ts';
import { neverYield } from '../cooperative-yield.ts';
import { removeRedundantImages } from './prune-images.ts';
import { cutPage } from './page-blocks.ts';
import { copyKeptBlocks } from './prune.ts';

const url = 'https://example.org/mill.html';

/** Returns the Markdown of a long article around `html`, with images reduced to their text. */
async function writtenOf(html: string): Promise<string> {
  const prose = `<p>${'The sea came in over the sill, and the miller shut the gate behind it. '.repeat(4)}</p>`;
  const page = `<article><h1>The mill</h1>${prose.repeat(3)}${html}${prose.repeat(3)}</article>`;
  const { document } = new JSDOM(page, { url }).window;
  const result = await capturePage({
    document,
    url,
    now: () => 0,
    yieldIfDue: neverYield,
    acceptsShortText: false,
  });
  if (!result.ok) throw new Error(result.error.message);
  return withoutAddresses(result.value.content);
}

/** Returns the Markdown of all blocks except those whose text is "x". */
async function keptOf(html: string): Promise<string> {
  const { body } = new JSDOM(html, { url }).window.document;
  const { blocks } = await cutPage(body, neverYield);
  const isKept = blocks.map(({ texts }) => texts.some(({ data }) => data.trim() !== 'x'));
  const content = await copyKeptBlocks(body, { blocks, isKept }, neverYield);
  removeRedundantImages(content, '');
  return withoutAddresses(await markdownOf(content, url, neverYield));
}

function withoutAddresses(markdown: string): string {
  return markdown.replace(/!\[([^\]]*)\]\([^)]*\)/g, '[$1]').replaceAll('\\', '');
}

describe('copyKeptBlocks with images in a long page', () => {
  const yes = '<img src=y.png alt=Yes>';
  const no = '<img src=n.png alt=No>';

  it.each([
    [
      'says yes or no in each cell',
      `<table><tr><th>Feature of the mill<th>Old<th>New<tr><td>Grinds at low water<td>${yes}<td>${no}
       <tr><td>Grinds at high water<td><p>${no}</p><td>${yes}</table>`,
      '| Grinds at low water | [Yes] | [No] |\n| Grinds at high water | [No] | [Yes] |',
    ],
    [
      'is a column header',
      `<table><thead><tr><th><th><img src=o.png alt="Old mill"><th><img src=w.png alt="New mill"></thead>
       <tr><td>Grinds at low water<td>much corn<td>little corn</table>`,
      '|  | [Old mill] | [New mill] |\n| --- | --- | --- |\n| Grinds at low water |',
    ],
    [
      'rates list items',
      `<ul><li>The flour of the old mill <img src=4.png alt="4 of 5 stars">
       <li><img src=4.png alt="4 of 5 stars"> The bread of the old mill</ul>`,
      '- The flour of the old mill [4 of 5 stars]\n- [4 of 5 stars] The bread of the old mill',
    ],
    [
      'is part of a sentence',
      '<p>Press <span><img src=s.png alt="the red stop button"></span> on the panel beside the gate.</p>',
      'Press [the red stop button] on the panel beside the gate.',
    ],
    [
      'is a formula within a sentence',
      String.raw`<p>The area of the wheel <img src=f.png alt="A = \pi r^2"> grows with its radius.</p>`,
      'The area of the wheel [A = pi r^2] grows with its radius.',
    ],
    [
      'is a letter between words',
      '<p>The wheel turns where <img src=r.png alt=r> is its radius, and now <img src=n.png alt=no> more.</p>',
      'where [r] is its radius, and now [no] more.',
    ],
    [
      'is introduced by a colon',
      '<p>The gate of the mill looks like this when it is shut:</p><p><img src=g.png alt="Two planks of oak, one above the other, in a frame of stone beside the wheel"></p>',
      '[Two planks of oak, one above the other, in a frame of stone beside the wheel]',
    ],
  ])('keeps an image that %s', async (_, html, expected) => {
    expect(await writtenOf(html)).toContain(expected);
  });

  it.each([
    [
      'repeats its line',
      '<p>Here is the old stone mill <img src=m.png alt="The old stone mill"> as it stands.</p>',
    ],
    [
      'opens a paragraph',
      '<p><img src=m.png alt="A view of the mill">It stands by the sea wall of the town.</p>',
    ],
    [
      'stands on its own line',
      '<p>It stands by <b>the sea wall.<br><img src=m.png alt="A view of the mill"></b></p>',
    ],
    [
      'links to another page',
      '<ul><li>Read of the mill <a href=/b><img src=m.png alt="A view of the mill"></a> on its page</ul>',
    ],
    [
      'repeats adjacent text in a link',
      '<p>See <a href=/b><b>Mill pond</b> <img src=m.png alt="Mill pond"></a> of the old town.</p>',
    ],
    [
      'decorates a heading in a layout table',
      '<table><tr><td><img src=m.png alt="Mill logo"><td><h2>On the mill</h2><p>It stands by the sea wall.</p></table>',
    ],
    [
      'is the second after a colon',
      '<p>The gate of the mill looks like this when it is shut:</p><img src=g.png alt=Gate><img src=g.png alt="The shut gate from the pond">',
    ],
  ])('drops an image that %s', async (_, html) => {
    expect(await writtenOf(html)).not.toMatch(/\[[^\]]*(?:mill|pond|logo)\](?!\()/i);
  });
});

describe('copyKeptBlocks with an image at the edge of kept content', () => {
  const tide = '<img src=t.png alt=Tide>';

  it.each([
    [`<p>a b ${tide}</p><p>x</p>`, 'a b [Tide]'],
    [`<p>a b <a>${tide}</a></p><p>x</p>`, 'a b [Tide]'],
    [`<p>x</p><p>${tide} a b</p>`, '[Tide] a b'],
    [`<p>x</p><p><a>${tide}</a><b>a b</b></p>`, '[Tide] **a b**'],
    [`<div>a b ${tide}<div>x</div></div>`, 'a b [Tide]'],
    [`<p>a b:</p>${tide}<p>x</p>`, 'a b:\n\n[Tide]'],
    [`<p>a b</p>${tide}<p>x</p>`, 'a b'],
    [`<p>a b</p><div>${tide}</div><p>x</p>`, 'a b'],
    [`<div>x ${tide}</div><p>a b</p>`, 'a b'],
    [`<p>a b</p><table><tr><td>${tide}<td>${tide}<tr><td>x<td>x</table>`, 'a b'],
  ])('handles %s', async (html, expected) => {
    expect(await keptOf(html)).toBe(expected);
  });
});
