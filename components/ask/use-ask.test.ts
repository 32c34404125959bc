import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import { type AskAction, askReducer, type AskTurn, answerAfter } from './use-ask.ts';
import type { SearchResult } from '../../lib/search/model.ts';

const answer: AskedAnswer = { text: 'In 1871.', sources: [], sourcesFrom: 'answer' };
const error: AppError = { code: 'memory.server', message: '', retryable: true };
const first: AskAction = { type: 'asked', key: 'a', message: 'When?', askId: '1', now: 10 };
const second: AskAction = { type: 'asked', key: 'b', message: 'Why?', askId: '2', now: 20 };

function after(...actions: readonly AskAction[]): readonly AskTurn[] {
  return actions.reduce(askReducer, []);
}

describe('askReducer', () => {
  it('appends each question', () => {
    expect(after(first, second).map(({ message }) => message)).toEqual(['When?', 'Why?']);
  });

  it('adds an answer only to its own question', () => {
    const [one, other] = after(first, second, { type: 'answered', askId: '1', answer });

    expect(one?.phase).toEqual({ status: 'answered', answer });
    expect(other?.phase).toMatchObject({ status: 'asking', since: 20 });
  });

  it('keeps the reason why a question waits until it continues', () => {
    const waiting: AskAction = { type: 'waiting', askId: '1', wait: { reason: 'turn' } };

    expect(after(first, waiting)[0]?.phase).toMatchObject({ wait: { reason: 'turn' }, since: 10 });
    expect(
      after(first, waiting, { type: 'waiting', askId: '1', wait: null })[0]?.phase,
    ).toMatchObject({ wait: null });
  });

  it('asks again in the same place', () => {
    const turns = after(
      first,
      second,
      { type: 'failed', askId: '1', error, now: 15 },
      {
        ...first,
        askId: '3',
        now: 30,
      },
    );

    expect(turns.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(turns[0]?.phase).toEqual({ status: 'asking', askId: '3', since: 30, wait: null });
  });

  it.each<AskAction>([
    { type: 'answered', askId: '1', answer },
    { type: 'failed', askId: '1', error, now: 15 },
    { type: 'waiting', askId: '1', wait: { reason: 'turn' } },
  ])('ignores $type for a stopped question', (late) => {
    const stopped = after(first, { type: 'stopped', askId: '1' });

    expect(askReducer(stopped, late)).toEqual(stopped);
    expect(stopped[0]?.phase).toEqual({ status: 'stopped' });
  });

  it('ignores results of the earlier call after asking again', () => {
    const again = after(first, { type: 'stopped', askId: '1' }, { ...first, askId: '3' });

    expect(askReducer(again, { type: 'answered', askId: '1', answer })).toEqual(again);
  });

  it('stores the time at which a question failed', () => {
    const failed: AskAction = { type: 'failed', askId: '1', error, now: 15 };

    expect(after(first, failed)[0]?.phase).toEqual({ status: 'failed', error, at: 15 });
  });

  it('treats an aborted call as stopped', () => {
    const aborted: AppError = { code: 'memory.aborted', message: '', retryable: false };

    expect(after(first, { type: 'failed', askId: '1', error: aborted, now: 15 })[0]?.phase).toEqual(
      {
        status: 'stopped',
      },
    );
  });
});

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
const sourcedAnswer: AskedAnswer = {
  text: 'Late.',
  sources: [from('Reading'), from('Work')],
  sourcesFrom: 'answer',
};
const reading = { id: 'm1', name: 'Reading' };
const work = { id: 'm2', name: 'Work' };
const garden = { id: 'm3', name: 'Garden' };
const before = [reading, work, garden];
const memoriesAfter = (now: typeof before) =>
  answerAfter(sourcedAnswer, { before, after: now })?.sources.map(({ memory }) => memory);

describe('answerAfter', () => {
  it('renames each Memory', () => {
    expect(memoriesAfter([{ id: 'm1', name: 'Ports' }, work])).toEqual(['Ports', 'Work']);
  });

  it('handles two Memories that swap names', () => {
    const exchanged = [
      { id: 'm1', name: 'Work' },
      { id: 'm2', name: 'Reading' },
    ];

    expect(memoriesAfter(exchanged)).toEqual(['Work', 'Reading']);
  });

  it('drops an answer whose source Memory is gone, and no other', () => {
    expect(memoriesAfter([reading, garden])).toBeUndefined();
    expect(memoriesAfter([reading, work])).toEqual(['Reading', 'Work']);
  });

  it('keeps the name of an unknown Memory', () => {
    expect(answerAfter(sourcedAnswer, { before: [], after: [garden] })).toEqual(sourcedAnswer);
  });

  it('keeps a name that several Memories had while one of them still has it', () => {
    const two = [{ id: 'm4', name: 'Reading' }, reading, work];
    const ports = { id: 'm4', name: 'Ports' };

    expect(answerAfter(sourcedAnswer, { before: two, after: [reading, ports, work] })).toEqual(
      sourcedAnswer,
    );
    expect(
      answerAfter(sourcedAnswer, { before: two, after: [ports, work] })?.sources[0]?.memory,
    ).toBe('Ports');
  });
});
