/** Tests each rule with cases that the other rules alone would decide differently. */
import { describe, expect, it } from 'vitest';
import { isBelievable } from './canonical-link.ts';

/** Parses a URL without its scheme, or a path on `example.org`. */
const address = (text: string) =>
  new URL(text.startsWith('/') ? `https://example.org${text}` : `https://${text}`);

/** Each row is a page, its canonical link, and whether the link is used. */
const decides = (rows: readonly (readonly [page: string, link: string, isTaken: boolean])[]) => {
  it.each(rows)('%s with %s: %s', (page, link, isTaken) => {
    expect(isBelievable(address(link), address(page))).toBe(isTaken);
  });
};

describe('the host', () => {
  decides([
    ['mobile.example.org/a', 'example.org/a', true],
    ['amp.example.org/a', 'www.example.org/a', true],
    // Without these labels, hosts of two owners would be equal.
    ['m.example/a', 'www.example/a', false],
    ['ab.c.example/a', 'a.bc.example/a', false],
  ]);
});

describe('the front page', () => {
  decides([
    ['/index.html', '/', true],
    ['/default.aspx', '/', true],
    ['/?m=1', '/', true],
    ['/?p=123', '/', false],
    // A print shop and a page about amplifiers, on sites with this link on every page.
    ['/print', '/', false],
    ['/amp/', '/', false],
    ['/', '/print', false],
    ['/print/index.html', '/', false],
    ['/amp/index.html', '/', false],
    ['/amp/print', '/', false],
    ['/print/index.html', '/print', true],
  ]);
});

describe('the query on the same path', () => {
  decides([
    ['/v?b=1', '/v?b=1', true],
    ['/v?b=1&c=asc', '/v?b=1', true],
    // A number can identify the page that the script shows.
    ['/v?b=1&c=2', '/v?b=1', false],
    ['/viewtopic.php?f=2&t=5', '/viewtopic.php?f=2', false],
    ['/forum.php?mod=viewthread&tid=5', '/forum.php?mod=viewthread', false],
    ['/index.php?id=5&news=7', '/index.php?id=5', false],
    ['/v?b=1&page=1', '/v?b=1', true],
    ['/v?page=1', '/v?page=2', false],
    // `t` is the position in the video, and the link keeps the video's id.
    ['/watch?v=abc1&t=120', '/watch?v=abc1', true],
    ['/a-long-title?b=1&c=2', '/a-long-title?b=1', true],
    ['/v?b=1&c=2', '/v?d=1', false],
    ['/v?b=1', '/v?b=2', false],
    ['/v?b=1', '/v?b=1&c=2', false],
    ['/v?b=1', '/v', false],
    // With two hyphens or underscores, or a number, a name identifies the page without the query.
    ['/a-long-title?b=1', '/a-long-title', true],
    ['/a_long_title?b=1', '/a_long_title', true],
    ['/a-title?b=1', '/a-title', false],
    ['/123?b=1', '/123', true],
    ['/12?b=1', '/12', false],
  ]);

  describe('after a descriptive name, if the query still selects the page', () => {
    decides(
      'id v q query search ID p hl lang language uselang lng locale oldid rev revision diff version ver view action tab date'
        .split(' ')
        .map((name) => [`/a-long-title?${name}=ice`, '/a-long-title', false]),
    );
  });

  describe('on another path', () => {
    decides([
      ['/item/123?lang=de', '/item/123/title', false],
      ['/item/123?oldid=5', '/item/123/title', false],
      ['/item/123?id=5', '/item/123/title', false],
      ['/item/123?from=top', '/item/123/title', true],
      ['/item/123', '/item/123/title?lang=de', false],
      ['/?p=123&lang=de', '/title', false],
    ]);
  });

  describe('that selects a presentation', () => {
    decides([
      ['/2020/01/01/us/a-b-c.html?action=click&module=Top', '/2020/01/01/us/a-b-c.html', true],
      ['/a-b-c?action=edit', '/a-b-c', false],
      ['/v?amp', '/v', true],
      ['/v?amp=true', '/v', true],
      ['/v?AMP=1', '/v', true],
      ['/v?amp=12', '/v', false],
      ['/v?xamp=1', '/v', false],
      ['/v?outputType=amp', '/v', true],
      ['/v?outputType=amplified', '/v', false],
      ['/v?myoutputType=amp', '/v', false],
      ['/v?m=12', '/v', false],
      ['/v?form=1', '/v', false],
      ['/v?print=', '/v', true],
      ['/v?print=1', '/v', true],
      ['/v?print=true', '/v', true],
      ['/v?Print=1', '/v', true],
      ['/v?print=12', '/v', false],
      ['/v?blueprint=1', '/v', false],
    ]);
  });
});

describe('a page of a thread', () => {
  decides([
    ...[
      'page',
      'paged',
      'pg',
      'start',
      'offset',
      'PAGE',
      'seite',
      'st',
      'cpage',
      'pagina',
      'pn',
    ].map((name) => [`/a-long-title?${name}=12`, '/a-long-title', false] as const),
    ['/a-long-title?page=1', '/a-long-title', true],
    ['/a-long-title?page=2up', '/a-long-title', true],
    ['/a-long-title?page=up2', '/a-long-title', true],
    ['/a-long-title?page=2&b=1', '/a-long-title?page=2', true],
    ['/t/123456?page=2', '/t/123456/title', false],
    ['/t/123456?page=2', '/t/123456/title?page=1', false],
    ['/t/123456?page=2', '/t/123456/page-2', true],
  ]);
});

describe('the name of the page', () => {
  decides([
    // A number in the query of the front page identifies a page with a path.
    ['/?p=123', '/title', true],
    ['/?p=123x', '/title', false],
    ['/?p=x123', '/title', false],
    ['/?q=ice&p=123', '/title', true],
    ['/?page_id=7', '/title', true],
    ['/?tab=7', '/title', false],
    ['/title', '/?title=1', false],
    // A descriptive name needs no section, and a number may have a title next to it, in any order.
    ['/sale/a-long-title', '/a-long-title', true],
    ['/ice/profile', '/profile', false],
    ['/t/123', '/t/123/title', true],
    ['/t/123/title', '/t/123', false],
    ['/123/title', '/t/123', false],
    ['/t/12/title', '/12', false],
    ['/p/123-title', '/p/123', true],
    ['/p/title-123', '/p/123', true],
    ['/p/123', '/p/title-123', true],
    ['/p/title123', '/p/123', false],
    ['/p/123title', '/p/123', false],
    ['/p/a-long-title', '/p/a-long-title-again', true],
    ['/p/a-long-title-again', '/p/a-long-title', true],
    // Unlike a number, a title doesn't identify the page below it.
    ['/p/a-long-title', '/a-long-title/more', false],
    ['/p/title-123', '/title-123/more', false],
    ['/p/123-title', '/123-title/more', false],
    // A number added before or after a name makes it another name.
    ['/p/a-long-title', '/p/a-long-title-1-2', false],
    ['/p/123', '/p/12-123', false],
    ['/p/a-long-title', '/p/q/2-a-long-title', false],
    ['/p/a-long-title-2', '/p/q/a-long-title', false],
    ['/p/a-long-title-2nd', '/p/q/a-long-title', true],
    ['/p/a-long-title-no2', '/p/q/a-long-title', true],
    ['/p/2nd-123', '/p/q/123', true],
    ['/p/no2-123', '/p/q/123', true],
    ['/how-to-begin-v2', '/how-to-begin', false],
    ['/how-to-begin-1.2', '/how-to-begin', false],
    ['/how-to-begin-de', '/how-to-begin', false],
    ['/learn-to-sail-part-2', '/learn-to-sail', false],
    ['/part-2-learn-to-sail', '/learn-to-sail', false],
    // The title next to a number can contain numbers.
    ['/p/987-mark-2', '/p/987', true],
    ['/p/mark-2-987', '/p/987', true],
    // A year doesn't identify a page.
    ['/news/2024-election-results', '/news/2024-election', false],
    ['/news/2024', '/news/2024/flood', false],
    ['/blog/2024', '/blog/2024/03/my-post', false],
    ['/news/2024?b=1', '/news/2024', false],
    ['/p/20245', '/p/20245/title', true],
    ['/users/123', '/users/123/posts/how-to-begin', false],
    // A parent isn't the page, and neither is a page whose path only starts the same.
    ['/p/title-123/comments', '/p/123', false],
    ['/how-to-begin/install', '/how-to-begin', false],
    ['/2026/a-long-title/123', '/2025/a-long-title', false],
  ]);
});

describe('the same name in two places', () => {
  decides([
    ['/ada/my-first-app', '/bob/my-first-app', false],
    ['/ada/app/issues/1234', '/bob/tool/issues/1234', false],
    ['/sport/2026', '/news/2026', false],
    ['/2025/the-annual-report', '/2026/the-annual-report', false],
    ['/all/sale/red-old-shoe', '/sale/red-old-shoe', true],
    ['/ann/my-first-app', '/ann-lee/my-first-app', false],
    ['/ann-lee/my-first-app', '/ann/my-first-app', false],
    ['/google/go-cloud-sdk', '/google-labs/go-cloud-sdk', false],
    ['/123-shoes/456-red', '/123/456', true],
  ]);
});

describe('another edition', () => {
  decides([
    ['/docs/9.6/a-long-title', '/docs/current/a-long-title', false],
    ['/v1/a-long-title', '/v2/a-long-title', false],
    ['/v1/a-long-title', '/a-long-title', false],
    ['/3.12.1/a-long-title', '/a-long-title', false],
    ['/de/a-long-title', '/en/a-long-title', false],
    ['/de/a-long-title', '/a-long-title', false],
    ['/pt-br/a-long-title', '/a-long-title', false],
    ['/docs/a-long-title', '/a-long-title', true],
    ['/de/123', '/de/123/title', true],
    ...'5.x 16 latest beta 2023-07 2023-07-01 v1beta1 1.0-rc1 zh-hant zh-hans-cn es-419 de v1 us'
      .split(' ')
      .flatMap(
        (part) =>
          [
            [`/docs/${part}/a-b-c`, '/docs/a-b-c', false],
            ['/docs/a-b-c', `/docs/${part}/a-b-c`, false],
            [`/docs/${part}/a-b-c`, '/docs/9.6/a-b-c', false],
          ] as const,
      ),
    // Sections as short as a language code, dates, and a page's number.
    ...['new', 'faq', 'tv', 'how-to', '2024/03', '2024/03/16', '123'].map(
      (part) => [`/docs/${part}/a-b-c`, '/docs/a-b-c', true] as const,
    ),
    ['/2024/03/16/a-b-c', '/2024/a-b-c', true],
    ['/2024/03/16/de/a-b-c', '/2024/03/16/a-b-c', false],
  ]);
});

describe('a shop’s article number', () => {
  decides([
    ['/dp/B08N5WRWNW', '/red-shoe/dp/B08N5WRWNW', true],
    ['/dp/B08N5WRWNW?th=1', '/dp/B08N5WRWNW', true],
    ['/red-shoe/dp/B08N5WRWNW/ref=sr_1_3', '/red-shoe/dp/B08N5WRWNW', true],
    ['/reviews/B08N5WRWNW', '/red-shoe/dp/B08N5WRWNW', false],
    ['/volume/chapter12', '/chapter12', false],
    ['/all/4K8P', '/4K8P', false],
  ]);
});

describe('an answer below its question', () => {
  decides([
    ['/questions/123/how-to-begin/456', '/questions/123/how-to-begin', true],
    ['/questions/123/how-to-begin/edit', '/questions/123/how-to-begin', false],
    ['/albums/123/how-to-begin/456', '/albums/123/how-to-begin', false],
    ['/questions/how-to-pick/456', '/questions/how-to-pick', false],
    ['/questions/tagged/how-to-pick/456', '/questions/tagged/how-to-pick', false],
    ['/questions/123/456', '/questions/123', false],
  ]);
});

describe('the path', () => {
  decides([
    ...['html', 'htm', 'php', 'asp', 'aspx', 'jsp'].map(
      (ending) => [`/news/a.${ending}`, '/news/a', true] as const,
    ),
    ['/news/A', '/news/a', true],
    ['/news//a', '/news/a/', true],
    ['/news/a.html.old', '/news/a.old', false],
    ['/news/ahtml', '/news/a', false],
    ['/news/a.amp', '/news/a', true],
    ['/news/a.amp.old', '/news/a.old', false],
    ['/news/aamp', '/news/a', false],
    ['/print/news/a', '/news/a', true],
    ['/news/a/index', '/news/a', true],
    ['/news/a/default', '/news/a', true],
    ['/index.php/news/a', '/news/a', true],
    ['/news/print/a', '/news/a', false],
  ]);
});

describe('a path with very many segments', () => {
  const long = '/a'.repeat(50);
  decides([
    [`${long}/a-long-title`, `${long}/a-long-title/`, true],
    [`${long}/a-long-title`, '/a/a-long-title', false],
    [`${long.slice(0, 40)}/a-long-title`, '/a/a-long-title', true],
  ]);
});
