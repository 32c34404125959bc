import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../search/model.ts';
import type { BarState } from './address-bar.ts';
import { firstLine, suggestionOf } from './words.ts';

const failure = { code: 'memory.unreachable', message: 'No.', retryable: true } as const;
const q = 'violet';

function said(state: BarState): string {
  return firstLine(state)
    .map(({ text }) => text)
    .join('');
}

describe('firstLine', () => {
  it.each<[BarState, string]>([
    [{ kind: 'idle' }, 'Search everything you saved'],
    [{ kind: 'ready', q }, 'Search for “violet”'],
    [{ kind: 'nothing', q, stillLearning: 1 }, 'No results for “violet” · Indexing 1 page'],
    [
      { kind: 'unanswered', q, memories: ['Work', 'Club'] },
      'Search for “violet” · Couldn’t search Work and Club',
    ],
  ])('shows what Enter does: %j', (state, words) => {
    expect(said(state)).toBe(words);
  });

  it('shows what went wrong', () => {
    expect(said({ kind: 'failed', q, error: failure })).toMatch(/^Search for “violet” · .+/);
  });

  it('cuts a long query', () => {
    expect(said({ kind: 'ready', q: 'x'.repeat(400) }).length).toBeLessThan(120);
  });

  it('names only a few Memories and cuts their names', () => {
    const memories = Array.from({ length: 50 }, () => 'm'.repeat(300));

    expect(said({ kind: 'unanswered', q, memories }).length).toBeLessThan(250);
  });
});

describe('suggestionOf', () => {
  const hit: SearchResult = {
    key: '0',
    memory: 'Reading',
    kind: 'page',
    title: 'The violet ledger',
    url: 'https://example.org/',
    passage: 'Violet.',
    marks: [],
    savedAt: null,
  };

  it('shows the marked title, the host and the Memory', () => {
    expect(suggestionOf({ content: 'c', hit }, q)).toEqual({
      content: 'c',
      line: [
        { text: 'The ', look: 'plain' },
        { text: 'violet', look: 'match' },
        { text: ' ledger', look: 'plain' },
        { text: ' · example.org', look: 'dim' },
        { text: ' · Reading', look: 'dim' },
      ],
    });
  });

  it('isolates a right-to-left title from the rest of the line', () => {
    const { line } = suggestionOf({ content: 'c', hit: { ...hit, title: '\u202Eقراءات' } }, q);

    expect(line[0]?.text).toBe('\u2068قراءات\u2069');
    expect(line.map(({ text }) => text).join('')).toBe(
      '\u2068قراءات\u2069 · example.org · Reading',
    );
  });

  it('labels a hit without a page as a note', () => {
    const note = suggestionOf({ content: 'c', hit: { ...hit, kind: 'note', url: null } }, q);

    expect(note.line.at(-2)?.text).toBe(' · Note');
  });
});
