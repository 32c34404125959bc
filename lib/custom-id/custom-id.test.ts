import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { customIdOf, namesPage, versionIdOf } from './custom-id.ts';

const idOf = (url: string, canonicalLink: string | null = null) =>
  customIdOf({ url, canonicalLink });

describe('customIdOf', () => {
  it.each([
    'https://example.org/a\u0000b\u001f?q=\u0007\u0085#!\u0001',
    'https://example.org/a\tb\nc',
    'https://example.org/%00%0A%7F',
    'file:///home/ada/a\u0001b',
    'data:text/plain,a\u0000b\u0085',
  ])('never contains a control character, which services refuse: %j', (url) => {
    expect(idOf(url)).not.toMatch(/\p{Cc}/u);
  });
});

describe('customIdOf without a canonical link', () => {
  it.each([
    ['keeps a plain URL', 'https://example.org/a/b', 'https://example.org/a/b'],
    ['lowercases only the host', 'HTTPS://Example.ORG/Path', 'https://example.org/Path'],
    [
      'encodes a host in another script as the browser does',
      'https://bücher.example/',
      'https://xn--bcher-kva.example/',
    ],
    ['drops the final dot of a host', 'https://example.org./a', 'https://example.org/a'],
    ['drops the default port', 'https://example.org:443/a', 'https://example.org/a'],
    ['keeps another port', 'http://localhost:3000/a', 'http://localhost:3000/a'],
    ['drops credentials', 'https://ada:secret@example.org/a', 'https://example.org/a'],
    ['resolves dots in the path', 'https://example.org/a/./b/../c', 'https://example.org/a/c'],
    ['keeps a trailing slash', 'https://example.org/a/', 'https://example.org/a/'],
    ['adds no trailing slash', 'https://example.org/a', 'https://example.org/a'],
    ['adds a slash to the root', 'https://example.org', 'https://example.org/'],
    ['keeps the scheme', 'http://example.org/a', 'http://example.org/a'],
    [
      'keeps a parameter whose name contains a stray percent sign',
      'https://example.org/?100%=1&utm_source=x',
      'https://example.org/?100%=1',
    ],
    ['drops empty parameters', 'https://example.org/a?&b=1&&c=2&', 'https://example.org/a?b=1&c=2'],
    [
      'keeps further question marks in a query',
      'https://example.org/a?b=1?c=2',
      'https://example.org/a?b=1?c=2',
    ],
    [
      'keeps further question marks in the query of a route',
      'https://example.org/#/a?b=1?c=2',
      'https://example.org/#/a?b=1?c=2',
    ],
    [
      'drops a fragment that merely contains a slash',
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
      'keeps a fragment that routes below a name',
      'https://example.org/mail#inbox/FMfcgzQbfBtKjWvNxLpRsHdT',
      'https://example.org/mail#inbox/FMfcgzQbfBtKjWvNxLpRsHdT',
    ],
    [
      'keeps an email under a label, with its query',
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
      'drops a heading that contains a slash',
      'https://example.org/rock#AC/DC',
      'https://example.org/rock',
    ],
    [
      'normalizes parentheses',
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
    [
      'drops campaign parameters',
      'https://example.org/a?utm_source=x&utm_medium=y',
      'https://example.org/a',
    ],
    [
      'drops click IDs, whatever their case',
      'https://example.org/a?FBCLID=1&id=5&gclid=2',
      'https://example.org/a?id=5',
    ],
    [
      'drops an escaped tracking parameter',
      'https://example.org/a?utm%5Fsource=x',
      'https://example.org/a',
    ],
    [
      'keeps parameters that may select content',
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
      'normalizes escapes',
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
      'drops the session ID of a servlet',
      'https://example.org/a;jsessionid=1F2E?b=1',
      'https://example.org/a?b=1',
    ],
    [
      'drops the session ID of PHP',
      'https://example.org/a?PHPSESSID=1f2e',
      'https://example.org/a',
    ],
    [
      'keeps a session ID whose name may select content',
      'https://example.org/a?sid=1f2e',
      'https://example.org/a?sid=1f2e',
    ],
    [
      'drops campaign parameters after a route',
      'https://example.org/#/a?b=1&utm_source=x',
      'https://example.org/#/a?b=1',
    ],
    [
      'replaces an address in an AMP cache',
      'https://www-example-org.cdn.ampproject.org/c/s/www.example.org/a.amp?b=1&usqp=mq331',
      'https://www.example.org/a.amp?b=1',
    ],
    [
      'replaces an address in an AMP viewer',
      'https://www.google.com/amp/s/example.org/a',
      'https://example.org/a',
    ],
    [
      'keeps a search engine’s page that isn’t an AMP viewer',
      'https://www.google.com/amp/s/settings',
      'https://www.google.com/amp/s/settings',
    ],
    ['keeps a mobile host', 'https://m.example.org/a', 'https://m.example.org/a'],
    ['keeps www', 'https://www.example.org/a', 'https://www.example.org/a'],
    ['keeps an AMP parameter', 'https://example.org/a?amp=1', 'https://example.org/a?amp=1'],
    [
      'keeps the name of a default document',
      'https://example.org/index.html',
      'https://example.org/index.html',
    ],
    ['keeps an empty value', 'https://example.org/a?b=', 'https://example.org/a?b='],
    ['keeps doubled slashes', 'https://example.org//a', 'https://example.org//a'],
    [
      'keeps a file address, without its fragment',
      'file:///connection/ada/a.html#top',
      'file:///connection/ada/a.html',
    ],
    ['keeps text that isn’t an address', ' not an address ', 'not an address'],
  ])('%s', (_, url, expected) => {
    expect(idOf(url)).toBe(expected);
  });

  it('returns its own result unchanged', () => {
    const once = idOf('https://Example.org:443/%7eada/?utm_source=x&b=%e4#top');

    expect(idOf(once)).toBe(once);
  });
});

describe('customIdOf with a canonical link', () => {
  it.each([
    ['the desktop host', 'https://m.example.org/a', 'https://example.org/a'],
    [
      'a host without its mobile label',
      'https://en.m.example.org/wiki/A',
      'https://en.example.org/wiki/A',
    ],
    ['a host with www', 'https://example.org/a', 'https://www.example.org/a'],
    ['HTTPS', 'http://example.org/a', 'https://example.org/a'],
    ['a trailing slash', 'https://example.org/a', 'https://example.org/a/'],
    [
      'a path without an AMP suffix',
      'https://example.org/news/a-b-c/amp',
      'https://example.org/news/a-b-c',
    ],
    [
      'a path without an AMP prefix',
      'https://example.org/amp/news/a',
      'https://example.org/news/a',
    ],
    [
      'a path without an AMP extension',
      'https://example.org/news/a.amp.html',
      'https://example.org/news/a.html',
    ],
    [
      'a folder for its index file',
      'https://example.org/docs/index.html',
      'https://example.org/docs/',
    ],
    ['the front page for its index file', 'https://example.org/index.html', 'https://example.org/'],
    ['a number with a title', 'https://example.org/q/123', 'https://example.org/q/123/how-to'],
    [
      'a number without its title',
      'https://example.org/p/red-shoe-987',
      'https://example.org/p/987',
    ],
    ['a title for a query', 'https://example.org/?p=123', 'https://example.org/2026/05/title/'],
    [
      'a title for a script and a query',
      'https://example.org/index.php?p=9',
      'https://example.org/title/',
    ],
    [
      'a descriptive name without its section',
      'https://example.org/shoes/red-old-shoe',
      'https://example.org/red-old-shoe',
    ],
    [
      'the question for an answer',
      'https://example.org/questions/123/how-to-begin/456',
      'https://example.org/questions/123/how-to-begin',
    ],
    [
      'a shop’s path without the referrer',
      'https://example.org/red-shoe/dp/B08N5WRWNW/ref=sr_1_3',
      'https://example.org/red-shoe/dp/B08N5WRWNW',
    ],
    [
      'a query without sorting',
      'https://example.org/v?id=5&sort=asc',
      'https://example.org/v?id=5',
    ],
    [
      'an address without a click parameter',
      'https://example.org/2020/01/us/a-b-c?action=click',
      'https://example.org/2020/01/us/a-b-c',
    ],
    [
      'a descriptive name without its query',
      'https://example.org/2026/a-long-name?smid=tw',
      'https://example.org/2026/a-long-name',
    ],
    ['an address without an AMP query', 'https://example.org/a?amp=1', 'https://example.org/a'],
    [
      'an address without a mobile query',
      'https://example.org/5/a.html?m=1',
      'https://example.org/5/a.html',
    ],
    [
      'the original of a page in an AMP cache',
      'https://example-org.cdn.ampproject.org/v/s/example.org/amp/a?amp_js_v=0.1',
      'https://example.org/a',
    ],
    [
      'the first page of a list without its number',
      'https://example.org/t/thread-77-x?page=1',
      'https://example.org/t/thread-77-x',
    ],
  ])('accepts %s', (_, url, canonicalLink) => {
    expect(idOf(url, canonicalLink)).toBe(canonicalLink);
  });

  it.each([
    ['another site', 'https://example.org/a', 'https://example.com/a'],
    [
      'another subdomain, which may be another user’s',
      'https://ada.example.io/a',
      'https://bob.example.io/a',
    ],
    ['another port', 'http://localhost:3000/a', 'http://localhost:4000/a'],
    ['the front page on a deep page', 'https://example.org/a', 'https://example.org/'],
    ['the front page on a page named “print”', 'https://example.org/print', 'https://example.org/'],
    ['the front page on a query', 'https://example.org/?p=123', 'https://example.org/'],
    ['the section of the page', 'https://example.org/blog/a', 'https://example.org/blog'],
    ['the first page of a thread', 'https://example.org/t/5?page=2', 'https://example.org/t/5'],
    [
      'the first page of a thread, by path',
      'https://example.org/t/5/page/2',
      'https://example.org/t/5',
    ],
    [
      'the first page of a thread with a title',
      'https://example.org/t/a-b-c?start=20',
      'https://example.org/t/a-b-c',
    ],
    [
      'a script without its query',
      'https://example.org/view.php?topic=5',
      'https://example.org/view.php',
    ],
    [
      'a watch page without its video',
      'https://example.org/watch?v=abc',
      'https://example.org/watch',
    ],
    [
      'a descriptive path without its id',
      'https://example.org/a-b-c?id=5',
      'https://example.org/a-b-c',
    ],
    ['another id', 'https://example.org/view?id=5', 'https://example.org/view?id=6'],
    ['the page the app showed before', 'https://example.org/news/b', 'https://example.org/news/a'],
    [
      'a page of the same name by another user',
      'https://example.org/ada/profile',
      'https://example.org/bob/profile',
    ],
    [
      'a descriptive name in another section',
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
    ['a link that isn’t a web address', 'https://example.org/a', 'android-app://example.org/a'],
    ['a link that isn’t an address', 'https://example.org/a', '::'],
    ['a page below the section', 'https://example.org/news', 'https://example.org/news/a'],
    [
      'a page below a descriptive section',
      'https://example.org/how-to-begin',
      'https://example.org/how-to-begin/install',
    ],
    ['a deep page on the front page', 'https://example.org/', 'https://example.org/news/a'],
    ['a deep page on a search', 'https://example.org/?q=ice', 'https://example.org/news/a'],
    ['the front page with a query', 'https://example.org/news/b', 'https://example.org/?p=5'],
    [
      'a page of the same name above all users',
      'https://example.org/ada/profile',
      'https://example.org/profile',
    ],
    [
      'a page of the same name that lists all users',
      'https://example.org/x/profile/ada',
      'https://example.org/profile',
    ],
    [
      'a name without the number at its end',
      'https://example.org/t/a-long-title-2',
      'https://example.org/t/a-long-title',
    ],
    [
      'a user whose name starts with another’s',
      'https://example.org/ann/my-first-app',
      'https://example.org/ann-lee/my-first-app',
    ],
    [
      'a version that the page’s address doesn’t have',
      'https://example.org/docs/how-to-begin',
      'https://example.org/docs/v1/how-to-begin',
    ],
    [
      'a title without the page’s language',
      'https://example.org/item/123?lang=de',
      'https://example.org/item/123/title',
    ],
    [
      'a name without the version at its end',
      'https://example.org/how-to-begin-v2',
      'https://example.org/how-to-begin',
    ],
    [
      'a page of the same year',
      'https://example.org/news/2024',
      'https://example.org/news/2024/flood',
    ],
    [
      'a script without its topic number',
      'https://example.org/viewtopic.php?f=2&t=5',
      'https://example.org/viewtopic.php?f=2',
    ],
    [
      'a query that the page’s address doesn’t have',
      'https://example.org/view',
      'https://example.org/view?x=5',
    ],
    ['any link on a page with a fragment route', 'https://example.org/#/a', 'https://example.org/'],
  ])('rejects %s', (_, url, canonicalLink) => {
    expect(idOf(url, canonicalLink)).toBe(url);
  });

  it('normalizes the link like the address', () => {
    expect(idOf('https://example.org/a', 'https://Example.org/a?utm_source=x#top')).toBe(
      'https://example.org/a',
    );
  });
});

describe('customIdOf for a URL over the limit', () => {
  const long = `https://example.org/?q=${'x'.repeat(5_000)}`;

  it('shortens the id and keeps its start', () => {
    const id = idOf(long);

    expect(id).toHaveLength(serviceLimits.customIdLength);
    expect(id).toMatch(/^https:\/\/example\.org\/\?q=x+~[0-9a-f]{16}$/);
  });

  it('differs for addresses with the same start', () => {
    expect(idOf(`${long}1`)).not.toBe(idOf(`${long}2`));
  });

  it('keeps an address exactly at the limit', () => {
    const start = 'https://example.org/';
    const exact = start + 'a'.repeat(serviceLimits.customIdLength - start.length);

    expect(idOf(exact)).toBe(exact);
  });
});

describe('namesPage', () => {
  const page = 'https://example.org/news/keeping-ice-cold';

  it.each([
    ['the page itself', page],
    ['the page with campaign parameters', `${page}?utm_source=x#top`],
    ['the page on the mobile host', 'https://m.example.org/news/keeping-ice-cold'],
  ])('accepts %s', (_, address) => {
    expect(namesPage(address, page)).toBe(true);
  });

  it.each([
    ['another page', 'https://example.org/news/b'],
    ['the front page', 'https://example.org/'],
    ['another site', 'https://example.com/news/keeping-ice-cold'],
    ['an address outside the web', 'urn:isbn:1'],
    ['text that isn’t an address', '::'],
  ])('rejects %s', (_, address) => {
    expect(namesPage(address, page)).toBe(false);
  });

  it.each([
    ['https://example.org/app#/a', true],
    ['https://example.org/app#/b', false],
    ['https://example.org/app', false],
  ])('compares %s with a route: %s', (address, expected) => {
    expect(namesPage(address, 'https://example.org/app#/a')).toBe(expected);
  });
});

describe('versionIdOf', () => {
  const digest = '0123456789ABCDEF'.repeat(4);

  it('appends the start of the digest to the page’s id', () => {
    expect(versionIdOf('https://example.org/a', digest)).toBe(
      'https://example.org/a#version-0123456789abcdef',
    );
  });

  it.each(['https://example.org/a?b=1', 'https://example.org/#/inbox', 'https://example.org/#!a'])(
    'is reduced to %s by customIdOf',
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
