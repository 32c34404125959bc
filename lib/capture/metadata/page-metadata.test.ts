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
      `<title>Keeping ice cold</title>${openGraph(before, 'Selling old salt')}<h1>Keeping ice cold, a history</h1>`,
      'Keeping ice cold',
    ],
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
