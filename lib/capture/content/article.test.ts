import { Readability } from '@mozilla/readability';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { articleOf } from './article.ts';

const sentence =
  'The ice house kept the river ice, cut in January, until the first days of autumn.';
const paragraph = `<p>${`${sentence} `.repeat(3)}</p>`;

const menu = '<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Houses</a></li></ul></nav>';
const data = `<script type="application/ld+json">{"@type":"Thing","name":"${sentence}"}</script>`;

const documentOf = (body: string) =>
  new JSDOM(`<title>Keeping ice</title><body>${body}</body>`, { url: 'https://example.org/' })
    .window.document;

/** Returns the text and the tag names of paragraphs, headings, sections and images. */
function madeOf(content: Element | null | undefined) {
  const words = (content?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const elements = Array.from(
    content?.querySelectorAll('p, h2, section, img') ?? [],
    ({ localName }) => localName,
  );
  return { words, elements };
}

/** Runs Readability without our changes. */
function foundByReadability(body: string) {
  const article = new Readability(documentOf(body)).parse();
  return madeOf(documentOf(article?.content ?? '').body);
}

describe('articleOf', () => {
  it.each([
    [
      'a long article next to a menu',
      `${menu}<div>${paragraph.repeat(4)}</div><footer>Us</footer>`,
    ],
    [
      'little text in an element with an unpromising name',
      `${menu}<div class="sidebar">${paragraph}</div>`,
    ],
    ['little text around data', `<div>${paragraph}${data}</div>`],
    [
      'little text separated by line breaks',
      `<section class="sidebar">${sentence}<br><br>${sentence}</section>`,
    ],
    [
      'little text among lazy-loaded images',
      `<section class="sidebar"><div>${'<img data-x="y">'.repeat(6)}<p>${sentence}</p></div><div>${'<img>'.repeat(6)}` +
        `<p>${sentence}</p></div></section>`,
    ],
    [
      'elements without text',
      `<div>${paragraph.repeat(4)}<div> <br> </div><div><span> </span><hr></div><h2> </h2><section>` +
        `<img src="/i.png"></section><h2>The walls</h2>${paragraph}</div>`,
    ],
  ])('finds the same as Readability: %s', (_, body) => {
    const expected = foundByReadability(body);
    expect(expected.words).toContain(sentence);
    expect(madeOf(articleOf(documentOf(body))?.content)).toEqual(expected);
  });

  it('leaves the snapshot unchanged even when Readability retries', () => {
    const document = documentOf(`${menu}${data}<div class="sidebar">${paragraph}</div>`);
    const before = document.documentElement.outerHTML;
    articleOf(document);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('removes notices first, unless told there are none', () => {
    const notice = `<div class="cookie-notice">${paragraph.repeat(3)}</div>`;
    const body = `${notice}<div>${paragraph.replaceAll('ice', 'salt').repeat(9)}</div>`;
    expect(articleOf(documentOf(body))?.content.textContent).not.toContain(sentence);
    expect(articleOf(documentOf(notice), false)?.content.textContent).toContain(sentence);
  });
});
