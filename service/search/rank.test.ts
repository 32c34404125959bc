import { describe, expect, it } from 'vitest';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import { rank } from './rank.ts';
import type { Candidate } from './read-candidate.ts';

function candidate(id: number, text: string, { material = id, score = 1 } = {}): Candidate {
  return { passage: foundPassage({ id, text, material }), score };
}

function order(candidates: readonly Candidate[], terms: readonly string[]): number[] {
  return rank(candidates, terms).map(({ passage }) => passage.id);
}

describe('rank', () => {
  it('keeps the order of the words alone for a query of one word', () => {
    expect(order([candidate(1, 'salt', { score: 2 }), candidate(2, 'salt')], ['salt'])).toEqual([
      1, 2,
    ]);
  });

  it('prefers the passage in which the words of the query are neighbours', () => {
    const apart = candidate(
      1,
      'The salt was sold in town, and many years later there was a march.',
    );
    const near = candidate(2, 'The salt march began at dawn.');

    expect(order([apart, near], ['salt', 'march'])).toEqual([2, 1]);
  });

  it('reads the words of a link and not its address', () => {
    const address = candidate(1, 'See [this](https://salt.march.example).');
    const words = candidate(2, 'See [the salt march](https://a.example).');

    expect(order([address, words], ['salt', 'march'])).toEqual([2, 1]);
  });

  it('prefers a document with more to say, at equal words', () => {
    const alone = candidate(1, 'salt');
    const together = [candidate(2, 'salt', { material: 9 }), candidate(3, 'salt', { material: 9 })];

    expect(order([alone, ...together], ['salt'])).toEqual([2, 3, 1]);
  });

  it('orders equals always alike', () => {
    expect(order([candidate(5, 'salt'), candidate(3, 'salt')], ['salt'])).toEqual([3, 5]);
  });
});
