import { describe, expect, it } from 'vitest';
import { t } from '../../../lib/i18n/i18n.ts';
import type { SearchResult } from '../../../lib/search/model.ts';
import { hitView, quoteOf, groupHits, joinPassages, memoryIdOf } from './hit-view.ts';

function view(changes: Partial<SearchResult>) {
  return hitView({
    key: '1',
    memory: 'Reading',
    kind: 'page',
    title: 'A title',
    url: 'https://www.example.org/a',
    passage: '',
    marks: [],
    savedAt: '2026-11-20T12:00:00Z',
    ...changes,
  });
}

describe('hitView', () => {
  it('shows the title, host and time of a page', () => {
    expect(view({})).toEqual({
      title: 'A title',
      isTitled: true,
      host: 'example.org',
      savedAt: Date.parse('2026-11-20T12:00:00Z'),
      isNote: false,
      opens: true,
    });
  });

  it('shows the host once if there is no title', () => {
    expect(view({ title: '  ' })).toMatchObject({ title: 'example.org', host: null, opens: true });
  });

  it('labels a note without a title as a note', () => {
    expect(view({ kind: 'note', title: null })).toMatchObject({
      title: t('search_yourNote'),
      host: 'example.org',
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'])(
    'doesn’t open %s',
    (url) => {
      expect(view({ url })).toMatchObject({ host: null, opens: false });
    },
  );

  it('shows a host with lookalike letters in Punycode', () => {
    expect(view({ url: 'https://аpple.com/' }).host).toBe('xn--pple-43d.com');
  });

  it('leaves out a time that can’t be parsed', () => {
    expect(view({ savedAt: 'last week' }).savedAt).toBeNull();
  });
});

function quote(changes: Partial<SearchResult>): string {
  return quoteOf({
    key: '1',
    memory: 'Reading',
    kind: 'page',
    title: 'Tides',
    url: 'https://example.org/tides',
    passage: 'The moon pulls.',
    marks: [],
    savedAt: null,
    ...changes,
  });
}

describe('quoteOf', () => {
  it('quotes the words with title and link', () => {
    expect(quote({})).toBe('> The moon pulls.\n\n— [Tides](https://example.org/tides)\n');
  });

  it('separates paragraphs', () => {
    expect(quote({ passage: ' One.\n\nTwo. \n Three.\n' })).toMatch(
      /^> One\.\n>\n> Two\.\n>\n> Three\.\n/,
    );
  });

  it('names the host if there is no title, and the note if there is no source', () => {
    expect(quote({ title: null })).toContain('— [example.org](https://example.org/tides)');
    expect(quote({ title: null, url: null, kind: 'note' })).toContain(`— ${t('search_yourNote')}`);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('doesn’t link to %s', (url) => {
    expect(quote({ url })).toContain('— Tides\n');
  });

  it.each([
    ['# not a heading', String.raw`\# not a heading`],
    ['#hashtag', '#hashtag'],
    ['- not an item', String.raw`\- not an item`],
    ['1. not an item', String.raw`1\. not an item`],
    ['1.5 litres', '1.5 litres'],
    ['a *b* `c` [d](e) <f>', String.raw`a \*b\* \`c\` \[d\](e) \<f\>`],
    ['snake_case and _this_', String.raw`snake_case and \_this\_`],
    [String.raw`C:\temp`, String.raw`C:\\temp`],
    ['3 - 2 = 1, 4 + 5', '3 - 2 = 1, 4 + 5'],
  ])('escapes the Markdown in %j', (passage, expected) => {
    expect(quote({ passage }).split('\n')[0]).toBe(`> ${expected}`);
  });

  it('escapes brackets in the link', () => {
    expect(quote({ title: 'A [b]', url: 'https://example.org/a_(b)' })).toContain(
      String.raw`— [A \[b\]](<https://example.org/a_(b)>)`,
    );
  });
});

function hit(passage: string, changes: Partial<SearchResult> = {}): SearchResult {
  return {
    key: passage,
    memory: 'Reading',
    kind: 'page',
    sourceId: 'd1',
    title: null,
    url: null,
    passage,
    marks: [],
    savedAt: null,
    ...changes,
  };
}

const { sourceId: _, ...nameless } = hit('nameless');

describe('groupHits', () => {
  it('groups the passages of a page, both best first', () => {
    const groups = groupHits([
      hit('a'),
      hit('b', { sourceId: 'd2' }),
      hit('c'),
      hit('d', { sourceId: 'd2' }),
      hit('e'),
    ]);

    expect(
      groups.map(({ best, others }) => [best.passage, others.map(({ passage }) => passage)]),
    ).toEqual([
      ['a', ['c', 'e']],
      ['b', ['d']],
    ]);
  });

  it.each([
    ['another page', { sourceId: 'd2' }],
    ['the same page in another Memory', { memory: 'Work' }],
    ['a note with the same id', { kind: 'note' as const }],
  ])('doesn’t group passages with %s', (_name, changes) => {
    expect(groupHits([hit('a'), hit('b', changes)])).toHaveLength(2);
  });

  it('doesn’t group passages without a source', () => {
    expect(groupHits([nameless, { ...nameless, key: 'other' }])).toHaveLength(2);
  });

  it('gives each group a unique key', () => {
    const groups = groupHits([hit('a'), hit('b', { memory: 'Work' }), nameless]);

    expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
  });

  it('returns no groups for no hits', () => {
    expect(groupHits([])).toEqual([]);
  });
});

describe('joinPassages', () => {
  const words = (passages: readonly SearchResult[]) => passages.map(({ passage }) => passage);

  it('appends new passages after those shown, with unique keys', () => {
    const { passages, added } = joinPassages([hit('a tide')], [hit('a moon', { key: 'a tide' })]);

    expect(words(passages)).toEqual(['a tide', 'a moon']);
    expect(new Set(passages.map(({ key }) => key)).size).toBe(2);
    expect(added).toBe(1);
  });

  it('adds nothing that is already shown', () => {
    const shown = [hit('the tide and the moon')];

    expect(joinPassages(shown, [hit('the  tide\nand the moon'), hit('the moon')])).toEqual({
      passages: shown,
      added: 0,
    });
  });

  it('replaces passages with a longer one that contains them', () => {
    const shown = [hit('zero'), hit('one.'), hit('other'), hit('two.')];

    const { passages, added } = joinPassages(shown, [hit('one.\n\ntwo. three.')]);

    expect(words(passages)).toEqual(['zero', 'one.\n\ntwo. three.', 'other']);
    expect(added).toBe(1);
  });
});

describe('memoryIdOf', () => {
  const memories = [
    { id: 'm1', name: 'Reading' },
    { id: 'm2', name: 'Work' },
    { id: 'm3', name: 'Work' },
  ];

  it.each([
    ['Reading', 'm1'],
    ['Work', null],
    ['Recipes', null],
  ])('returns for %s: %s', (name, id) => {
    expect(memoryIdOf(name, memories)).toBe(id);
  });
});
