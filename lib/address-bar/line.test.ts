import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../search/model.ts';
import { contentOf, enteredOf, marked, searchedWords, shownHit } from './line.ts';

const hit: SearchResult = {
  key: '0:d1',
  memory: 'Reading',
  kind: 'page',
  title: 'The ledger',
  url: 'https://www.example.org/ledger',
  passage: 'A violet barometer hung there.',
  marks: [[2, 8]],
  savedAt: null,
};
const address = 'https://www.example.org/ledger#:~:text=A%20violet%20barometer%20hung%20there';

describe('searchedWords', () => {
  it('puts typed text on one line and limits its length', () => {
    expect(searchedWords('  violet\n barometer ')).toBe('violet barometer');
    expect(searchedWords('x'.repeat(9_000)).length).toBeLessThanOrEqual(401);
  });
});

describe('shownHit', () => {
  it('names the page, its host and its Memory', () => {
    expect(shownHit(hit)).toEqual({ title: 'The ledger', host: 'example.org', memory: 'Reading' });
  });

  it.each([' \u202E ', null])('uses the passage as the title instead of %j', (title) => {
    const untitled = { ...hit, title, url: null };

    expect(shownHit(untitled)).toMatchObject({ title: hit.passage, host: null });
  });

  it('truncates every part', () => {
    const long = 'w'.repeat(5_000);
    const shown = shownHit({ ...hit, title: long, memory: long, url: `https://${long}.example/` });

    expect(shown.title.length).toBeLessThan(100);
    expect(shown.memory.length).toBeLessThan(50);
    expect(shown.host?.length ?? 0).toBeLessThan(50);
  });

  it.each([
    ['a lookalike host in punycode', 'https://exаmple.org/', 'xn--exmple-4nf.org'],
    ['a host that contains www unchanged', 'https://a.www.example/', 'a.www.example'],
    ['an empty host for an invalid URL', 'nonsense', ''],
  ])('shows %s', (_, url, host) => {
    expect(shownHit({ ...hit, url }).host).toBe(host);
  });
});

describe('marked', () => {
  it('marks the words of the query and keeps all text', () => {
    const line = marked('The violet tower', 'violet');

    expect(line).toEqual([
      { text: 'The ', look: 'plain' },
      { text: 'violet', look: 'match' },
      { text: ' tower', look: 'plain' },
    ]);
    expect(marked('violet', 'violet')).toEqual([{ text: 'violet', look: 'match' }]);
  });
});

describe('contentOf', () => {
  it('links to the passage', () => {
    expect(contentOf(hit)).toBe(address);
  });

  it('is the passage text if there is no page', () => {
    expect(contentOf({ ...hit, url: null })).toBe(hit.passage);
  });

  it('links to the page if the link to the passage is too long', () => {
    const url = `https://example.org/${'a'.repeat(1_980)}`;

    expect(contentOf({ ...hit, url })).toBe(url);
  });

  it('is the passage text if the URL is too long for an address bar', () => {
    expect(contentOf({ ...hit, url: `https://example.org/${'a'.repeat(3_000)}` })).toBe(
      hit.passage,
    );
  });
});

describe('enteredOf', () => {
  const shown = new Map([[address, hit]]);

  it('recognizes a shown suggestion', () => {
    expect(enteredOf(` ${address} `, shown)).toEqual({ kind: 'hit', hit });
  });

  it.each([address, 'http://localhost/#:~:text=a'])(
    'opens a suggestion shown by an earlier background: %s',
    (url) => {
      expect(enteredOf(url, new Map())).toEqual({ kind: 'address', url });
    },
  );

  it.each([
    ['words', 'violet barometer'],
    ['a typed URL', 'https://example.org/ledger'],
    ['a javascript: URL with a text fragment', 'javascript:alert(1)#:~:text=a'],
    ['a javascript: URL that contains a web URL', 'javascript:https://example.org/#:~:text=a'],
    ['a URL followed by words', 'https://example.org/#:~:text=a b'],
    ['an invalid URL', 'https://#:~:text=a'],
  ])('searches for %s', (_, typed) => {
    expect(enteredOf(typed, shown)).toEqual({ kind: 'words', q: typed });
  });

  it('searches for the text of a suggestion without a page', () => {
    const note = { ...hit, kind: 'note' as const, url: null };

    expect(enteredOf(note.passage, new Map([[note.passage, note]]))).toEqual({
      kind: 'words',
      q: note.passage,
    });
  });
});
