import { describe, expect, it } from 'vitest';
import type { DescribedHit } from '../search/search-memories.ts';
import { quotesAgent } from './quotes.ts';

function passage(content: string): DescribedHit {
  return {
    container: 'mem_1',
    container_name: 'Reading',
    content,
    document_id: 'doc_1',
    title: 'Ponds',
    url: null,
    custom_id: null,
    score: 1,
    saved_at: '2026-11-21T10:00:00.000Z',
  };
}

async function answerFrom(content: string, message: string): Promise<string> {
  const answered = await quotesAgent.answer({ message, passages: [passage(content)] });
  if (!answered.ok) throw new Error(answered.error.message);
  return answered.value.answer;
}

describe('the introduction', () => {
  it.each([
    ['What is the meaning of quantum chromodynamics?', true],
    ['What does a keeper mean?', false],
  ])('warns that quotes for %s may miss the point: %s', async (message, may) => {
    const answer = await answerFrom('The keeper meant it to be read.', message);

    expect(answer.includes('Closest matches')).toBe(may);
  });
});

describe('a quote', () => {
  it.each([
    ['"""Whole sacks that one filling grinds."""', '“Whole sacks that one filling grinds.”'],
    ['// Whole sacks that one filling grinds.', '“Whole sacks that one filling grinds.”'],
    ['/** Whole sacks that one filling grinds. */', '“Whole sacks that one filling grinds.”'],
    ['--sacks counts the filling.', '“--sacks counts the filling.”'],
    ['#sacks of the filling', '“#sacks of the filling”'],
    ['The "sacks" of one "filling"', '“The "sacks" of one "filling"”'],
  ])('from %s leaves out comment markers', async (content, quoted) => {
    const answer = await answerFrom(content, 'How many sacks does one filling make?');

    expect(answer.split('\n')[2]).toBe(quoted);
  });
});
