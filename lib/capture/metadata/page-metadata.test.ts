import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { metadataOf, titleOf } from './page-metadata.ts';

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

const named = '<meta name="author" content="by Ada Lind"><meta name="description" content="Head">';
const canonical = (address: string) => `<link rel="canonical" href="${address}">`;

const seen = { author: 'Cem Oz', published: '2026-05-05', excerpt: opening };

describe('metadataOf believes', () => {
  it.each([
    [
      'Open Graph of this address',
      openGraph(url, 'Keeping ice cold'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping ice cold' },
    ],
    [
      'data of this address',
      structured(url, 'Keeping ice cold'),
      { author: 'Ada Lind', published: '2026-01-02', excerpt: opening },
    ],
    [
      'the head beside a canonical link to this address',
      canonical(`${url}?utm_source=x`) + named,
      { author: 'Ada Lind', published: '2026-05-05', excerpt: 'Head' },
    ],
    [
      'tags without an address whose title is seen',
      openGraph(null, 'Keeping Ice Cold: a history'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping Ice Cold: a history' },
    ],
    [
      'tags of the address on another site, where the title is seen',
      openGraph('https://elsewhere.example/a', 'Keeping ice cold'),
      { author: 'Cem Oz', published: '2026-01-01', excerpt: 'Of Keeping ice cold' },
    ],
    [
      'a head that names neither an address nor a title',
      named,
      { author: 'Ada Lind', published: '2026-05-05', excerpt: 'Head' },
    ],
  ])('%s', (_, head, expected) => {
    const html = `<html lang=en><head><title>Keeping ice cold</title>${head}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html))).toMatchObject(expected);
  });
});

describe('metadataOf believes what is seen, and not', () => {
  it.each([
    ['Open Graph of the page before', openGraph(before, 'Selling old salt')],
    ['data of the page before', structured(before, 'Selling old salt')],
    [
      'data of the page before by `@id` and `url`',
      structured(null, 'x').replace(
        '"headline"',
        `"@id":"${before}#article","url":"${before}","headline"`,
      ),
    ],
    ['the head beside the canonical link of the page before', canonical(before) + named],
    [
      'a head that names none, beside Open Graph of the page before',
      openGraph(before, 'Selling old salt') + named,
    ],
    ['tags without an address whose title is not seen', openGraph(null, 'Selling old salt')],
    ['data without an address whose headline is not seen', structured(null, 'Selling old salt')],
    [
      'tags of another site whose title is not seen',
      openGraph('https://elsewhere.example/a', 'Selling old salt'),
    ],
    [
      'tags that give every page the address of the front page',
      openGraph('https://example.org/', 'The Ice House'),
    ],
    ['data that is no JSON', '<script type="application/ld+json">{"headline": </script>'],
  ])('%s', (_, head) => {
    const html = `<html lang=en><head><title>Keeping ice cold</title>${head}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html))).toMatchObject(seen);
  });

  it('one voice of the page before, where another was renewed', () => {
    const head = openGraph(url, 'Keeping ice cold') + structured(before, 'Selling old salt');

    expect(metadataOf(snapshotOf(`<head>${head}</head>${visible}`))).toMatchObject({
      author: 'Cem Oz',
      published: '2026-01-01',
      site: 'The Ice House',
    });
  });

  it('what an extractor found in tags of the page before', () => {
    const html = `<head>${structured(before, 'Selling old salt')}</head><p>${opening}</p>`;

    const { author } = metadataOf(snapshotOf(html), { author: 'Ada Lind', excerpt: null });

    expect(author).toBeNull();
  });

  it('tags without the route, on a page that a fragment routes to', () => {
    const html = `<head>${openGraph('https://example.org/app', 'Keeping ice')}</head>${visible}`;

    expect(metadataOf(snapshotOf(html, 'https://example.org/app#/ice/5'))).toMatchObject(seen);
  });
});

describe('metadataOf leaves out', () => {
  it.each([
    ['an author in the comments', '<div class=comments><a class=author>ben</a></div>', 'author'],
    [
      'a card of the author that tells more',
      `<div class=author-bio>${opening.repeat(3)}</div>`,
      'author',
    ],
    [
      'the rights in what is written',
      `<p>© 2026 The Ice House Company of Brannock. ${opening}</p>`,
      'excerpt',
    ],
    [
      'a sentence about the author',
      '<p class=author>Ada Lind is a keeper of ice who writes about salt.</p>',
      'author',
    ],
    [
      'a day that the text tells of',
      `<article><p>It burned on <time datetime="1871-10-08">8 October</time>. ${'Ice melts. '.repeat(9)}</p></article>`,
      'published',
    ],
    ['how long it takes', '<article><time datetime="PT5M">5 min</time></article>', 'published'],
    [
      'how many seconds it takes',
      '<article><time datetime="PT3600S">1 h</time></article>',
      'published',
    ],
    ['a time in the margin', '<aside><time datetime="2020-01-01">2020</time></aside>', 'published'],
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
      'a cell that holds the page',
      `<table><td><span itemprop="datePublished" content="2020-01-02"></span>${long}</table>`,
    ],
    [
      'a long line that says so',
      `<p>${long}<time itemprop="datePublished" datetime="2020-01-02">2 Jan</time></p>`,
    ],
  ])('the day is seen in %s', (_, html) => {
    expect(metadataOf(snapshotOf(`<main>${html}</main>`)).published).toBe('2020-01-02');
  });

  it.each([
    ['an address', 'https://example.org/#organization'],
    ['a name inside the data', '#organization'],
    ['a path', '/#organization'],
  ])('a publisher that is named by %s alone', (_, id) => {
    const data = { '@type': 'NewsArticle', headline: 'Keeping ice cold', publisher: { '@id': id } };
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const html = `<head><title>Keeping ice cold</title>${script}</head><body>${visible}`;

    expect(metadataOf(snapshotOf(html)).site).toBeNull();
  });
});

describe('metadataOf gives', () => {
  it.each([
    ['Ada Lind, 3 March 2025', 'Ada Lind'],
    ['By Ada Lind and Cem Oz – March 3, 2025, 10:20', 'Ada Lind and Cem Oz'],
    ['Ada Lind on 2025-03-03', 'Ada Lind'],
    ['Ada Lind · Updated 03.03.2025', 'Ada Lind'],
    ['Ada Lind Jr.', 'Ada Lind Jr.'],
    ['Studio 2000', 'Studio 2000'],
    [
      'Jane van der Berg and others with Cem Oz Jr.',
      'Jane van der Berg and others with Cem Oz Jr.',
    ],
  ])('the author of %j', (line, author) => {
    expect(metadataOf(snapshotOf(`<main><p class=byline>${line}</p></main>`)).author).toBe(author);
  });

  it('the line with the name, where a sentence about the author stands before it', () => {
    const about = '<p class=author>Ada Lind is a keeper of ice who writes about salt.</p>';

    expect(metadataOf(snapshotOf(`${about}<p class=byline>Ada Lind</p>`)).author).toBe('Ada Lind');
  });

  it('the first paragraph with a gap where its lines end', () => {
    const lines =
      '<p>Ice was cut in <b>winter<br>and</b><br>kept in houses of its own for the year.</p>';

    expect(metadataOf(snapshotOf(lines)).excerpt).toContain('winter and kept');
  });

  it.each([
    ['Ice of the first cut', null],
    ['Another text', 'Another text'],
  ])('what an extractor found, unless it stands at the foot: %s', (excerpt, expected) => {
    const page = snapshotOf('<footer><p>Ice  of the first cut, since 1874</p></footer>');

    expect(metadataOf(page, { author: null, excerpt }).excerpt).toBe(expected);
  });
});

describe('titleOf gives', () => {
  it.each([
    ['the title of the tab', '<title>Keeping ice cold</title>', 'Keeping ice cold'],
    [
      'it without the site, where the heading is the rest',
      '<title>Keeping ice cold – The Ice House</title><h1>Keeping ice cold</h1>',
      'Keeping ice cold',
    ],
    [
      'it without the site, where the tags name it',
      '<title>Keeping ice cold | The Ice House</title><meta property="og:site_name" content="The Ice House">',
      'Keeping ice cold',
    ],
    [
      'it without the site before it',
      '<title>example.org: Keeping ice cold</title>',
      'Keeping ice cold',
    ],
    [
      'all of it, where its end may be part of it',
      '<title>Keeping ice cold – a history</title>',
      'Keeping ice cold – a history',
    ],
    [
      'the heading, where tab and tags are of the page before',
      `<title>Selling old salt – The Ice House</title>${openGraph(before, 'Selling old salt')}<h1>Keeping ice cold</h1>`,
      'Keeping ice cold',
    ],
    [
      'the tab, where only the tags are of the page before',
      `<title>Keeping ice cold</title>${openGraph(before, 'Selling old salt')}<h1>Keeping ice cold, a history</h1>`,
      'Keeping ice cold',
    ],
    ['the heading, where the tab has no title', '<h1>Keeping  ice</h1>', 'Keeping ice'],
    [
      'the title of the tags, where there are several headings',
      `${openGraph(url, 'Keeping ice cold')}<h1>a</h1><h1>b</h1>`,
      'Keeping ice cold',
    ],
    ['the address, where there is nothing', '<p>a</p>', 'example.org/news/keeping-ice-cold'],
  ])('%s', (_, html, expected) => {
    expect(titleOf(snapshotOf(html))).toBe(expected);
  });
});
