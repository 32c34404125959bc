import { describe, expect, it } from 'vitest';
import { nothingAnswers } from '../../lib/contract/nothing-found.ts';
import { searchTerms } from '../../lib/text/search-terms.ts';
import type { DescribedHit } from '../search/search-memories.ts';
import { quotesAgent } from './quotes.ts';

function passage(content: string, id = 'doc_1'): DescribedHit {
  return {
    container: 'mem_1',
    container_name: 'Reading',
    content,
    document_id: id,
    title: null,
    url: null,
    custom_id: null,
    score: 1,
    saved_at: '2026-11-21T10:00:00.000Z',
  };
}

/** Asks about passages among a thousand. `known` is how many of them contain a word; the others are in one. */
async function answerFrom(
  contents: readonly string[],
  message: string,
  known: Readonly<Record<string, number>> = {},
) {
  const counts = {
    passages: new Map(searchTerms(message).map((term) => [term, known[term] ?? 1])),
    total: 1_000,
    related: new Map(),
  };
  const passages = contents.map((content, index) => passage(content, `doc_${index}`));
  const answered = await quotesAgent.answer({ message, passages, counts });
  if (!answered.ok) throw new Error(answered.error.message);
  return answered.value;
}

describe('an answer from quotes', () => {
  it('quotes the sentence that has the words of the question', async () => {
    const { answer, answered, sources } = await answerFrom(
      [
        'The mill is old. One filling grinds four sacks of rye. It stands by a river.',
        'Rye is grain.',
      ],
      'How many sacks does one filling grind?',
    );

    expect(answered).toBe(true);
    expect(answer).toContain('“One filling grinds four sacks of rye.”');
    expect(answer).not.toContain('river');
    expect(sources).toMatchObject([{ document_id: 'doc_0' }]);
  });

  it('says that nothing saved answers the question if only common words match, and returns related sources', async () => {
    const contents = ['The state keeps a car.', 'Coffee pays well.', 'The state pays.', 'A state.'];
    const { answer, answered, sources } = await answerFrom(
      contents,
      'How much does the state pay for a heat pump?',
      { state: 200, pay: 150, heat: 0, pump: 0 },
    );

    expect(answer).toBe(nothingAnswers);
    expect(answered).toBe(false);
    expect(sources.map(({ document_id }) => document_id)).toEqual(['doc_0', 'doc_1', 'doc_2']);
  });

  it('doesn’t add up evidence from several passages', async () => {
    const { answered } = await answerFrom(
      ['The president of the chess club resigned.', 'France lost the match.'],
      'Who is the president of France?',
      { president: 40, franc: 60 },
    );

    expect(answered).toBe(false);
  });

  it.each([
    ['"""Whole sacks that one filling grinds."""', '“Whole sacks that one filling grinds.”'],
    ['// Whole sacks that one filling grinds.', '“Whole sacks that one filling grinds.”'],
    ['/** Whole sacks that one filling grinds. */', '“Whole sacks that one filling grinds.”'],
    ['--sacks counts one filling.', '“--sacks counts one filling.”'],
    ['#sacks of one filling', '“#sacks of one filling”'],
    ['The "sacks" of one "filling"', '“The "sacks" of one "filling"”'],
  ])('from %s leaves out comment markers', async (content, quoted) => {
    const { answer } = await answerFrom([content], 'Sacks of one filling?');

    expect(answer.split('\n')[2]).toBe(quoted);
  });
});
