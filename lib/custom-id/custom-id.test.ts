import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { customIdOf, namesPage, versionIdOf } from './custom-id.ts';

const idOf = (url: string, canonicalLink: string | null = null) =>
  customIdOf({ url, canonicalLink });

describe('customIdOf without a canonical link', () => {
  it.each([
    ['keeps a plain address', 'https://example.org/a/b', 'https://example.org/a/b'],
    [
      'lower-cases the host and nothing else',
      'HTTPS://Example.ORG/Path',
      'https://example.org/Path',
    ],
    [
      'writes a host in another script as the browser does',
      'https://bücher.example/',
      'https://xn--bcher-kva.example/',
    ],
    ['drops the final dot of a host', 'https://example.org./a', 'https://example.org/a'],
    ['drops the default port', 'https://example.org:443/a', 'https://example.org/a'],
    ['keeps another port', 'http://localhost:3000/a', 'http://localhost:3000/a'],
    ['drops credentials', 'https://ada:secret@example.org/a', 'https://example.org/a'],
    ['resolves dots in the path', 'https://example.org/a/./b/../c', 'https://example.org/a/c'],
    ['keeps a trailing slash', 'https://example.org/a/', 'https://example.org/a/'],
    ['adds none', 'https://example.org/a', 'https://example.org/a'],
    ['gives the root its slash', 'https://example.org', 'https://example.org/'],
    ['keeps the scheme', 'http://example.org/a', 'http://example.org/a'],
    [
      'keeps a parameter whose name holds a stray percent sign',
      'https://example.org/?100%=1&utm_source=x',
      'https://example.org/?100%=1',
    ],
    ['drops empty parameters', 'https://example.org/a?&b=1&&c=2&', 'https://example.org/a?b=1&c=2'],
    [
      'keeps further question marks of a query',
      'https://example.org/a?b=1?c=2',
      'https://example.org/a?b=1?c=2',
    ],
    [
      'keeps them in the query of a route',
      'https://example.org/#/a?b=1?c=2',
      'https://example.org/#/a?b=1?c=2',
    ],
    [
      'drops a fragment that only holds a slash',
      'https://example.org/a#b#/c',
      'https://example.org/a',
    ],
    ['drops a fragment', 'https://example.org/a#comments', 'https://example.org/a'],
    ['drops a text fragment', 'https://example.org/a#:~:text=word', 'https://example.org/a'],
    [
      'keeps a fragment that routes',
      'https://example.org/#/inbox/5',
      'https://example.org/#/inbox/5',
    ],
    ['keeps a hashbang', 'https://example.org/#!inbox', 'https://example.org/#!inbox'],
    [
      'keeps a fragment that goes below a name',
      'https://example.org/mail#inbox/FMfcgzQbfBtKjWvNxLpRsHdT',
      'https://example.org/mail#inbox/FMfcgzQbfBtKjWvNxLpRsHdT',
    ],
    [
      'keeps a letter under a label, with what is open beside it',
      'https://example.org/mail#label/boats/15f3a9c2b7d4e8f1?projector=1',
      'https://example.org/mail#label/boats/15f3a9c2b7d4e8f1?projector=1',
    ],
    [
      'drops an operation of an API',
      'https://example.org/api#operation/listPets',
      'https://example.org/api',
    ],
    [
      'drops an operation of an API with a long name',
      'https://example.org/api#tag/Pets/operation/listAllPetsOfOneOwner',
      'https://example.org/api',
    ],
    ['drops a tag of an API', 'https://example.org/api#tag/Pets', 'https://example.org/api'],
    ['drops a heading of two words', 'https://example.org/a#input/output', 'https://example.org/a'],
    ['drops a page of a document', 'https://example.org/a#page/12', 'https://example.org/a'],
    [
      'drops a heading that holds a slash',
      'https://example.org/rock#AC/DC',
      'https://example.org/rock',
    ],
    [
      'writes parentheses in one way',
      'https://example.org/Cat_%28Unix%29',
      'https://example.org/Cat_(Unix)',
    ],
    [
      'drops the directive after a route',
      'https://example.org/#/inbox:~:text=a',
      'https://example.org/#/inbox',
    ],
    ['drops a bare hash', 'https://example.org/a#', 'https://example.org/a'],
    ['drops a bare question mark', 'https://example.org/a?', 'https://example.org/a'],
    ['drops campaigns', 'https://example.org/a?utm_source=x&utm_medium=y', 'https://example.org/a'],
    [
      'drops clicks, whatever their case',
      'https://example.org/a?FBCLID=1&id=5&gclid=2',
      'https://example.org/a?id=5',
    ],
    [
      'drops an escaped tracking name',
      'https://example.org/a?utm%5Fsource=x',
      'https://example.org/a',
    ],
    [
      'keeps what may choose content',
      'https://example.org/a?ref=main&s=2',
      'https://example.org/a?ref=main&s=2',
    ],
    [
      'keeps the order of parameters',
      'https://example.org/?b=2&a=1&b=1',
      'https://example.org/?b=2&a=1&b=1',
    ],
    [
      'keeps the spelling of parameters',
      'https://example.org/?q=a+b%20c&flag',
      'https://example.org/?q=a+b%20c&flag',
    ],
    [
      'writes escapes in one way',
      'https://example.org/%7eada/%e4%b8%ad',
      'https://example.org/~ada/%E4%B8%AD',
    ],
    [
      'leaves reserved escapes escaped',
      'https://example.org/a%2fb?c=%26',
      'https://example.org/a%2Fb?c=%26',
    ],
    [
      'leaves a stray percent sign',
      'https://example.org/?a=100%&fbclid=1',
      'https://example.org/?a=100%',
    ],
    [
      'drops the visit of a servlet',
      'https://example.org/a;jsessionid=1F2E?b=1',
      'https://example.org/a?b=1',
    ],
    ['drops the visit of PHP', 'https://example.org/a?PHPSESSID=1f2e', 'https://example.org/a'],
    [
      'keeps a visit under a name that may choose content',
      'https://example.org/a?sid=1f2e',
      'https://example.org/a?sid=1f2e',
    ],
    [
      'drops campaigns after a route',
      'https://example.org/#/a?b=1&utm_source=x',
      'https://example.org/#/a?b=1',
    ],
    [
      'leaves a cache of AMP pages',
      'https://www-example-org.cdn.ampproject.org/c/s/www.example.org/a.amp?b=1&usqp=mq331',
      'https://www.example.org/a.amp?b=1',
    ],
    [
      'leaves a viewer of AMP pages',
      'https://www.google.com/amp/s/example.org/a',
      'https://example.org/a',
    ],
    [
      'keeps a page of a search engine that is no viewer',
      'https://www.google.com/amp/s/settings',
      'https://www.google.com/amp/s/settings',
    ],
    ['keeps a mobile host', 'https://m.example.org/a', 'https://m.example.org/a'],
    ['keeps www', 'https://www.example.org/a', 'https://www.example.org/a'],
    ['keeps AMP without a link', 'https://example.org/a?amp=1', 'https://example.org/a?amp=1'],
    [
      'keeps the name of a default document',
      'https://example.org/index.html',
      'https://example.org/index.html',
    ],
    ['keeps an empty value', 'https://example.org/a?b=', 'https://example.org/a?b='],
    ['keeps doubled slashes', 'https://example.org//a', 'https://example.org//a'],
    [
      'takes the address of a file as it is',
      'file:///connection/ada/a.html#top',
      'file:///connection/ada/a.html',
    ],
    ['takes what is no address as it is', ' not an address ', 'not an address'],
  ])('%s', (_, url, expected) => {
    expect(idOf(url)).toBe(expected);
  });

  it('gives the same answer for its own answer', () => {
    const once = idOf('https://Example.org:443/%7eada/?utm_source=x&b=%e4#top');

    expect(idOf(once)).toBe(once);
  });
});

describe('customIdOf with a canonical link', () => {
  it.each([
    ['the mobile host', 'https://m.example.org/a', 'https://example.org/a'],
    [
      'a mobile label inside the host',
      'https://en.m.example.org/wiki/A',
      'https://en.example.org/wiki/A',
    ],
    ['www or none', 'https://example.org/a', 'https://www.example.org/a'],
    ['the secure scheme', 'http://example.org/a', 'https://example.org/a'],
    ['the trailing slash', 'https://example.org/a', 'https://example.org/a/'],
    ['AMP below the page', 'https://example.org/news/a-b-c/amp', 'https://example.org/news/a-b-c'],
    ['AMP above the page', 'https://example.org/amp/news/a', 'https://example.org/news/a'],
    ['AMP in the ending', 'https://example.org/news/a.amp.html', 'https://example.org/news/a.html'],
    ['an index file', 'https://example.org/docs/index.html', 'https://example.org/docs/'],
    ['the file of the front page', 'https://example.org/index.html', 'https://example.org/'],
    ['the name behind a number', 'https://example.org/q/123', 'https://example.org/q/123/how-to'],
    ['the number behind a name', 'https://example.org/p/red-shoe-987', 'https://example.org/p/987'],
    ['the name behind a query', 'https://example.org/?p=123', 'https://example.org/2026/05/title/'],
    [
      'the name behind a script and a query',
      'https://example.org/index.php?p=9',
      'https://example.org/title/',
    ],
    [
      'a telling name without its section',
      'https://example.org/shoes/red-old-shoe',
      'https://example.org/red-old-shoe',
    ],
    [
      'the question above an answer',
      'https://example.org/questions/123/how-to-begin/456',
      'https://example.org/questions/123/how-to-begin',
    ],
    [
      'a shop’s path without where somebody came from',
      'https://example.org/red-shoe/dp/B08N5WRWNW/ref=sr_1_3',
      'https://example.org/red-shoe/dp/B08N5WRWNW',
    ],
    [
      'a query that only sorts',
      'https://example.org/v?id=5&sort=asc',
      'https://example.org/v?id=5',
    ],
    [
      'a click that led to the page',
      'https://example.org/2020/01/us/a-b-c?action=click',
      'https://example.org/2020/01/us/a-b-c',
    ],
    [
      'a query below a telling name',
      'https://example.org/2026/a-long-name?smid=tw',
      'https://example.org/2026/a-long-name',
    ],
    ['the page of AMP by query', 'https://example.org/a?amp=1', 'https://example.org/a'],
    [
      'the page of a mobile query',
      'https://example.org/5/a.html?m=1',
      'https://example.org/5/a.html',
    ],
    [
      'the page that a cache of AMP pages shows',
      'https://example-org.cdn.ampproject.org/v/s/example.org/amp/a?amp_js_v=0.1',
      'https://example.org/a',
    ],
    [
      'the first page of a list',
      'https://example.org/t/thread-77-x?page=1',
      'https://example.org/t/thread-77-x',
    ],
  ])('takes %s', (_, url, canonicalLink) => {
    expect(idOf(url, canonicalLink)).toBe(canonicalLink);
  });

  it.each([
    ['another site', 'https://example.org/a', 'https://example.com/a'],
    [
      'another subdomain, perhaps another person',
      'https://ada.example.io/a',
      'https://bob.example.io/a',
    ],
    ['another port', 'http://localhost:3000/a', 'http://localhost:4000/a'],
    ['the front page on a deep page', 'https://example.org/a', 'https://example.org/'],
    [
      'the front page on a page named like a form',
      'https://example.org/print',
      'https://example.org/',
    ],
    ['the front page on a query', 'https://example.org/?p=123', 'https://example.org/'],
    ['the section of the page', 'https://example.org/blog/a', 'https://example.org/blog'],
    ['the first page of a thread', 'https://example.org/t/5?page=2', 'https://example.org/t/5'],
    [
      'the first page of a thread, by path',
      'https://example.org/t/5/page/2',
      'https://example.org/t/5',
    ],
    [
      'the first page of a telling thread',
      'https://example.org/t/a-b-c?start=20',
      'https://example.org/t/a-b-c',
    ],
    [
      'a script without its query',
      'https://example.org/view.php?topic=5',
      'https://example.org/view.php',
    ],
    [
      'a watch page without its film',
      'https://example.org/watch?v=abc',
      'https://example.org/watch',
    ],
    [
      'a telling path without its id',
      'https://example.org/a-b-c?id=5',
      'https://example.org/a-b-c',
    ],
    ['another id', 'https://example.org/view?id=5', 'https://example.org/view?id=6'],
    ['the page the app showed before', 'https://example.org/news/b', 'https://example.org/news/a'],
    [
      'another person with a page of this name',
      'https://example.org/ada/profile',
      'https://example.org/bob/profile',
    ],
    [
      'a telling name in another section',
      'https://example.org/ada/my-first-app',
      'https://example.org/bob/my-first-app',
    ],
    [
      'another version of a manual',
      'https://example.org/docs/9.6/how-to-begin',
      'https://example.org/docs/current/how-to-begin',
    ],
    [
      'another language in the path',
      'https://example.org/de/how-to-begin',
      'https://example.org/how-to-begin',
    ],
    [
      'another language by query',
      'https://example.org/how-to-begin?hl=de',
      'https://example.org/how-to-begin',
    ],
    ['what is no web address', 'https://example.org/a', 'android-app://example.org/a'],
    ['what is no address', 'https://example.org/a', '::'],
    ['a page below the section', 'https://example.org/news', 'https://example.org/news/a'],
    [
      'a page below a telling section',
      'https://example.org/how-to-begin',
      'https://example.org/how-to-begin/install',
    ],
    ['a deep page on the front page', 'https://example.org/', 'https://example.org/news/a'],
    ['a deep page on a search', 'https://example.org/?q=ice', 'https://example.org/news/a'],
    ['the front page of a query', 'https://example.org/news/b', 'https://example.org/?p=5'],
    [
      'the page of this name above all persons',
      'https://example.org/ada/profile',
      'https://example.org/profile',
    ],
    [
      'the page of this name around all persons',
      'https://example.org/x/profile/ada',
      'https://example.org/profile',
    ],
    [
      'the page whose name got a number',
      'https://example.org/t/a-long-title-2',
      'https://example.org/t/a-long-title',
    ],
    [
      'a person whose name begins another',
      'https://example.org/ann/my-first-app',
      'https://example.org/ann-lee/my-first-app',
    ],
    [
      'a version that the page has not',
      'https://example.org/docs/how-to-begin',
      'https://example.org/docs/v1/how-to-begin',
    ],
    [
      'a title without the language',
      'https://example.org/item/123?lang=de',
      'https://example.org/item/123/title',
    ],
    [
      'the page whose name got a version',
      'https://example.org/how-to-begin-v2',
      'https://example.org/how-to-begin',
    ],
    ['a page of the year', 'https://example.org/news/2024', 'https://example.org/news/2024/flood'],
    [
      'a script without the number of its topic',
      'https://example.org/viewtopic.php?f=2&t=5',
      'https://example.org/viewtopic.php?f=2',
    ],
    ['a query that the page has not', 'https://example.org/view', 'https://example.org/view?x=5'],
    [
      'anything on a page that a fragment routes to',
      'https://example.org/#/a',
      'https://example.org/',
    ],
  ])('refuses %s', (_, url, canonicalLink) => {
    expect(idOf(url, canonicalLink)).toBe(url);
  });

  it('cleans the link like the address', () => {
    expect(idOf('https://example.org/a', 'https://Example.org/a?utm_source=x#top')).toBe(
      'https://example.org/a',
    );
  });
});

describe('customIdOf of an address over the limit', () => {
  const long = `https://example.org/?q=${'x'.repeat(5_000)}`;

  it('stays within the limit and keeps its start', () => {
    const id = idOf(long);

    expect(id).toHaveLength(serviceLimits.customIdLength);
    expect(id).toMatch(/^https:\/\/example\.org\/\?q=x+~[0-9a-f]{16}$/);
  });

  it('tells addresses with the same start apart', () => {
    expect(idOf(`${long}1`)).not.toBe(idOf(`${long}2`));
  });

  it('leaves an address of just the limit alone', () => {
    const start = 'https://example.org/';
    const exact = start + 'a'.repeat(serviceLimits.customIdLength - start.length);

    expect(idOf(exact)).toBe(exact);
  });
});

describe('namesPage', () => {
  const page = 'https://example.org/news/keeping-ice-cold';

  it.each([
    ['the page itself', page],
    ['the page with a campaign', `${page}?utm_source=x#top`],
    ['the page on the mobile host', 'https://m.example.org/news/keeping-ice-cold'],
  ])('takes %s', (_, address) => {
    expect(namesPage(address, page)).toBe(true);
  });

  it.each([
    ['another page', 'https://example.org/news/b'],
    ['the front page', 'https://example.org/'],
    ['another site', 'https://example.com/news/keeping-ice-cold'],
    ['what is no web address', 'urn:isbn:1'],
    ['what is no address', '::'],
  ])('refuses %s', (_, address) => {
    expect(namesPage(address, page)).toBe(false);
  });

  it.each([
    ['https://example.org/app#/a', true],
    ['https://example.org/app#/b', false],
    ['https://example.org/app', false],
  ])('says of %s on a route %s', (address, expected) => {
    expect(namesPage(address, 'https://example.org/app#/a')).toBe(expected);
  });
});

describe('versionIdOf', () => {
  const digest = '0123456789ABCDEF'.repeat(4);

  it('adds the beginning of the digest to the page', () => {
    expect(versionIdOf('https://example.org/a', digest)).toBe(
      'https://example.org/a#version-0123456789abcdef',
    );
  });

  it.each(['https://example.org/a?b=1', 'https://example.org/#/inbox', 'https://example.org/#!a'])(
    'gives %s back by customIdOf',
    (id) => {
      expect(idOf(versionIdOf(id, digest))).toBe(id);
    },
  );

  it('stays within the limit', () => {
    const start = 'https://example.org/';
    const longest = start + 'a'.repeat(serviceLimits.customIdLength - start.length);

    const versions = [longest, `${longest.slice(0, -1)}b`].map((id) => versionIdOf(id, digest));

    expect(versions.map(({ length }) => length)).toEqual([
      serviceLimits.customIdLength,
      serviceLimits.customIdLength,
    ]);
    expect(versions[0]).not.toBe(versions[1]);
  });
});
