import { describe, expect, it } from 'vitest';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { groupHits, joinPassages, memoryIdOf } from './hit-groups.ts';

function hit(passage: string, changes: Partial<RecallHit> = {}): RecallHit {
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
  it('puts the passages of a page together, best first, in the order of the best', () => {
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
    ['a note of the same id', { kind: 'note' as const }],
  ])('keeps %s apart', (_name, changes) => {
    expect(groupHits([hit('a'), hit('b', changes)])).toHaveLength(2);
  });

  it('leaves passages alone that nothing tells the source of', () => {
    expect(groupHits([nameless, { ...nameless, key: 'other' }])).toHaveLength(2);
  });

  it('names no two groups alike', () => {
    const groups = groupHits([hit('a'), hit('b', { memory: 'Work' }), nameless]);

    expect(new Set(groups.map(({ key }) => key)).size).toBe(3);
  });

  it('makes none of nothing', () => {
    expect(groupHits([])).toEqual([]);
  });
});

describe('joinPassages', () => {
  const words = (passages: readonly RecallHit[]) => passages.map(({ passage }) => passage);

  it('adds what is new behind what is shown, under a key of its own', () => {
    const { passages, added } = joinPassages([hit('a tide')], [hit('a moon', { key: 'a tide' })]);

    expect(words(passages)).toEqual(['a tide', 'a moon']);
    expect(new Set(passages.map(({ key }) => key)).size).toBe(2);
    expect(added).toBe(1);
  });

  it('adds nothing that is shown, or part of it', () => {
    const shown = [hit('the tide and the moon')];

    expect(joinPassages(shown, [hit('the  tide\nand the moon'), hit('the moon')])).toEqual({
      passages: shown,
      added: 0,
    });
  });

  it('lets a longer passage take the place of those it holds', () => {
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
  ])('gives for %s %s', (name, id) => {
    expect(memoryIdOf(name, memories)).toBe(id);
  });
});
