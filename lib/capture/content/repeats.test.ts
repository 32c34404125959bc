import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { neverYield } from '../cooperative-yield.ts';
import { cutPage } from './page-blocks.ts';
import { dropRepeats } from './repeats.ts';

/** Returns the texts of all blocks but `x`, and those that are left if all these were kept. */
async function textsOf(html: string) {
  const { document } = new JSDOM(html, { url: 'https://example.org/' }).window;
  const { blocks } = await cutPage(document.body, neverYield);
  const isKept = blocks.map(({ text }) => text !== 'x');

  const isLeft = await dropRepeats(blocks, isKept, neverYield);

  const textsWhere = (flags: readonly boolean[]) =>
    blocks.flatMap(({ text }, at) => (flags[at] === true ? [text] : []));
  return { kept: textsWhere(isKept), left: textsWhere(isLeft) };
}

/** A text with exactly this many letters. */
function textOf(letters: number, letter = 'a'): string {
  const words = Array.from({ length: Math.floor(letters / 5) }, () => letter.repeat(5));
  return [...words, letter.repeat(letters % 5)].join(' ').trim();
}

const a = textOf(120);
const b = textOf(120, 'b');
const c = textOf(120, 'c');
const half = textOf(50);
const otherHalf = textOf(50, 'b');
const preview = textOf(60);
const full = `${preview} and so on`;
const stanza = Array.from({ length: 5 }, () => textOf(30)).join('<br>');
const stanzaText = stanza.replaceAll('<br>', '');

describe('dropRepeats', () => {
  it.each([
    ['one long block', `<p>${a}</p><div>${a}</div>`, [a]],
    [
      'several blocks in a row',
      `<div class="one"><p>${half}</p><p>${otherHalf}</p></div><div class="two"><p>${half}</p><p>${otherHalf}</p></div>`,
      [half, otherHalf],
    ],
    [
      'the same text in other case and punctuation',
      `<p>${a}</p><div>“${a.toUpperCase().replaceAll(' ', '\n ')}!”</div>`,
      [a],
    ],
    [
      'a copy like another copy',
      `<p>${a}</p><div class="card">${a}</div><div class="card">${a}</div>`,
      [a],
    ],
    [
      'a copy, but not the heading of other text below',
      `<div class="one"><p>${a}</p><h2>Title</h2><p>${b}</p></div><div class="two"><p>${a}</p><h2>Title</h2><p>${c}</p></div>`,
      [a, 'Title', b, 'Title', c],
    ],
    ['a copy apart from the original', `<p>${a}</p><p>${b}</p><div>${a}</div>`, [a, b]],
    ['every copy', `<p>${a}</p><div>${a}</div><section>${a}</section>`, [a]],
    [
      'a copy with its headings',
      `<div class="one"><h2>Title</h2><p>${a}</p></div><div class="two"><h2>Title</h2><p>${a}</p></div>`,
      ['Title', a],
    ],
    [
      'a copy with code and stanzas in between',
      `<div class="one"><p>${a}</p><pre>code</pre><p>${stanza}</p><p>${b}</p></div>` +
        `<div class="two"><p>${a}</p><pre>code</pre><p>${stanza}</p><p>${b}</p></div>`,
      [a, 'code', stanzaText, b],
    ],
    [
      'a whole list',
      `<div class="one"><ul><li>${half}</li><li>${otherHalf}</li></ul></div><div class="two"><ul><li>${half}</li><li>${otherHalf}</li></ul></div>`,
      [half, otherHalf],
    ],
    [
      'a copy for another width beside the original',
      `<div class="note d-md-none">${textOf(60)}</div><div class="note d-none d-md-block">${textOf(60)}</div>`,
      [textOf(60)],
    ],
    [
      'a copy for another width in another element of the same kind',
      `<div class="row"><p class="show-desktop">${a}</p></div><div class="row"><p class="show-mobile">${a}</p></div>`,
      [a],
    ],
    [
      'the headings of cards for another width',
      `<ul><li><div class="mobile-card"><h3>${textOf(60)}</h3><p>Free</p></div><div class="desktop-card"><h3>${textOf(60)}</h3><p>Free</p></div></li></ul>`,
      [textOf(60), 'Free'],
    ],
    [
      'a copy in elements without names',
      `<div><div><div class="data">${a}</div></div></div><div><div>${a}</div></div>`,
      [a],
    ],
    [
      'the preview of the answered post in NodeBB',
      `<ul><li><div>${half}</div><div>${otherHalf}</div></li><li><div component="post/parent"><div>${half}</div><div>${otherHalf}</div></div><p>Yes.</p></li></ul>`,
      [half, otherHalf, 'Yes.'],
    ],
  ])('drops %s', async (_, html, left) => {
    const texts = await textsOf(html);

    expect(texts.left).toEqual(left);
  });

  it.each([
    ['a shorter block', `<p>${textOf(119)}</p><div>${textOf(119)}</div>`],
    [
      'a shorter run',
      `<div class="one"><p>${half}</p><p>${textOf(49, 'b')}</p></div><div class="two"><p>${half}</p><p>${textOf(49, 'b')}</p></div>`,
    ],
    [
      'a shorter copy for another width',
      `<p class="d-md-none">${textOf(59)}</p><p class="d-none d-md-block">${textOf(59)}</p>`,
    ],
    [
      'a short text in turns',
      `<p class="odd">${half}</p><p class="even">${half}</p><p class="odd">${half}</p>`,
    ],
    [
      'a run in another order',
      `<div class="one"><p>${half}</p><p>${otherHalf}</p></div><div class="two"><p>${otherHalf}</p><p>${half}</p></div>`,
    ],
    ['code', `<pre>${a}</pre><div><pre>${a}</pre></div>`],
    ['a stanza', `<p>${stanza}</p><div>${stanza}</div>`],
    ['stanzas of one song', `<p class="chorus">${a}</p><p>${b}</p><p class="chorus">${a}</p>`],
    [
      'lines of one song',
      `<p>${half}</p><p>${otherHalf}</p><p>x</p><p>${half}</p><p>${otherHalf}</p>`,
    ],
    ['a text of which the original is not kept', `<p>x</p><div>${a}</div><p>x</p>`],
    ['a heading that a table of contents names', `<li>${a}</li><h2>${a}</h2><p>${b}</p>`],
    ['a quote of an earlier post', `<p>${a}</p><blockquote>${a}</blockquote>`],
    [
      'posts with the same text',
      `<article class="post first">${a}</article><article class="post by-owner">${a}</article>`,
    ],
    [
      'turns of a chat',
      `<div class="turn-1"><div class="user"><p>${a}</p></div></div><div class="turn-2"><div class="bot"><p>${a}</p></div></div>`,
    ],
    ['items of a list', `<ul><li class="odd">${a}</li><li class="even"><p>${a}</p></li></ul>`],
    [
      'rows of a table',
      `<table><tr><td>${half}</td><td>${otherHalf}</td></tr><tr class="last"><td>${half}</td><td>${otherHalf}</td></tr></table>`,
    ],
    [
      'rows of a table that has other rows too',
      `<div class="one"><table><tr><td>${a}</td></tr><tr><td>${b}</td></tr></table></div><div class="two"><table><tr><td>${a}</td></tr><tr><td>${c}</td></tr></table></div>`,
    ],
    [
      'items of a list that starts with other items',
      `<div class="one"><ul><li>${b}</li><li>${a}</li></ul></div><div class="two"><ul><li>${c}</li><li>${a}</li></ul></div>`,
    ],
    [
      'posts that only differ in how they overflow',
      `<div class="post"><p class="overflow-hidden">${a}</p></div><div class="post"><p>${a}</p></div>`,
    ],
  ])('keeps %s', async (_, html) => {
    const { kept, left } = await textsOf(html);

    expect(left).toEqual(kept);
  });

  it.each([
    ['that ends with an ellipsis', `<div class="teaser">${preview}…</div><p>x</p><p>${full}</p>`],
    [
      'that ends with three dots',
      `<div class="teaser">${preview} ...</div><p>${b}</p><p>${full}</p>`,
    ],
    [
      'after copies of the text before',
      `<div class="teaser"><p>${b}</p><p>${preview}</p></div><div class="full"><p>${b}</p><p>${full}</p></div>`,
    ],
  ])('drops a preview %s', async (_, html) => {
    const { kept, left } = await textsOf(html);

    expect(left).not.toContain(kept.find((text) => text.startsWith(preview)));
    expect(left).toContain(full);
  });

  it.each([
    ['is shorter', `<div>${textOf(55)}…</div><p>${textOf(55)} and so on</p>`],
    ['has no ellipsis', `<div>${preview}</div><p>${full}</p>`],
    ['continues differently', `<div>${preview} though…</div><p>${full}</p>`],
    ['is clipped twice', `<div>${preview}…</div><p>${preview}…</p>`],
    ['is far from the full text', `<div>${preview}…</div>${'<p>y</p>'.repeat(9)}<p>${full}</p>`],
    ['is an item like the full text', `<p>${preview}…</p><p>${full}</p>`],
    ['is a heading', `<h2>${preview}…</h2><p>${full}</p>`],
  ])('keeps a text that %s', async (_, html) => {
    const { kept, left } = await textsOf(html);

    expect(left).toEqual(kept);
  });

  it('examines a long run that turns out to be no copy only once', async () => {
    const items = Array.from({ length: 3_000 }, (_, at) => `<li>item ${at}</li>`).join('');
    const { document } = new JSDOM(
      `<div class="one"><ul>${items}</ul></div><div class="two"><ul>${items}<li>last</li></ul></div>`,
    ).window;
    const { blocks } = await cutPage(document.body, neverYield);
    let yields = 0;

    const isLeft = await dropRepeats(
      blocks,
      blocks.map(() => true),
      async () => void yields++,
    );

    expect(isLeft).not.toContain(false);
    expect(yields).toBeLessThan(500);
  });
});
