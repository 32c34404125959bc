import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../lib/search/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import { answerAfter } from './use-ask.ts';

const from = (memory: string): SearchResult => ({
  key: memory,
  memory,
  kind: 'page',
  title: null,
  url: null,
  passage: 'The herring came late.',
  marks: [],
  savedAt: null,
});
const answer: AskedAnswer = {
  text: 'Late.',
  sources: [from('Reading'), from('Work')],
  sourcesFrom: 'answer',
};
const reading = { id: 'm1', name: 'Reading' };
const work = { id: 'm2', name: 'Work' };
const garden = { id: 'm3', name: 'Garden' };
const before = [reading, work, garden];
const memoriesAfter = (after: typeof before) =>
  answerAfter(answer, { before, after })?.sources.map(({ memory }) => memory);

describe('an answer', () => {
  it('names each Memory as it is called now', () => {
    expect(memoriesAfter([{ id: 'm1', name: 'Ports' }, work])).toEqual(['Ports', 'Work']);
  });

  it('follows two Memories that exchange their names', () => {
    const exchanged = [
      { id: 'm1', name: 'Work' },
      { id: 'm2', name: 'Reading' },
    ];

    expect(memoriesAfter(exchanged)).toEqual(['Work', 'Reading']);
  });

  it('goes with a Memory that it rests on, and with no other', () => {
    expect(memoriesAfter([reading, garden])).toBeUndefined();
    expect(memoriesAfter([reading, work])).toEqual(['Reading', 'Work']);
  });

  it('keeps the name of a Memory that was not known', () => {
    expect(answerAfter(answer, { before: [], after: [garden] })).toEqual(answer);
  });

  it('keeps a name that several Memories had, as long as one of them is left', () => {
    const two = [{ id: 'm4', name: 'Reading' }, reading, work];
    const ports = { id: 'm4', name: 'Ports' };

    expect(answerAfter(answer, { before: two, after: [reading, ports, work] })).toEqual(answer);
    expect(answerAfter(answer, { before: two, after: [ports, work] })?.sources[0]?.memory).toBe(
      'Ports',
    );
  });
});
