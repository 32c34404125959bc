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
  it('is what was typed on one line, and no more than a search can use', () => {
    expect(searchedWords('  violet\n barometer ')).toBe('violet barometer');
    expect(searchedWords('x'.repeat(9_000)).length).toBeLessThanOrEqual(401);
  });
});

describe('shownHit', () => {
  it('names the page, its host and its Memory', () => {
    expect(shownHit(hit)).toEqual({ title: 'The ledger', host: 'example.org', memory: 'Reading' });
  });

  it.each([' \u202E ', null])('begins with the words of what has the title %j', (title) => {
    const untitled = { ...hit, title, url: null };

    expect(shownHit(untitled)).toMatchObject({ title: hit.passage, host: null });
  });

  it('keeps every part short', () => {
    const long = 'w'.repeat(5_000);
    const shown = shownHit({ ...hit, title: long, memory: long, url: `https://${long}.example/` });

    expect(shown.title.length).toBeLessThan(100);
    expect(shown.memory.length).toBeLessThan(50);
    expect(shown.host?.length ?? 0).toBeLessThan(50);
  });

  it.each([
    ['that imitates another as what it is', 'https://exаmple.org/', 'xn--exmple-4nf.org'],
    ['whole, but for its first label', 'https://a.www.example/', 'a.www.example'],
    ['of no address as none', 'nonsense', ''],
  ])('shows a host %s', (_, url, host) => {
    expect(shownHit({ ...hit, url }).host).toBe(host);
  });
});

describe('marked', () => {
  it('marks the words of the query, and loses nothing of the text', () => {
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
  it('is the way to the passage', () => {
    expect(contentOf(hit)).toBe(address);
  });

  it('is the words of what has no page', () => {
    expect(contentOf({ ...hit, url: null })).toBe(hit.passage);
  });

  it('is the way to the page where that to the passage is too long', () => {
    const url = `https://example.org/${'a'.repeat(1_980)}`;

    expect(contentOf({ ...hit, url })).toBe(url);
  });

  it('is no address that is too long for an address bar', () => {
    expect(contentOf({ ...hit, url: `https://example.org/${'a'.repeat(3_000)}` })).toBe(
      hit.passage,
    );
  });
});

describe('enteredOf', () => {
  const shown = new Map([[address, hit]]);

  it('knows a suggestion that was shown', () => {
    expect(enteredOf(` ${address} `, shown)).toEqual({ kind: 'hit', hit });
  });

  it.each([address, 'http://localhost/#:~:text=a'])(
    'still follows one of a background that has ended: %s',
    (url) => {
      expect(enteredOf(url, new Map())).toEqual({ kind: 'address', url });
    },
  );

  it.each([
    ['words', 'violet barometer'],
    ['an address that somebody typed', 'https://example.org/ledger'],
    ['an address that no browser may open for this', 'javascript:alert(1)#:~:text=a'],
    ['a script around one', 'javascript:https://example.org/#:~:text=a'],
    ['an address with words after it', 'https://example.org/#:~:text=a b'],
    ['what is no address', 'https://#:~:text=a'],
  ])('searches for %s', (_, typed) => {
    expect(enteredOf(typed, shown)).toEqual({ kind: 'words', q: typed });
  });

  it('searches for the words of what has no page', () => {
    const note = { ...hit, kind: 'note' as const, url: null };

    expect(enteredOf(note.passage, new Map([[note.passage, note]]))).toEqual({
      kind: 'words',
      q: note.passage,
    });
  });
});
