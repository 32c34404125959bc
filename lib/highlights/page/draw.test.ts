import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { anchorOf } from '../../capture/page-text.ts';
import type { AnchoredHighlight } from '../model.ts';
import {
  type AnchorResult,
  anchorHighlights,
  changedPlacements,
  isOverSame,
  overlapsOf,
} from './draw.ts';

const sentence = 'Straw kept the ice of the harbour cold until the summer came.';

function open(html: string): Document {
  return new JSDOM(`<body>${html}`).window.document;
}

/** Returns a highlight over all text of an element. */
function markOn(document: Document, id: string): AnchoredHighlight {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(`#${id}`) ?? document.body);
  const anchor = anchorOf(range);
  if (anchor === null) throw new Error('The element has no text.');
  return { id, anchor, comment: null, color: 'yellow' };
}

const article = open(
  `<h1>Ice</h1><p>First of all.</p><p id="a">${sentence}</p><p id="b">Then came the machines of Linde, and nobody cut it.</p>`,
);
const marks = [markOn(article, 'b'), markOn(article, 'a')];

/** Anchors the highlights without a time limit. */
function place(page: Document, earlier: ReadonlyMap<string, AnchorResult> = new Map()) {
  return anchorHighlights(page, marks, { earlier, now: () => 0, changedAt: 0 }).placed;
}

describe('anchorHighlights', () => {
  it('finds text in other markup, ignoring scripts and styles', () => {
    const page = open(
      `<script>var x = "${sentence}"</script><style>p { color: red }</style><p>Straw kept <b>the ice</b>\n of the <i>harbour</i> cold until the summer came.</p>`,
    );

    const placed = place(page);

    expect(placed.get('a')?.range?.toString().replace(/\s+/g, ' ')).toBe(sentence);
    expect(placed.get('b')?.range).toBeNull();
  });

  it('keeps highlights whose text is unchanged', () => {
    const page = open(article.body.innerHTML);
    const placed = place(page);
    page.querySelector('h1')?.remove();

    const again = place(page, placed);

    expect(again.get('a')?.range).toBe(placed.get('a')?.range);
  });

  it('finds text again that was removed and put back', () => {
    const page = open(article.body.innerHTML);
    const placed = place(page);
    const { innerHTML } = page.body;
    page.body.replaceChildren();

    const gone = place(page, placed);
    page.body.innerHTML = innerHTML;
    const back = place(page, gone);

    expect([...gone.values()].map(({ range }) => range)).toEqual([null, null]);
    expect(back.get('a')?.range?.toString()).toBe(sentence);
  });
});

describe('anchorHighlights when out of time', () => {
  it('starts with the remaining highlights next time', () => {
    const page = open(article.body.innerHTML);
    let at = 0;
    const now = () => (at += 200);

    const first = anchorHighlights(page, marks, { earlier: new Map(), now, changedAt: 0 });
    const second = anchorHighlights(page, marks, { earlier: first.placed, now, changedAt: 0 });

    expect([first.isDone, [...first.placed.keys()]]).toEqual([false, ['b']]);
    expect([second.isDone, [...second.placed.keys()]]).toEqual([true, ['b', 'a']]);
  });
});

describe('anchorHighlights for missing text', () => {
  it('searches again only after the page changes', () => {
    const page = open('<p>Nothing of the kind.</p>');
    let at = 0;
    const now = () => (at += 1);
    const first = anchorHighlights(page, marks, { earlier: new Map(), now, changedAt: 0 });
    page.body.innerHTML = article.body.innerHTML;

    const still = anchorHighlights(page, marks, { earlier: first.placed, now, changedAt: 0 });
    const anew = anchorHighlights(page, marks, { earlier: still.placed, now, changedAt: at });

    expect(still.placed.get('a')?.range).toBeNull();
    expect(anew.placed.get('a')?.range?.toString()).toBe(sentence);
  });
});

describe('changedPlacements', () => {
  it('reports each placement once, and again when it changes', () => {
    const page = open(article.body.innerHTML);
    const placed = place(page);

    const first = changedPlacements(placed, new Map());
    const told = new Map(first.map((telling) => [telling.id, telling]));
    page.querySelector('#a')?.remove();

    expect(first.map(({ id, placement }) => [id, placement])).toEqual([
      ['b', 'placed'],
      ['a', 'placed'],
    ]);
    expect((first[0]?.order ?? 0) > (first[1]?.order ?? 0)).toBe(true);
    expect(changedPlacements(placed, told)).toEqual([]);
    expect(changedPlacements(place(page, placed), told)).toMatchObject([
      { id: 'a', placement: 'orphaned' },
    ]);
  });
});

const { document } = new JSDOM('<p>abcde<b>fghij</b>klmno</p>').window;

/** The page's letters with their positions. */
const points = [...document.querySelectorAll('p, b')]
  .flatMap(({ childNodes }) => [...childNodes])
  .filter((node) => node.nodeType === 3)
  .flatMap((node) =>
    (node.textContent ?? '').split('').map((letter, at) => ({ node, letter, at })),
  );

function over(letters: string): Range {
  const first = points.find(({ letter }) => letter === letters.at(0));
  const last = points.find(({ letter }) => letter === letters.at(-1));
  if (first === undefined || last === undefined) throw new Error('Not on the page.');
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}

describe('overlapsOf', () => {
  it.each<[string, string[], string[]]>([
    ['separate highlights', ['abc', 'fgh'], []],
    ['adjacent highlights', ['abcde', 'fghij'], []],
    ['a highlight within another', ['bcdefghijklm', 'ghi'], ['ghi']],
    ['the end of one and the start of the next', ['abcdefg', 'efghijk'], ['efg']],
    ['the same text twice', ['fghij', 'fghij'], ['fghij']],
    ['two highlights within a long one', ['abcdefghijklmno', 'bc', 'hij'], ['bc', 'hij']],
    ['a third that ends after the first', ['abcdefgh', 'bc', 'ghij'], ['bc', 'gh']],
    ['no highlights', [], []],
  ])('returns the overlaps of %s, in any order', (_, texts, shared) => {
    const ranges = texts.map(over);

    expect(overlapsOf(ranges).map(String)).toEqual(shared);
    expect(overlapsOf(ranges.toReversed()).map(String)).toEqual(shared);
  });
});

describe('isOverSame', () => {
  const { document: page } = new JSDOM('<p>one  two</p> <p> one two </p>').window;
  const [first, second] = [...page.querySelectorAll('p')].map(({ firstChild }) => firstChild);

  function from(node: Node | null | undefined, start: number, end: number): Range {
    if (node == null) throw new Error('Not on the page.');
    const range = page.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  }

  it.each<[string, Range, boolean]>([
    ['the same ends', from(first, 0, 8), true],
    ['extra white space at an end', from(page.body, 0, 2), true],
    ['less text', from(first, 0, 3), false],
    ['the same text elsewhere', from(second, 0, 9), false],
  ])('compares a range with %s', (_, other, isSame) => {
    const words = from(first, 0, 8);

    expect(isOverSame(words, other)).toBe(isSame);
    expect(isOverSame(other, words)).toBe(isSame);
  });
});
