import { describe, expect, it } from 'vitest';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import { hitsOf } from './hits.ts';
import type { Candidate } from './read-candidate.ts';

interface Place {
  readonly material?: number;
  readonly position: number;
  readonly score: number;
  readonly text?: string;
}

function candidate({ material = 1, position, score, text = `p${position}` }: Place): Candidate {
  const passage = foundPassage({
    id: material * 100 + position,
    position,
    lead: '\n\n',
    text,
    material,
  });
  return { passage, score };
}

function textsOf(places: readonly Place[], limit = 10): string[] {
  return hitsOf(places.map(candidate), limit).map(({ text }) => text);
}

describe('hitsOf', () => {
  it('joins neighbours that are hits, in the order of the text', () => {
    const places = [
      { position: 4, score: 9 },
      { position: 3, score: 5 },
      { position: 5, score: 4 },
    ];

    expect(textsOf(places)).toEqual(['p3\n\np4\n\np5']);
  });

  it('does not join over a gap, nor two documents', () => {
    const places = [
      { position: 1, score: 9 },
      { position: 3, score: 8 },
      { material: 2, position: 2, score: 1 },
    ];

    expect(textsOf(places)).toEqual(['p1', 'p3', 'p2']);
  });

  it('stops joining at 1,700 characters', () => {
    const text = 'x'.repeat(800);
    const places = [1, 2, 3].map((position) => ({ position, score: 9 - position, text }));

    expect(textsOf(places).map(({ length }) => length)).toEqual([1602, 800]);
  });

  it('keeps within the limit, best first', () => {
    const places = [1, 3, 5, 7].map((position) => ({
      material: position,
      position,
      score: 9 - position,
    }));

    expect(textsOf(places, 2)).toEqual(['p1', 'p3']);
  });

  it('lets another document before the further hits of one', () => {
    const places = [
      { position: 1, score: 10 },
      { position: 3, score: 9.5 },
      { material: 2, position: 8, score: 9 },
    ];

    expect(textsOf(places)).toEqual(['p1', 'p8', 'p3']);
  });

  it('gives nothing for nothing', () => {
    expect(hitsOf([], 10)).toEqual([]);
  });
});
