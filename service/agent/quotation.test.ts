import { describe, expect, it } from 'vitest';
import type { DescribedHit } from '../search/search-memories.ts';
import { quotationAgent } from './quotation.ts';

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

async function quotedFrom(content: string, message: string): Promise<string> {
  const { value } = await quotationAgent.answer({ message, passages: [passage(content)] });
  return value.answer.split('\n')[2] ?? '';
}

describe('what is said before the quotations', () => {
  it.each([
    ['What is the meaning of quantum chromodynamics?', /^No sentence in your Memories/],
    ['What does a keeper mean?', /^Quoted from your Memories/],
  ])('of %s', async (message, lead) => {
    const passages = [passage('The keeper meant it to be read.')];
    const { value } = await quotationAgent.answer({ message, passages });

    expect(value.answer).toMatch(lead);
  });
});

describe('what is quoted', () => {
  it.each([
    ['"""Whole sacks that one filling grinds."""', '“Whole sacks that one filling grinds.”'],
    ['// Whole sacks that one filling grinds.', '“Whole sacks that one filling grinds.”'],
    ['/** Whole sacks that one filling grinds. */', '“Whole sacks that one filling grinds.”'],
    ['--sacks counts the filling.', '“--sacks counts the filling.”'],
    ['#sacks of the filling', '“#sacks of the filling”'],
    ['The "sacks" of one "filling"', '“The "sacks" of one "filling"”'],
  ])('of %s is what it says, without the marks around a comment', async (content, quoted) => {
    expect(await quotedFrom(content, 'How many sacks does one filling make?')).toBe(quoted);
  });
});
