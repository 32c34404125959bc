import { describe, expect, it } from 'vitest';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import {
  rank,
  type Candidate,
  withFeedback,
  tokenizeCandidate,
  type TokenizedCandidate,
} from './rank.ts';

function candidate(id: number, text: string, { material = id, score = 1 } = {}): Candidate {
  return { passage: foundPassage({ id, text, material }), score };
}

function order(
  found: readonly Candidate[],
  terms: readonly string[],
  documents = new Map<number, number>(),
): number[] {
  return rank(found, terms, documents).map(({ passage }) => passage.id);
}

describe('rank', () => {
  it('keeps the order for a query of one word', () => {
    expect(order([candidate(1, 'salt', { score: 2 }), candidate(2, 'salt')], ['salt'])).toEqual([
      1, 2,
    ]);
  });

  it('prefers the passage where the query words are adjacent', () => {
    const apart = candidate(
      1,
      'The salt was sold in town, and many years later there was a march.',
    );
    const near = candidate(2, 'The salt march began at dawn.');

    expect(order([apart, near], ['salt', 'march'])).toEqual([2, 1]);
  });

  it('counts the text of a link, not its URL', () => {
    const address = candidate(1, 'See [this](https://salt.march.example).');
    const words = candidate(2, 'See [the salt march](https://a.example).');

    expect(order([address, words], ['salt', 'march'])).toEqual([2, 1]);
  });

  it('prefers a document with a higher score, at equal scores of passages', () => {
    const alone = candidate(1, 'salt');
    const together = [candidate(2, 'salt', { material: 9 }), candidate(3, 'salt', { material: 9 })];
    const documents = new Map([
      [1, 1],
      [9, 1.5],
    ]);

    expect(order([alone, ...together], ['salt'], documents)).toEqual([2, 3, 1]);
  });

  it('orders ties consistently', () => {
    expect(order([candidate(5, 'salt'), candidate(3, 'salt')], ['salt'])).toEqual([3, 5]);
  });
});

const question = ['salt', 'march', 'dawn', 'coast', 'village', 'tax'];

function candidateOf(id: number, text: string, score = 1): TokenizedCandidate {
  return tokenizeCandidate({ passage: foundPassage({ id, text }), score });
}

/** Returns five good passages about satyagraha, which the query doesn't name, and some weak ones. */
function candidates(...further: readonly TokenizedCandidate[]): TokenizedCandidate[] {
  const good = [1, 2, 3, 4, 5].map((id) =>
    candidateOf(id, `Salt and satyagraha, a march, part ${id}.`, 5),
  );
  const others = Array.from({ length: 15 }, (_, index) =>
    candidateOf(100 + index, `Salt and something else: kettle${index}.`),
  );
  return [...good, ...further, ...others];
}

function scoreOf(all: readonly TokenizedCandidate[], id: number): number | undefined {
  return all.find(({ passage }) => passage.id === id)?.score;
}

describe('withFeedback', () => {
  it('raises passages on the topic of the best ones, even without the query’s words', () => {
    const ranked = withFeedback(
      candidates(candidateOf(7, 'Satyagraha was begun.'), candidateOf(8, 'Kettles were boiled.')),
      question,
    );

    expect(scoreOf(ranked, 7)).toBeGreaterThan(1);
    expect(scoreOf(ranked, 8)).toBe(1);
  });

  it('does not change the order for a short query', () => {
    const given = candidates(candidateOf(7, 'Satyagraha was begun.'));

    expect(withFeedback(given, question.slice(0, 5))).toEqual(given);
  });

  it('ignores very common words, numbers and the query words', () => {
    const given = candidates(
      candidateOf(7, 'Something else, and salt.'),
      candidateOf(8, '1930'),
      candidateOf(9, 'Every march ends.'),
    );
    const numbered = given.map((each) =>
      each.score === 5 ? { ...each, words: [...each.words, '1930'] } : each,
    );

    const ranked = withFeedback(numbered, question);

    expect(scoreOf(ranked, 7)).toBe(1);
    expect(scoreOf(ranked, 8)).toBe(1);
    expect(scoreOf(ranked, 9)).toBe(1);
  });

  it('does nothing with only a few candidates', () => {
    const few = candidates().slice(0, 5);

    expect(withFeedback(few, question)).toEqual(few);
  });
});
