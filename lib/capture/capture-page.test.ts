import { readFileSync, readdirSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { pageCaptureResultSchema, type PageCapture } from './schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { capturePage } from './capture-page.ts';
import { neverYield } from './cooperative-yield.ts';

const pages = new URL('../../tests/fixtures/pages/', import.meta.url);
const at = '2026-11-20T12:00:00.000Z';

function documentOf(
  html: string,
  url = 'https://example.org/news/a.html',
  contentType = 'text/html',
) {
  return new JSDOM(html, { url, contentType }).window.document;
}

function capture(document: Document, now = () => Date.parse(at), acceptsShortText = false) {
  return capturePage({
    document,
    url: document.URL,
    now,
    yieldIfDue: neverYield,
    acceptsShortText,
  });
}

/** Overrides the content type, because jsdom serves every document as HTML. */
function typed(document: Document, contentType: string): void {
  const prototype: unknown = document.defaultView?.Document.prototype;
  Object.defineProperty(prototype, 'contentType', { get: () => contentType });
}

async function captured(html: string): Promise<PageCapture> {
  const result = await capture(documentOf(html));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

async function codeOf(document: Document, now?: () => number): Promise<string> {
  const result = await capture(document, now);
  return result.ok ? `captured ${result.value.content.slice(0, 60)}` : result.error.code;
}

const sentence =
  'Ice was kept in straw and sawdust through the long summers, and sold by the block. ';
const prose = `<p>${sentence.repeat(3)}</p>`;
const article = `<article>${prose.repeat(6)}</article>`;

describe('capturePage on the fixtures', () => {
  const names = readdirSync(pages)
    .filter((name) => name.endsWith('.html') && name !== 'app-shell.html')
    .map((name) => name.replace('.html', ''));

  it.each(names)('captures %s as expected', async (name) => {
    const html = readFileSync(new URL(`${name}.html`, pages), 'utf8');
    const expected = readFileSync(new URL(`${name}.md`, pages), 'utf8');

    const result = await capture(documentOf(html, `https://fixtures.example/pages/${name}.html`));

    expect(result.ok && `${result.value.content}\n`).toBe(expected);
  });

  it.each(names)('leaves %s unchanged', async (name) => {
    const html = readFileSync(new URL(`${name}.html`, pages), 'utf8');
    const document = documentOf(html);
    const before = document.documentElement.outerHTML;
    const Observer = document.defaultView?.MutationObserver;
    if (Observer === undefined) throw new Error('no MutationObserver');
    const observer = new Observer(() => {});
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, everything);

    await capture(document);

    expect(observer.takeRecords()).toEqual([]);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('finds no text in an empty app shell', async () => {
    const html = readFileSync(new URL('app-shell.html', pages), 'utf8');

    expect(await codeOf(documentOf(html))).toBe('page.no-text');
  });

  it('returns a result that can be sent as a message', async () => {
    const html = readFileSync(new URL('article.html', pages), 'utf8');
    const result = await capture(documentOf(html));

    expect(pageCaptureResultSchema.parse(structuredClone(result))).toEqual(result);
  });
});

describe('capturePage at the URL of a comment below an article', () => {
  const comment = (id: number, author: string, text: string, replies = '') =>
    `<li id="comment-${id}" class="comment"><article id="div-comment-${id}" class="comment-body"><footer class="comment-meta">` +
    `<b class="fn">${author}</b> <time datetime="2026-04-0${id}">April ${id}, 2026</time></footer><div class="comment-content">` +
    `<p>${text}</p></div><a class="comment-reply-link">Reply</a></article><ol class="children">${replies}</ol></li>`;
  const comments = `<div id="comments"><h2>4 comments</h2><ol class="comment-list">${comment(
    1,
    'Ada',
    'Is it true?',
    comment(2, 'Ben', 'It is, I saw the ice.', comment(3, 'Cem', 'Me too.')),
  )}${comment(4, 'Eve', 'Nice pictures.')}</ol></div>`;
  const contentAt = async (fragment: string, page = `${article}${comments}`) => {
    const result = await capture(documentOf(page, `https://example.org/news/a.html${fragment}`));
    return result.ok ? result.value.content : result.error.code;
  };

  it('adds the comment with its context to the article', async () => {
    const plain = await contentAt('');

    expect(plain).not.toContain('I saw the ice');
    expect(await contentAt('#comment-2')).toBe(
      `${plain}\n\n## Comments\n\n### Ada\n\nApril 1, 2026\n\nIs it true?\n\n` +
        '### Ben\n\nApril 2, 2026 · Linked comment\n\nIt is, I saw the ice.\n\n' +
        '### Cem\n\nApril 3, 2026\n\nMe too.',
    );
  });

  it.each(['#comments', '#comment-9', '#respond', '#section-2'])(
    'captures the article alone at %s',
    async (fragment) => {
      const page = `${article}<h2 id="section-2">Next</h2>${prose}${comments}`;

      expect(await contentAt(fragment, page)).toBe(await contentAt('', page));
    },
  );
});

describe('capturePage marks a page as partial', () => {
  const isPartial = async (html: string) => (await captured(html)).isPartial ?? false;
  const items = (numbers: readonly number[], more: string, role = 'listitem') =>
    numbers
      .map((number) => `<div role="${role}" aria-posinset="${number}" ${more}>${sentence}</div>`)
      .join('');
  const rows = (numbers: readonly number[], first = numbers[0] ?? 0) =>
    numbers
      .map(
        (number) =>
          `<div role="row" aria-rowindex="${number}"><div role="gridcell">${number - first}</div>` +
          `<div role="gridcell">${sentence}</div></div>`,
      )
      .join('');
  const list = (content: string) => `<main><div role="list">${content}</div></main>`;
  const grid = (count: number, content: string) =>
    `<main><div role="grid" aria-rowcount="${count}">${content}</div></main>`;

  it.each([
    ['a list with more items than are rendered', list(items([1, 2, 3], 'aria-setsize="40"'))],
    ['a list that starts late', list(items([21, 22, 23], 'aria-setsize="-1"'))],
    ['a list with a gap', list(items([1, 2, 7], 'aria-setsize="-1"'))],
    ['a grid with more rows than are rendered', grid(41, rows([1, 2, 3]))],
    ['a grid of unknown size that starts late', grid(-1, rows([31, 32, 33]))],
  ])('if it shows %s', async (_, html) => {
    expect(await isPartial(html)).toBe(true);
  });

  it.each([
    ['all items of a list', list(items([1, 2, 3], 'aria-setsize="3"'))],
    ['the start of a feed of unknown size', list(items([1, 2, 3], 'aria-setsize="-1"'))],
    ['all rows of a grid', grid(3, rows([1, 2, 3]))],
    ['all rows of a grid that does not count its header', grid(4, rows([1, 2, 3]))],
    [
      'a tree',
      list(items([1, 2], 'aria-setsize="2"') + items([1], 'aria-setsize="1" aria-level="2"')),
    ],
    ['one of three tabs', `${article}${items([2], 'aria-setsize="3"', 'tab')}`],
    [
      'a partial menu beside its article',
      `<nav>${items([9], 'aria-setsize="99"').replace(sentence, 'Cellars')}</nav>${article}`,
    ],
  ])('but not if it shows %s', async (_, html) => {
    expect(await isPartial(html)).toBe(false);
  });
});

describe('capturePage on a recipe', () => {
  const item = (amount: string, name: string) =>
    `<li class="wprm-recipe-ingredient"><span>${amount}</span> <span>${name}</span></li>`;
  const card = `<div class="wprm-recipe-container"><h2>Bean soup</h2><h3>Ingredients</h3>
    <ul>${item('2 cups', 'white beans')}${item('1', 'onion')}${item('', 'salt')}</ul><h3>Instructions</h3>
    <ol><li>Soak the beans over night.</li><li>Cook them with the onion for an hour.</li></ol><h3>Nutrition</h3>
    <table><tr><td>Calories</td><td>210</td></tr><tr><td>Fat</td><td>3 g</td></tr></table></div>`;

  it('keeps ingredients, instructions and nutrition', async () => {
    const { content } = await captured(
      `<main><article><h1>Soup</h1>${prose}${card}</article></main>`,
    );

    expect(content).toContain('- 2 cups white beans\n- 1 onion\n- salt');
    expect(content).toContain('1. Soak the beans over night.\n2. Cook them');
    expect(content).toContain('| Calories | 210 |\n| Fat | 3 g |');
  });
});

describe('capturePage returns', () => {
  it('the error the page reports, by status or title', async () => {
    const document = documentOf(article);
    const answered = (status: number) =>
      capturePage({ document, url: document.URL, now: () => 0, yieldIfDue: neverYield, status });
    const notice = `<title>Page not found | The Ice House</title><p>${'Nothing is here. '.repeat(10)}</p>`;

    expect(await answered(410)).toMatchObject({ value: { errorStatus: 410 } });
    expect(await answered(200)).not.toHaveProperty('value.errorStatus');
    expect(await captured(notice)).toMatchObject({ errorStatus: 404 });
  });

  it('URL, canonical link and time of capture', async () => {
    const html = `<link rel="alternate canonical" href="../b">${article}`;

    expect(await captured(html)).toMatchObject({
      url: 'https://example.org/news/a.html',
      canonicalLink: 'https://example.org/b',
      capturedAt: at,
    });
  });

  it.each([
    ['no canonical link', ''],
    ['two different canonical links', '<link rel=canonical href=/b><link rel=canonical href=/c>'],
    ['a canonical link in the body', '</head><body><link rel=canonical href=/b>'],
    ['an invalid canonical link', '<link rel=canonical href="https://">'],
  ])('no canonical URL for a page with %s', async (_, head) => {
    expect((await captured(head + article)).canonicalLink).toBeNull();
  });

  it('the metadata the page declares', async () => {
    const html = `<html lang="en-GB"><head><title>Keeping ice</title>
      <meta property="og:site_name" content="The Ice House">
      <meta name="author" content="by  Ada
        Lind"><meta property="article:published_time" content="2026-03-14">
      <meta name="description" content="How ice  was kept."></head>${article}`;

    expect(await captured(html)).toMatchObject({
      title: 'Keeping ice',
      site: 'The Ice House',
      author: 'Ada Lind',
      published: '2026-03-14',
      language: 'en-GB',
      excerpt: 'How ice was kept.',
      extractor: 'blocks',
    });
  });

  it("null for metadata the page doesn't declare", async () => {
    const visible = `<ul><li>${sentence}</li><li>${sentence}</li></ul>`;

    expect(await captured(visible)).toMatchObject({
      site: null,
      author: null,
      published: null,
      language: null,
    });
  });

  it('the first lines of a poem as excerpt, with spaces between lines', async () => {
    const lines = 'The ice is cut,<br>the straw is laid,<br><br>';
    const html = `<title>Ice</title><article><h1>Ice</h1><div>${lines.repeat(20)}</div></article>`;

    expect((await captured(html)).excerpt).toBe('The ice is cut, the straw is laid,');
  });

  it('the word count', async () => {
    expect((await captured(article)).wordCount).toBe(16 * 3 * 6);
  });

  it('the author without the date on the next line', async () => {
    const byline = '<div class="byline"><div>By Ada Lind</div><div>14 March</div></div>';

    expect((await captured(`<article>${byline}${prose.repeat(6)}</article>`)).author).toBe(
      'Ada Lind',
    );
  });
});

describe('capturePage returns as title', () => {
  it.each([
    [
      'the title element with whitespace collapsed',
      `<title> Keeping \n ice </title>${article}`,
      'Keeping ice',
    ],
    ['the first heading if there is no title', `<h1>Keeping ice</h1>${article}`, 'Keeping ice'],
    ['the URL if there is no title or heading', article, 'example.org/news/a.html'],
  ])('%s', async (_, html, expected) => {
    expect((await captured(html)).title).toBe(expected);
  });

  it('10,000 characters unshortened', async () => {
    const title = 'ice '.repeat(2_500).trim();

    expect((await captured(`<title>${title}</title>${article}`)).title).toBe(title);
  });

  it("a heading that the text then doesn't repeat", async () => {
    const html = `<title>保存冰块</title><article><h1>保存冰块</h1>${prose.repeat(6)}</article>`;

    expect((await captured(html)).content).toMatch(/^Ice was kept/);
  });
});

describe('capturePage makes links absolute', () => {
  it("relative to the document's base", async () => {
    const html = `<base href="/elsewhere/">${article.replace('straw', '<a href="b?c#d">straw</a>')}`;

    expect((await captured(html)).content).toContain(
      '[straw](https://example.org/elsewhere/b?c#d)',
    );
  });
});

describe('capturePage leaves out', () => {
  const hidden = 'Nobody was meant to read this sentence.';

  it.each([
    ['hidden elements', `<p hidden>${hidden}</p>`],
    ['elements hidden by an inline style', `<p style="display:none">${hidden}</p>`],
    ['elements hidden by a style sheet', `<style>.x{display:none}</style><p class=x>${hidden}</p>`],
    ['invisible elements', `<style>.x{visibility:hidden}</style><p class=x>${hidden}</p>`],
    [
      'text for screen readers only',
      `<style>.x{position:absolute;width:1px;height:1px;overflow:hidden}</style><p class=x>${hidden}</p>`,
    ],
    ['elements off screen', `<p style="position:absolute;left:-9999px">${hidden}</p>`],
    ['decoration', `<p aria-hidden=true>${hidden}</p>`],
    ['cookie banners', `<div class="cookie-notice"><p>${hidden}</p></div>`],
    ['dialogs', `<div role=dialog><p>${hidden}</p></div>`],
    ['menus', `<nav><p>${hidden}</p></nav>`],
    ['footers', `<footer><p>${hidden}</p></footer>`],
    [
      'a dropdown menu',
      `<div class=dropdown-toggle>More</div><div class=toggle hidden><a>${hidden}</a></div>`,
    ],
  ])('%s', async (_, html) => {
    const { content } = await captured(
      `<main><article>${prose.repeat(3)}${html}${prose.repeat(3)}</article></main>`,
    );

    expect(content).toContain('Ice was kept');
    expect(content).not.toContain('Nobody');
  });
});

describe('capturePage keeps', () => {
  const folded = 'This answer is folded away until somebody asks.';

  it.each([
    ['a closed details element', `<details><summary>Why?</summary><p>${folded}</p></details>`],
    [
      'a collapsed answer',
      `<div class=faq-item><h3>Why?</h3><div class=faq-answer style="display:none">${folded}</div></div>`,
    ],
    [
      'content controlled by a button',
      `<button aria-controls=a1 aria-expanded=false>Why?</button><div id=a1 hidden>${folded}</div>`,
    ],
    [
      'the label of a button that controls content',
      `<button aria-controls=a1 aria-expanded=false>${folded}</button><div id=a1>${prose}</div>`,
    ],
    ['an inactive tab panel', `<div role=tabpanel hidden>${folded}</div>`],
    [
      'visible elements inside an invisible one',
      `<div style="visibility:hidden"><p style="visibility:visible">${folded}</p></div>`,
    ],
    [
      'content with hidden=until-found',
      `<p hidden=until-found style="display:block">${folded}</p>`,
    ],
  ])('%s', async (_, html) => {
    expect(
      (await captured(`<article>${prose.repeat(3)}${html}${prose.repeat(3)}</article>`)).content,
    ).toContain(folded);
  });

  it('a page that is still fading in', async () => {
    expect((await captured(`<style>body{visibility:hidden}</style>${article}`)).wordCount).toBe(
      288,
    );
  });

  it('a page hidden from screen readers behind a dialog', async () => {
    const html = `<div aria-hidden=true><main>${article}</main></div><div role=dialog>Hello</div>`;

    expect((await captured(html)).wordCount).toBe(288);
  });

  it.each([
    [
      'the steps of a manual',
      (line: string, index: number) =>
        `<li class="step ${['', 'warn', 'last'][index]}">${line}</li>`,
      (lines: string) => `<ol>${lines}</ol>`,
    ],
    [
      'the rows of a table',
      (line: string, index: number) =>
        `<tr class=${['odd', 'even', 'odd'][index]}><td>Year ${index}</td><td>${line}</td></tr>`,
      (lines: string) => `<table><tr><th>Year</th><th>What came</th></tr>${lines}</table>`,
    ],
    [
      'the answers of an FAQ',
      (line: string, index: number) =>
        `<div class="answer ${index === 0 ? 'active' : ''}"><h3>Why ${index}?</h3><p>${line}</p></div>`,
      (lines: string) => lines,
    ],
  ])('%s even if they repeat', async (_, lineOf, around) => {
    const same =
      'Turn off the power at the main switch and wait until the fan has come to rest by itself.';
    const other = 'Open the lid by its four screws and lift the old filter out with both hands.';
    const lines = [same, other, same].map(lineOf).join('');

    const { content } = await captured(
      `<article>${prose.repeat(3)}${around(lines)}${prose.repeat(3)}</article>`,
    );

    expect(content.split(same)).toHaveLength(3);
  });

  it('every post of a thread, not just the one Readability would pick', async () => {
    const stuffs = ['straw', 'salt', 'felt', 'cork', 'reeds', 'wool', 'moss', 'ash'];
    const posts = stuffs.map(
      (stuff) =>
        `<div class=comment><b>${stuff}</b><ul><li>${stuff}: ${sentence.repeat(3)}</li></ul></div>`,
    );
    const first = `<div><div><p>${sentence.repeat(4)}</p><p>${sentence.repeat(4)}</p></div></div>`;

    const { content } = await captured(
      `${first}<div id=comments>${posts.join('').repeat(3)}</div>`,
    );

    for (const stuff of stuffs) expect(content).toContain(`${stuff}: Ice`);
  });
});

describe('capturePage on a page that contains its text twice', () => {
  const stuffs = ['straw', 'salt', 'felt', 'cork', 'reeds', 'wool'];
  const story = stuffs.map((stuff) => `<p>Packed in ${stuff}: ${sentence.repeat(3)}</p>`).join('');

  it.each([
    ['for two widths of the window', 'd-none d-md-block', 'd-md-none'],
    ['in two layouts', 'layout', 'compact'],
  ])('keeps it once if it is there %s', async (_, first, second) => {
    const html = `<main><div class="${first}">${story}</div><div class="${second}">${story}</div></main>`;

    const { content } = await captured(html);

    for (const stuff of stuffs) expect(content.split(`Packed in ${stuff}`)).toHaveLength(2);
  });

  it('drops a clipped preview of the text', async () => {
    const preview = `Packed in straw: ${sentence.trim().slice(0, 70)}…`;

    const { content } = await captured(
      `<main><p class="lead">${preview}</p><div class="full">${story}</div></main>`,
    );

    expect(content).not.toContain('…');
    for (const stuff of stuffs) expect(content).toContain(`Packed in ${stuff}`);
  });
});

describe('capturePage on text files', () => {
  it('keeps the text verbatim', async () => {
    const html = '<html><body><pre># Keeping ice\n\n\n* _straw_\n</pre></body></html>';
    const document = documentOf(html);
    typed(document, 'text/plain');

    expect(await capture(document)).toMatchObject({
      ok: true,
      value: { content: '# Keeping ice\n\n\n* _straw_', extractor: 'plain-text' },
    });
  });
});

describe('capturePage on XHTML', () => {
  it('reads it like HTML, including CDATA', async () => {
    const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de"><head><title>Eis</title></head>
      <body><article>${prose}<p>See <a href="b">the <em>store</em></a>,<br/><![CDATA[<b> and]]> so on.</p>
      <pre>one\n  two</pre><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
      ${prose}</article></body></html>`;
    const url = 'https://example.org/news/a.xhtml';

    const result = await capture(documentOf(xhtml, url, 'application/xhtml+xml'));

    if (!result.ok) throw new Error(result.error.message);
    const { content, language } = result.value;
    expect(language).toBe('de');
    expect(content).toContain('See [the *store*](https://example.org/news/b),  \n\\<b> and so on.');
    expect(content).toContain('```\none\n  two\n```');
    expect(content).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });
});

describe("capturePage isn't misled by elements", () => {
  it.each(['body', 'title', 'head', 'documentElement', 'forms'])('named %s', async (name) => {
    const html = `<title>Ice</title><form name="${name}"><input name="parentNode"><input id="className"></form>${article}`;

    expect(await captured(html)).toMatchObject({
      title: 'Ice',
      excerpt: sentence.repeat(3).trim(),
    });
  });
});

describe('capturePage with acceptsShortText', () => {
  const ofFew = (html: string) => capture(documentOf(html), undefined, true);

  it.each([
    ['a notice', '<h1>Shop</h1><p>Closed on Monday.</p>', 'Closed on Monday.', 3],
    ['a line next to a menu', '<nav><a href=a>Home</a></nav><p>Closed.</p>', 'Closed.', 1],
    ['a menu alone', '<nav><a href=a>Home</a></nav>', 'Home', 1],
  ])('keeps all of %s', async (_, html, words, fewest) => {
    const result = await ofFew(html);

    expect(result).toMatchObject({ ok: true, value: { content: expect.stringContaining(words) } });
    expect(result.ok && result.value.wordCount).toBeGreaterThanOrEqual(fewest);
    expect(result.ok && result.value.wordCount).toBeLessThan(25);
  });

  it('leaves out a menu and footer longer than the content', async () => {
    const menu = `<nav>${'<a href=a>Ice and salt</a> '.repeat(9)}</nav>`;
    const footer =
      '<footer><p>© 2026 The Ice House. <a href=b>How we keep your data</a></p></footer>';
    const result = await ofFew(`${menu}<main><p>Open daily from ten to five.</p></main>${footer}`);

    expect(result).toMatchObject({ ok: true, value: { content: 'Open daily from ten to five.' } });
  });

  it.each([
    ['page.no-text on a page without any text', '<img src=a.png>'],
    [
      'page.pdf on a PDF viewer with a word next to it',
      'PDF <embed type="application/pdf" src="a.pdf">',
    ],
  ])('fails with %s', async (expected, html) => {
    expect(await ofFew(html)).toMatchObject({ ok: false, error: { code: expected.split(' ')[0] } });
  });
});

describe('capturePage fails with', () => {
  it.each([
    ['page.no-text on an empty page', ''],
    ['page.no-text on a short notice', '<p>You need to enable JavaScript to run this app.</p>'],
    [
      'page.no-text on a page with only structured data',
      `<div id=root></div><script type="application/ld+json">{"text": "${sentence.repeat(9)}"}</script>`,
    ],
    [
      "page.no-text on a feed in Chromium's XML viewer",
      `<div id=webkit-xml-viewer-source-xml></div>${article}`,
    ],
    ['page.no-text on an image', '<img src=a.png>'],
    ['page.no-text on a frameset', '<frameset><frame src=a></frameset>'],
    ['page.pdf on a page with a PDF viewer', '<embed type="application/pdf" src="a.pdf">'],
  ])('%s', async (expected, html) => {
    expect(await codeOf(documentOf(html))).toBe(expected.split(' ')[0]);
  });

  it("page.no-text on a document that isn't HTML", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>Ice</text></svg>';

    expect(await codeOf(documentOf(svg, 'https://example.org/a.svg', 'image/svg+xml'))).toBe(
      'page.no-text',
    );
  });

  it('page.pdf on a document with the PDF content type', async () => {
    const document = documentOf(article);
    typed(document, 'application/pdf');

    expect(await codeOf(document)).toBe('page.pdf');
  });

  it('page.too-large over the limit, stating size and limit', async () => {
    const result = await capture(
      documentOf(`<article>${`<p>${sentence.repeat(300)}</p>`.repeat(100)}</article>`),
    );

    expect(result).toMatchObject({
      ok: false,
      error: { code: 'page.too-large', retryable: false },
    });
    expect(!result.ok && result.error.message).toBe(
      'The text of this page is 2.4 MB long, and a Memory takes 2 MB at a time.',
    );
  });

  it('no error exactly at the limit', async () => {
    const text = 'ab '.repeat(serviceLimits.contentBytes / 3).trim();

    expect(await codeOf(documentOf(`<article><p>${text}</p></article>`))).toMatch(/^captured/);
  });

  it.each<[string, (document: Document) => void]>([
    ['its root', (document) => document.documentElement.remove()],
    ['its body', (document) => document.body.remove()],
  ])('page.gone if the page has lost %s', async (_, change) => {
    const document = documentOf(article);
    change(document);

    expect(await codeOf(document)).toBe('page.gone');
  });

  it('page.no-text and the host of a cross-site frame', async () => {
    const result = await capture(documentOf('<iframe src="https://elsewhere.example/a"></iframe>'));

    expect(!result.ok && result.error.message).toContain('another site, elsewhere.example,');
  });
});

describe('capturePage captures a single state', () => {
  it.each<[string, (document: Document) => void]>([
    ['loses its root', (document) => document.documentElement.remove()],
    ['is emptied', (document) => document.body.replaceChildren()],
    ['navigates to another URL', (document) => goOn(document)],
    ['changes its title', (document) => void (document.title = 'Another')],
    ['gains a paragraph', (document) => document.body.append(sentence)],
  ])('if the page %s meanwhile', async (_, change) => {
    const html = `<title>Ice</title><link rel=canonical href=/b>${article}`;
    const undisturbed = await capture(documentOf(html));
    const document = documentOf(html);

    const reading = capture(document);
    change(document);

    expect(undisturbed.ok).toBe(true);
    expect(await reading).toEqual(undisturbed);
  });
});

function goOn(document: Document): void {
  document.defaultView?.history.pushState(null, '', '/other');
}

describe('capturePage of the whole page', () => {
  const menu = '<nav><a href="/ice">Ice trade</a> <a href="/straw">Straw merchants</a></nav>';
  const footer = '<footer><p>Printed in the harbour street.</p></footer>';
  const page = (more = '') =>
    `<title>Keeping ice</title>${menu}<main><article>${prose.repeat(6)}</article></main>${footer}${more}`;

  async function whole(html: string, acceptsShortText = true) {
    const document = documentOf(html);
    const options = { document, url: document.URL, now: () => 0, yieldIfDue: neverYield };
    return capturePage({ ...options, part: 'page', acceptsShortText });
  }

  async function wholeText(html: string): Promise<string> {
    const result = await whole(html);
    if (!result.ok) throw new Error(result.error.message);
    return result.value.content;
  }

  it('keeps menus and footers in reading order', async () => {
    expect(await whole(page())).toMatchObject({
      value: {
        title: 'Keeping ice',
        part: 'page',
        extractor: 'visible-text',
        content: expect.stringMatching(/Ice trade.*Straw merchants.*Ice was kept.*Printed in/s),
      },
    });
  });

  it('has the same kind and metadata as the article', async () => {
    const html = `<meta name="author" content="Ada Lind">${page()}`;
    const {
      content: _content,
      wordCount: _count,
      excerpt: _excerpt,
      ...facts
    } = await captured(html);
    const { part: _part, extractor: _extractor, capturedAt: _at, ...same } = facts;

    expect(await whole(html)).toMatchObject({ value: same });
  });

  it('leaves out hidden text and cookie overlays', async () => {
    const notice = 'We use cookies to sweeten this page.';
    const more = [
      '<p hidden>Nobody reads this.</p>',
      `<div class="cookie-banner"><p>${notice}</p></div>`,
      `<div role=dialog><p>${notice}</p></div>`,
      '<div id="consent-wall"><p>Do you agree?</p></div>',
    ];
    const content = await wholeText(page(more.join('')));

    expect(content).not.toMatch(/Nobody|sweeten|agree/);
  });

  it.each([
    ['other dialogs', '<div role=dialog><p>The photograph of the ice house.</p></div>'],
    [
      'recipes for cookies',
      '<main><div class="cookie-recipe"><p>The photograph of the ice house.</p></div></main>',
    ],
    ['buttons', '<button>One</button><button>The photograph of the ice house.</button>'],
    ['side notes', '<aside><p>The photograph of the ice house.</p></aside>'],
  ])('keeps %s', async (_name, more) => {
    expect(await wholeText(page(more))).toContain('The photograph of the ice house.');
  });

  it('keeps a page inside an element that notes a consent', async () => {
    expect(await wholeText(`<div class="consent-given"><p>Closed on Mondays.</p></div>`)).toBe(
      'Closed on Mondays.',
    );
  });

  it('keeps the kind of a conversation', async () => {
    const post = (type: string, name: string) =>
      `<div itemscope itemtype="https://schema.org/${type}"><span itemprop="author">${name}</span>
      <div itemprop="text">${prose}</div></div>`;
    const html = `<title>Ice?</title><nav>Questions</nav>${post('Question', 'Ada')}${post('Answer', 'Bo')}`;

    const { kind, extractor } = await captured(html);
    const result = await whole(html);

    expect(extractor).toBe('conversation');
    expect(result).toMatchObject({ value: { kind, part: 'page', extractor: 'visible-text' } });
  });

  it('fails if there is no text, or too little while the page is loading', async () => {
    const short = '<nav>Closed on Mondays.</nav>';

    expect(await whole('<img src="/a.png" alt="">')).toMatchObject({
      error: { code: 'page.no-text' },
    });
    expect(await whole(short, false)).toMatchObject({ error: { code: 'page.no-text' } });
    expect(await whole(short)).toMatchObject({ value: { content: 'Closed on Mondays.' } });
  });

  it('returns no part for a text file, which has only one text', async () => {
    const document = documentOf(`<pre>${sentence}</pre>`);
    typed(document, 'text/plain');
    const options = { document, url: document.URL, now: () => 0, yieldIfDue: neverYield };

    const result = await capturePage({ ...options, part: 'page' });

    expect(result).toMatchObject({ value: { extractor: 'plain-text' } });
    expect(result).not.toHaveProperty('value.part');
  });
});

describe('capturePage of a page without an article', () => {
  const berths = Array.from(
    { length: 30 },
    (_, index) => `<li><a href="/${index}">Berth ${index}</a></li>`,
  );

  it('falls back to the visible text, and says so', async () => {
    const html = `<title>Moorings</title><h1>Harbour board</h1><nav><ul>${berths.join('')}</ul></nav>`;

    expect(await captured(html)).toMatchObject({
      part: 'article',
      extractor: 'visible-text',
      content: expect.stringMatching(/Harbour board.*Berth 29/s),
    });
  });

  it('marks an article as such', async () => {
    expect(await captured(article)).toMatchObject({ part: 'article', extractor: 'blocks' });
  });
});
