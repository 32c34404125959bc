import { describe, expect, it } from 'vitest';
import {
  chosenTerms,
  isTooCostly,
  MAX_READS,
  withoutRelated,
  type PresentTerm,
} from './choose-terms.ts';

const readsFor = ({ passages }: { readonly passages: number }) => passages;

function typed(term: string, passages: number): PresentTerm {
  return { term, of: term, weight: 1, passages };
}

function related(term: string, of: string, passages: number): PresentTerm {
  return { term, of, weight: 0.3, passages };
}

describe('the terms of a query in a large library', () => {
  it('are typed words first, then related ones, as many as can be read in time', () => {
    const common = typed('heron', MAX_READS - 10_000);
    const compounds = Array.from({ length: 4 }, (_, index) =>
      related(`heron${index}`, 'heron', 4_000 + index),
    );

    const chosen = chosenTerms([...compounds, common], readsFor);

    expect(chosen.map(({ term }) => term)).toEqual(['heron', 'heron0', 'heron1']);
  });

  it('always include the rarest typed word, and all rare words', () => {
    const words = [typed('of', 2 * MAX_READS), typed('salt', 2_000), typed('the', 3 * MAX_READS)];

    const chosen = chosenTerms(words, readsFor);

    expect(chosen.map(({ term }) => term)).toEqual(['salt']);
    expect(chosenTerms(words.slice(2), readsFor)).toHaveLength(1);
  });

  it('are without the related words of words that occur, but with what an unfinished word may become', () => {
    const words = [
      typed('heron', 40_000),
      related('herons', 'heron', 3_000),
      related('salt', 'sal', 20_000),
    ];

    expect(isTooCostly(words, readsFor)).toBe(true);
    expect(isTooCostly(words.slice(1, 2), readsFor)).toBe(false);
    expect(withoutRelated(words).map(({ term }) => term)).toEqual(['heron', 'salt']);
  });
});
