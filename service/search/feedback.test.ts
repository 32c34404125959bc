import { describe, expect, it } from 'vitest';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import { withFeedback } from './feedback.ts';
import { readCandidate, type ReadCandidate } from './read-candidate.ts';

const question = ['salt', 'march', 'dawn', 'coast', 'village', 'tax'];

function candidate(id: number, text: string, score = 1): ReadCandidate {
  return readCandidate({ passage: foundPassage({ id, text }), score });
}

/** Five good passages that all speak of satyagraha, which the question does not name, and some that say little. */
function candidates(...further: readonly ReadCandidate[]): ReadCandidate[] {
  const good = [1, 2, 3, 4, 5].map((id) =>
    candidate(id, `Salt and satyagraha, a march, part ${id}.`, 5),
  );
  const others = Array.from({ length: 15 }, (_, index) =>
    candidate(100 + index, `Salt and something else: kettle${index}.`),
  );
  return [...good, ...further, ...others];
}

function scoreOf(all: readonly ReadCandidate[], id: number): number | undefined {
  return all.find(({ passage }) => passage.id === id)?.score;
}

describe('withFeedback', () => {
  it('lifts what speaks of the same as the best passages, in other words than the question', () => {
    const ranked = withFeedback(
      candidates(candidate(7, 'Satyagraha was begun.'), candidate(8, 'Kettles were boiled.')),
      question,
    );

    expect(scoreOf(ranked, 7)).toBeGreaterThan(1);
    expect(scoreOf(ranked, 8)).toBe(1);
  });

  it('leaves the order of a short query alone', () => {
    const given = candidates(candidate(7, 'Satyagraha was begun.'));

    expect(withFeedback(given, question.slice(0, 5))).toEqual(given);
  });

  it('takes no word that stands in most candidates, no number and no word of the question', () => {
    const given = candidates(
      candidate(7, 'Something else, and salt.'),
      candidate(8, '1930'),
      candidate(9, 'Every march ends.'),
    );
    const numbered = given.map((each) =>
      each.score === 5 ? { ...each, words: [...each.words, '1930'] } : each,
    );

    const ranked = withFeedback(numbered, question);

    expect(scoreOf(ranked, 7)).toBe(1);
    expect(scoreOf(ranked, 8)).toBe(1);
    expect(scoreOf(ranked, 9)).toBe(1);
  });

  it('says nothing of a few candidates, none of which could be told apart', () => {
    const few = candidates().slice(0, 5);

    expect(withFeedback(few, question)).toEqual(few);
  });
});
