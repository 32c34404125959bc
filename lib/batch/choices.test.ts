import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { bookmark, folder } from '../../tests/fixtures/batch-world.ts';
import { everySite, originsOfUrls, originsReadAt } from '../url/origins.ts';
import { addressesIn, foldersOf, newEntries, tabObstacle } from './choices.ts';
import { handOn } from './runner.ts';
import type { Batch } from './model.ts';

const numbered = () => {
  let count = 0;
  return () => `e${(count += 1)}`;
};

describe('newEntries', () => {
  it('keeps each page once, in order, and counts the duplicates', () => {
    const { entries, folded } = newEntries(
      [
        { url: 'https://a.example/one?utm_source=x', title: 'First', tabId: null },
        { url: 'https://a.example/two', title: 'Second', tabId: null },
        { url: 'https://a.example/one#end', title: 'Again', tabId: null },
      ],
      { batchId: 'b', newId: numbered() },
    );

    expect(entries.map(({ id, order, title, status }) => [id, order, title, status])).toEqual([
      ['e1', 0, 'First', 'waiting'],
      ['e2', 1, 'Second', 'waiting'],
    ]);
    expect(folded).toBe(1);
  });

  it.each([
    ['javascript:alert(1)', null, 'link.unusable'],
    ['place:sort=8', null, 'link.unusable'],
    ['not an address', null, 'link.unusable'],
    [`https://a.example/${'x'.repeat(serviceLimits.urlLength)}`, null, 'link.unusable'],
    ['chrome://settings/', 7, 'page.restricted'],
    ['file:///connection/me/notes.html', 7, 'page.restricted'],
  ])('rejects %s up front', (url, tabId, code) => {
    const { entries } = newEntries([{ url, title: '', tabId }], {
      batchId: 'b',
      newId: numbered(),
    });

    expect(entries).toMatchObject([{ status: 'refused', error: { code } }]);
  });

  it('cuts long titles and addresses', () => {
    const { entries } = newEntries(
      [{ url: `javascript:${'x'.repeat(100_000)}`, title: 'y'.repeat(100_000), tabId: null }],
      { batchId: 'b', newId: numbered() },
    );

    expect(entries[0]?.url.length).toBe(serviceLimits.urlLength * 2);
    expect(entries[0]?.title.length).toBe(serviceLimits.titleLength);
  });
});

describe('bookmarks', () => {
  const root = folder('', [
    folder('Bar', [
      bookmark('https://a.example/'),
      folder('Deep', [bookmark('https://b.example/')]),
    ]),
    folder('Other', []),
    bookmark('https://c.example/'),
  ]);

  it('lists every folder and counts the addresses in it and its subfolders', () => {
    expect(foldersOf(root).map(({ title, depth, count }) => [title, depth, count])).toEqual([
      ['Bar', 0, 2],
      ['Deep', 1, 1],
      ['Other', 0, 0],
    ]);
  });

  it('lists the addresses of a folder and its subfolders', () => {
    const addresses = [...addressesIn(root)].map(({ url }) => url);

    expect(addresses).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
  });
});

describe('permissions of a batch', () => {
  it('requests each web origin once, ignoring ports', () => {
    const origins = originsOfUrls([
      'http://localhost:1234/a',
      'http://localhost:5678/b',
      'https://localhost/',
      'chrome://settings/',
      'nonsense',
    ]);

    expect(origins).toEqual(['http://localhost:5678', 'https://localhost']);
  });

  it('requests HTTPS for addresses this device fetches', () => {
    const origins = originsReadAt([
      'http://a.example/b',
      'https://a.example/',
      'chrome://about',
      '',
    ]);

    expect(origins).toEqual(['https://a.example']);
  });

  it('passes on permissions another active batch needs and releases the rest', () => {
    const other = (id: string, status: Batch['status'], ...origins: string[]) =>
      ({ id, status, origins }) as Batch;
    const { released, inherited } = handOn(
      ['https://a.example', 'https://b.example', 'https://c.example', 'https://d.example'],
      [
        other('x', 'paused', 'https://a.example', 'https://d.example'),
        other('y', 'done', 'https://b.example'),
        other('z', 'canceled', 'https://c.example'),
      ],
    );

    expect(released).toEqual(['https://b.example', 'https://c.example']);
    expect([...inherited]).toEqual([['x', ['https://a.example', 'https://d.example']]]);
  });

  it('passes every site on to a batch that needs any HTTPS site', () => {
    const running = (id: string, origin: string) =>
      ({ id, status: 'running', origins: [origin] }) as Batch;

    const toTabs = handOn([everySite], [running('x', 'https://a.example')]);
    const toFolder = handOn([everySite], [running('y', everySite)]);
    const toPlain = handOn([everySite], [running('z', 'http://a.example')]);

    expect([...toTabs.inherited]).toEqual([['x', [everySite]]]);
    expect([...toFolder.inherited]).toEqual([['y', [everySite]]]);
    expect(toPlain.released).toEqual([everySite]);
  });

  it('accepts an ordinary page', () => {
    expect(tabObstacle('https://a.example/')).toBeNull();
  });
});
