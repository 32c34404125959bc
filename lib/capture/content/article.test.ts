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

/** The words in their order, and the elements that they and the pictures stand in. */
function madeOf(content: Element | null | undefined) {
  const words = (content?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const elements = Array.from(
    content?.querySelectorAll('p, h2, section, img') ?? [],
    ({ localName }) => localName,
  );
  return { words, elements };
}

/** What Readability alone makes of a page. */
function foundByReadability(body: string) {
  const article = new Readability(documentOf(body)).parse();
  return madeOf(documentOf(article?.content ?? '').body);
}

describe('articleOf', () => {
  it.each([
    ['a long article beside a menu', `${menu}<div>${paragraph.repeat(4)}</div><footer>Us</footer>`],
    [
      'little text in a part named for what is mostly none',
      `${menu}<div class="sidebar">${paragraph}</div>`,
    ],
    ['little text with data amid it', `<div>${paragraph}${data}</div>`],
    [
      'little text in lines parted by breaks',
      `<section class="sidebar">${sentence}<br><br>${sentence}</section>`,
    ],
    [
      'little text among pictures that are yet to be loaded',
      `<section class="sidebar"><div>${'<img data-x="y">'.repeat(6)}<p>${sentence}</p></div><div>${'<img>'.repeat(6)}` +
        `<p>${sentence}</p></div></section>`,
    ],
    [
      'elements without words',
      `<div>${paragraph.repeat(4)}<div> <br> </div><div><span> </span><hr></div><h2> </h2><section>` +
        `<img src="/i.png"></section><h2>The walls</h2>${paragraph}</div>`,
    ],
  ])('finds what Readability finds: %s', (_, body) => {
    const expected = foundByReadability(body);
    expect(expected.words).toContain(sentence);
    expect(madeOf(articleOf(documentOf(body))?.content)).toEqual(expected);
  });

  it('leaves the copied page as it is, also where little text makes it begin anew', () => {
    const document = documentOf(`${menu}${data}<div class="sidebar">${paragraph}</div>`);
    const before = document.documentElement.outerHTML;
    articleOf(document);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('takes notices off before it looks, unless it is told that there are none', () => {
    const notice = `<div class="cookie-notice">${paragraph.repeat(3)}</div>`;
    const body = `${notice}<div>${paragraph.replaceAll('ice', 'salt').repeat(9)}</div>`;
    expect(articleOf(documentOf(body))?.content.textContent).not.toContain(sentence);
    expect(articleOf(documentOf(notice), false)?.content.textContent).toContain(sentence);
  });
});
