import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { metadataOf } from './page-metadata.ts';
import { titleOf } from './title.ts';

const url = 'https://example.org/news/keeping-ice-cold';
const before = 'https://example.org/news/selling-old-salt';

function snapshotOf(html: string, at = url): Document {
  return takeSnapshot(new JSDOM(html, { url: at }).window.document);
}

const opening = 'Before there were machines, ice was cut in winter and kept in houses of its own.';
const visible =
  '<article><h1>Keeping ice cold</h1><p class="byline">By <a rel="author">Cem Oz</a></p>' +
  `<time datetime="2026-05-05">May 5</time><p>${opening}</p></article>`;

const openGraph = (address: string | null, title: string) =>
  `${address === null ? '' : `<meta property="og:url" content="${address}">`}
   <meta property="og:title" content="${title}"><meta property="og:description" content="Of ${title}">
   <meta property="og:site_name" content="The Ice House"><meta property="article:published_time" content="2026-01-01">`;

const structured = (address: string | null, headline: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    ...(address === null ? {} : { mainEntityOfPage: { '@type': 'WebPage', '@id': address } }),
    headline,
    author: [{ '@type': 'Person', name: 'Ada Lind' }],
    datePublished: '2026-01-02',
  })}</script>`;

const jsonLd = (item: object) =>
  `<script type="application/ld+json">${JSON.stringify(item)}</script>`;
const question = {
  '@type': 'Question',
  name: 'How does ice keep?',
  author: { '@type': 'Person', name: 'Ada Lind' },
  datePublished: '2026-05-05',
};
const siteAuthor =
  '<meta property="og:site_name" content="The Ice House"><meta name="author" content="The Ice House">';
const citationAuthor = (name: string) => `<meta name="citation_author" content="${name}">`;

const named = '<meta name="author" content="by Ada Lind"><meta name="description" content="Head">';
const canonical = (address: string) => `<link rel="canonical" href="${address}">`;

const seen = { author: 'Cem Oz', published: '2026-05-05', excerpt: opening };

describe('metadataOf trusts', () => {
  it.each([
    [
      'Open Graph for this URL',
      openGraph(url, 'Keeping ice cold'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping ice cold' },
    ],
    [
      'JSON-LD for this URL',
      structured(url, 'Keeping ice cold'),
      { author: 'Ada Lind', published: '2026-01-02', excerpt: opening },
    ],
    [
      'the head with a canonical link to this URL',
      canonical(`${url}?utm_source=x`) + named,
      { author: 'Ada Lind', published: '2026-05-05', excerpt: 'Head' },
    ],
    [
      'tags without a URL whose title is visible',
      openGraph(null, 'Keeping Ice Cold: a history'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping Ice Cold: a history' },
    ],
    [
      'tags for a URL of another site whose title is visible',
      openGraph('https://elsewhere.example/a', 'Keeping ice cold'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping ice cold' },
    ],
    [
      'a head with neither URL nor title',
      named,
      { author: 'Ada Lind', published: '2026-05-05', excerpt: 'Head' },
    ],
  ])('%s', (_, head, expected) => {
    const html = `<html lang=en><head><title>Keeping ice cold</title>${head}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html))).toMatchObject(expected);
  });
});

describe("metadataOf doesn't trust", () => {
  it.each([
    ['Open Graph of the previous page', openGraph(before, 'Selling old salt')],
    ['JSON-LD of the previous page', structured(before, 'Selling old salt')],
    [
      'JSON-LD of the previous page, by `@id` and `url`',
      structured(null, 'x').replace(
        '"headline"',
        `"@id":"${before}#article","url":"${before}","headline"`,
      ),
    ],
    ['a head with the canonical link of the previous page', canonical(before) + named],
    [
      'a head without a URL next to Open Graph of the previous page',
      openGraph(before, 'Selling old salt') + named,
    ],
    ["tags without a URL whose title isn't visible", openGraph(null, 'Selling old salt')],
    ["JSON-LD without a URL whose headline isn't visible", structured(null, 'Selling old salt')],
    [
      "tags of another site whose title isn't visible",
      openGraph('https://elsewhere.example/a', 'Selling old salt'),
    ],
    [
      'tags that give every page the URL of the front page',
      openGraph('https://example.org/', 'The Ice House'),
    ],
    ['invalid JSON-LD', '<script type="application/ld+json">{"headline": </script>'],
  ])('%s', (_, head) => {
    const html = `<html lang=en><head><title>Keeping ice cold</title>${head}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html))).toMatchObject(seen);
  });

  it('one source of the previous page if another was updated', () => {
    const head = openGraph(url, 'Keeping ice cold') + structured(before, 'Selling old salt');

    expect(metadataOf(snapshotOf(`<head>${head}</head>${visible}`))).toMatchObject({
      author: 'Cem Oz',
      published: '2026-01-01',
      site: 'The Ice House',
    });
  });

  it('what Readability found in tags of the previous page', () => {
    const html = `<head>${structured(before, 'Selling old salt')}</head><p>${opening}</p>`;

    const { author } = metadataOf(snapshotOf(html), { author: 'Ada Lind', excerpt: null });

    expect(author).toBeNull();
  });

  it('tags for a URL without the fragment on a page routed by fragment', () => {
    const html = `<head>${openGraph('https://example.org/app', 'Keeping ice')}</head>${visible}`;

    expect(metadataOf(snapshotOf(html, 'https://example.org/app#/ice/5'))).toMatchObject(seen);
  });
});

describe('metadataOf leaves out', () => {
  it.each([
    ['an author in the comments', '<div class=comments><a class=author>ben</a></div>', 'author'],
    [
      'an author card with more than the name',
      `<div class=author-bio>${opening.repeat(3)}</div>`,
      'author',
    ],
    [
      'a copyright notice',
      `<p>© 2026 The Ice House Company of Brannock. ${opening}</p>`,
      'excerpt',
    ],
    [
      'a sentence about the author',
      '<p class=author>Ada Lind is a keeper of ice who writes about salt.</p>',
      'author',
    ],
    [
      'a date within the story',
      `<article><p>It burned on <time datetime="1871-10-08">8 October</time>. ${'Ice melts. '.repeat(9)}</p></article>`,
      'published',
    ],
    ['a duration', '<article><time datetime="PT5M">5 min</time></article>', 'published'],
    [
      'a duration in seconds',
      '<article><time datetime="PT3600S">1 h</time></article>',
      'published',
    ],
    [
      'a time in the sidebar',
      '<aside><time datetime="2020-01-01">2020</time></aside>',
      'published',
    ],
  ])('%s', (_, html, field) => {
    expect(metadataOf(snapshotOf(`<main>${html}</main>`))).toMatchObject({ [field]: null });
  });

  const long = 'Ice melts. '.repeat(12);
  it.each([
    [
      'a post in a list',
      `<ol><li><article><time datetime="2020-01-02">2 Jan</time><p>${long}</p></article></li></ol>`,
    ],
    [
      'a table cell that holds the page',
      `<table><td><span itemprop="datePublished" content="2020-01-02"></span>${long}</table>`,
    ],
    [
      'a long line marked as the date',
      `<p>${long}<time itemprop="datePublished" datetime="2020-01-02">2 Jan</time></p>`,
    ],
  ])('finds the date in %s', (_, html) => {
    expect(metadataOf(snapshotOf(`<main>${html}</main>`)).published).toBe('2020-01-02');
  });

  it.each([
    ['a URL', 'https://example.org/#organization'],
    ['an internal name', '#organization'],
    ['a path', '/#organization'],
  ])('leaves out a publisher given only as %s', (_, id) => {
    const data = { '@type': 'NewsArticle', headline: 'Keeping ice cold', publisher: { '@id': id } };
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const html = `<head><title>Keeping ice cold</title>${script}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html)).site).toBeNull();
  });
});

describe('metadataOf returns', () => {
  it.each([
    ['Ada Lind, 3 March 2025', 'Ada Lind'],
    ['By Ada Lind and Cem Oz – March 3, 2025, 10:20', 'Ada Lind and Cem Oz'],
    ['Ada Lind on 2025-03-03', 'Ada Lind'],
    ['Ada Lind · Updated 03.03.2025', 'Ada Lind'],
    ['Ada Lind Jr.', 'Ada Lind Jr.'],
    ['Studio 2000', 'Studio 2000'],
    ['Audiophile On', 'Audiophile On'],
    ['Post by Ada Lind', 'Ada Lind'],
    [
      'Jane van der Berg and others with Cem Oz Jr.',
      'Jane van der Berg and others with Cem Oz Jr.',
    ],
    ['von Ada Lind', 'Ada Lind'],
    ['| Ada Lind', 'Ada Lind'],
    ['Geschrieben von Ada Lind', 'Ada Lind'],
    ['Par Ada Lind', 'Ada Lind'],
    ['Autorin: Ada Lind', 'Ada Lind'],
    ['Diana Byström', 'Diana Byström'],
    ['Posted on', null],
    ['Veröffentlicht am', null],
  ])('the author in %j', (line, author) => {
    expect(metadataOf(snapshotOf(`<main><p class=byline>${line}</p></main>`)).author).toBe(author);
  });

  it('the byline after a sentence about the author', () => {
    const about = '<p class=author>Ada Lind is a keeper of ice who writes about salt.</p>';

    expect(metadataOf(snapshotOf(`${about}<p class=byline>Ada Lind</p>`)).author).toBe('Ada Lind');
  });

  it('the first paragraph with spaces between its lines', () => {
    const lines =
      '<p>Ice was cut in <b>winter<br>and</b><br>kept in houses of its own for the year.</p>';

    expect(metadataOf(snapshotOf(lines)).excerpt).toContain('winter and kept');
  });

  it.each([
    ['Ice of the first cut', null],
    ['Another text', 'Another text'],
  ])('what Readability found, unless it is in the footer: %s', (excerpt, expected) => {
    const page = snapshotOf('<footer><p>Ice  of the first cut, since 1874</p></footer>');

    expect(metadataOf(page, { author: null, excerpt }).excerpt).toBe(expected);
  });
});

const main = (html: string) => `<main><h1>Keeping ice</h1>${html}<p>${opening}</p></main>`;

describe('metadataOf finds the date', () => {
  it.each([
    ['in a line after the heading', main('<p>Hamburg, 5. Mai 2026</p>')],
    ['in a line before the heading', `<div>May 5, 2026</div>${main('')}`],
    ['in a time element without datetime', main('<time>May 5, 2026</time>')],
    ['in an element named as a date', main('<div><i class="entry-date">05/05/2026</i></div>')],
    ['in the title of an abbreviation', main('<abbr title="2026-05-05T10:00">today</abbr>')],
    ['before that of an update', main('<p>Updated June 1, 2026</p><p>May 5, 2026</p>')],
    ['of an update if there is no other', main('<p>Last updated: May 5, 2026</p>')],
    ['in citation metadata', '<meta name="citation_publication_date" content="2026/05/05">'],
    ['in metadata of other tools', '<meta name="sailthru.date" content="Tue, 05 May 2026 10:00">'],
    ['of a question', jsonLd({ '@type': 'QAPage', mainEntity: question })],
  ])('%s', (_, html) => {
    expect(metadataOf(snapshotOf(html)).published).toContain('2026-05-05');
  });

  it('in the URL', () => {
    const at = 'https://example.org/2026/05/05/keeping-ice';

    expect(metadataOf(snapshotOf(main(''), at)).published).toBe('2026-05-05');
  });

  it.each([
    ['in a later paragraph', main(`<p>${opening} It burned on May 5, 2026.</p>`)],
    [
      'of a card that links elsewhere',
      main('<a href="/other"><h3>Salt</h3><time>May 5, 2026</time></a>'),
    ],
    ['when the page was changed', '<meta name="last-modified-date" content="2026-05-05">'],
  ])('but not the one %s', (_, html) => {
    expect(metadataOf(snapshotOf(html)).published).toBeNull();
  });
});

describe('metadataOf finds the author', () => {
  it.each([
    ['in a line after the heading', main('<p>By Ada Lind | 3 May 2026</p>')],
    ['after a label', main('<div><span>Written by</span><div>Ada Lind</div></div>')],
    ['after a label in the byline', main('<div class=author><b>Author</b><br>Ada Lind</div>')],
    ['after a label without a space', main('<div class=byline>Posted by<b>Ada Lind</b></div>')],
    ['in a link to the pages of an author', main('<a href="/author/ada">Ada Lind</a>')],
    ['before the age of the post', main('<p class=byline>via Ada Lind 1 year ago | caches</p>')],
    ['instead of the site', `${siteAuthor}${main('<p class=byline>Ada Lind</p>')}`],
    ['of a question', jsonLd({ '@type': 'QAPage', mainEntity: question })],
    ['in quotes', '<meta name="author" content="&quot;Ada Lind&quot;">'],
  ])('%s', (_, html) => {
    expect(metadataOf(snapshotOf(html)).author).toBe('Ada Lind');
  });

  it.each([
    ['each author', citationAuthor('Ada Lind') + citationAuthor('Cem Oz'), 'Ada Lind, Cem Oz'],
    ['a name that is escaped twice', '<meta name="author" content="A &amp;amp; B">', 'A & B'],
    ['the site if nobody is named', `${siteAuthor}${main('')}`, 'The Ice House'],
    ['no placeholder', '<meta name="author" content="undefined">', null],
    ['no account without a name', '<meta name="author" content="admin">', null],
    ['no URL', '<meta name="author" content="https://example.org/ada">', null],
    ['no section about authorization', main('<p class="authorization">Ada Lind</p>'), null],
  ])('%s', (_, html, author) => {
    expect(metadataOf(snapshotOf(html)).author).toBe(author);
  });
});

describe('metadataOf finds the site', () => {
  it.each([
    ['that the title shows', 'Ice | The Ice House', 'The Ice House', 'The Ice House'],
    ['in the title if it matches the host', 'Ice - Example Org', '', 'Example Org'],
    ['in the title instead of the host', 'Ice - Example', 'example.org', 'Example'],
    ['in the metadata', 'Ice', 'The Ice House', 'The Ice House'],
    ['in a heading that the title repeats', 'Ice melts – Salt', '', 'Salt'],
    ['in the title after the heading', 'Salt | The Ice House', '', 'The Ice House'],
    ['in the title if the metadata repeats the heading', 'Salt | Example', 'Salt', 'Example'],
    ['nowhere', 'Ice – a history', '', null],
  ])('%s', (_, title, name, site) => {
    const html = `<title>${title}</title><meta property="og:site_name" content="${name}">
      <h1>Salt</h1>`;

    expect(metadataOf(snapshotOf(html)).site).toBe(site);
  });
});

it('metadataOf finds the site on the logo', () => {
  const html = '<title>Ice</title><a href="/"><img src="l.png" alt="The Ice House logo"></a>';

  expect(metadataOf(snapshotOf(html)).site).toBe('The Ice House');
});

describe('metadataOf finds the language', () => {
  const german =
    '<p>Das Eis ist nicht für die Ewigkeit, und der Winter ist auch nicht mit den Leuten, die sich auf das Eis ' +
    'und den Schnee der Berge verlassen.</p>';
  it.each([
    ['that the page states', '<html lang=fr>', 'fr'],
    ['of the text if none is stated', '<html>', 'de'],
    ['of the text if English is stated', '<html lang=en-US>', 'de'],
    ['of the text if the stated one is invalid', '<html lang="lang=">', 'de'],
  ])('%s', (_, html, language) => {
    expect(metadataOf(snapshotOf(`${html}${german}`)).language).toBe(language);
  });

  it('that is stated if the text is too short to tell', () => {
    expect(metadataOf(snapshotOf('<html lang=en><p>Das Eis</p>')).language).toBe('en');
  });
});

describe('titleOf returns', () => {
  it.each([
    ['the title element', '<title>Keeping ice cold</title>', 'Keeping ice cold'],
    [
      'the title without the site if the rest is the heading',
      '<title>Keeping ice cold – The Ice House</title><h1>Keeping ice cold</h1>',
      'Keeping ice cold',
    ],
    [
      'the title without a declared site name',
      '<title>Keeping ice cold | The Ice House</title><meta property="og:site_name" content="The Ice House">',
      'Keeping ice cold',
    ],
    [
      'the title without a leading site name',
      '<title>example.org: Keeping ice cold</title>',
      'Keeping ice cold',
    ],
    [
      'the whole title if its end may be part of it',
      '<title>Keeping ice cold – a history</title>',
      'Keeping ice cold – a history',
    ],
    [
      'the heading if title and tags belong to the previous page',
      `<title>Selling old salt – The Ice House</title>${openGraph(before, 'Selling old salt')}<h1>Keeping ice cold</h1>`,
      'Keeping ice cold',
    ],
    [
      'the title if only the tags belong to the previous page',
      `<title>Keeping ice cold</title>${openGraph(before, 'Selling old salt')}<h1>Chapter 2</h1>`,
      'Keeping ice cold',
    ],
    [
      'the heading if it has words of the title',
      '<title>Keeping ice cold: 5 tips for 2026</title><h1>Five ways of keeping ice cold</h1>',
      'Five ways of keeping ice cold',
    ],
    [
      'the title if the heading has other words',
      '<title>Keeping ice cold</title><h1>Welcome</h1>',
      'Keeping ice cold',
    ],
    [
      'the title if the heading has only half of its words',
      '<title>Harbour status</title><h1>Current status</h1>',
      'Harbour status',
    ],
    [
      'the title if the heading names the site',
      '<title>Keeping ice cold | The Ice House</title><h1>The Ice House</h1>',
      'Keeping ice cold',
    ],
    [
      'the heading without a section name before it',
      '<title>Keeping ice cold</title><h1><b>Winter</b><br>Keeping ice cold</h1>',
      'Keeping ice cold',
    ],
    [
      'the heading with spaces between its lines, without the link to itself',
      '<title>Keeping ice</title><h1>Keeping<br>i\u00ADce cold <a href="#ice">¶</a></h1>',
      'Keeping ice cold',
    ],
    [
      'the heading of several that the title contains',
      '<title>Keeping ice - Ice</title><h1>Winter</h1><h1>Keeping ice</h1>',
      'Keeping ice',
    ],
    [
      'the title without a site that matches the host',
      '<title>Keeping ice cold - Example Club</title>',
      'Keeping ice cold',
    ],
    ['a title that is escaped twice', openGraph(url, 'Ice &amp;amp; salt'), 'Ice & salt'],
    ['the heading if there is no title', '<h1>Keeping  ice</h1>', 'Keeping ice'],
    [
      'the declared title if there are several headings',
      `${openGraph(url, 'Keeping ice cold')}<h1>a</h1><h1>b</h1>`,
      'Keeping ice cold',
    ],
    ['the URL if there is nothing else', '<p>a</p>', 'example.org/news/keeping-ice-cold'],
  ])('%s', (_, html, expected) => {
    expect(titleOf(snapshotOf(html))).toBe(expected);
  });
});
