import { describe, expect, it } from 'vitest';
import { nothingFound } from '../../lib/contracts/nothing-found.ts';
import type { AskedAnswer, CallWait, RecallHit } from '../../lib/contracts/recall.ts';
import { answerAsText, namedSources, paragraphsOf, sourcesTitle, waitingView } from './ask-view.ts';

const source: RecallHit = {
  key: '1',
  memory: 'Reading',
  kind: 'page',
  title: 'The long memory of harbours',
  url: 'https://example.org/harbours',
  passage: 'The customs house burned\nin 1871.',
  marks: [],
  savedAt: null,
};
const note: RecallHit = { ...source, key: '2', kind: 'note', title: null, url: null, memory: ' ' };
const answer: AskedAnswer = { text: 'In 1871.\n', sources: [source], sourcesFrom: 'answer' };

function waiting(wait: CallWait | null, now: number) {
  return waitingView({ status: 'asking', askId: '1', since: 1_000, wait }, now);
}

describe('waitingView', () => {
  it('counts whole seconds, and never backwards', () => {
    expect(waiting(null, 3_900).elapsed).toBe(2);
    expect(waiting(null, 500).elapsed).toBe(0);
  });

  it('speaks of a quiet spell only once it takes long', () => {
    expect(waiting(null, 10_999).reason).toBeNull();
    expect(waiting(null, 11_000).reason).toMatch(/quiet spell/);
  });

  it.each<[CallWait, string, string | null]>([
    [{ reason: 'turn' }, 'Waiting for a free turn.', null],
    [
      { reason: 'rate-limit', until: 13_000, limitPerMin: 1_200 },
      'The service takes 1,200 requests a minute',
      'asking again in 12s',
    ],
    [
      { reason: 'rate-limit', until: 1_001, limitPerMin: null },
      'The service asks for a short pause',
      'asking again in 1s',
    ],
    [
      { reason: 'turns-exhausted', until: 1_000, limitPerMin: null },
      'Your memory is busy with other questions',
      'asking again now',
    ],
    [{ reason: 'retry', until: 5_000 }, 'Your memory did not answer', 'trying again in 4s'],
  ])('says why and until when: %o', (wait, reason, next) => {
    const view = waiting(wait, 1_000);

    expect(view.reason).toMatch(reason);
    expect(view.next).toBe(next);
  });
});

describe('paragraphsOf', () => {
  it('cuts at blank lines and keeps single ones', () => {
    expect(paragraphsOf('\none\ntwo\n \n\nthree\n')).toEqual({
      paragraphs: ['one\ntwo', 'three'],
      cut: false,
    });
  });

  it('draws no more than a person would read, and says so', () => {
    const { paragraphs, cut } = paragraphsOf('x'.repeat(20_001));

    expect(paragraphs[0]).toHaveLength(20_000);
    expect(cut).toBe(true);
  });

  it('is quick with text made to be slow', () => {
    const { paragraphs } = paragraphsOf(`${'\n \t'.repeat(6_000)}x`);

    expect(paragraphs).toEqual(['x']);
  });
});

describe('namedSources', () => {
  it('says of each source where it came from, even that it is not known', () => {
    const memories = namedSources({ ...answer, sources: [source, note] }).map((one) => one.memory);

    expect(memories).toEqual(['Reading', 'Memory not named']);
  });

  it('marks what the answer quotes, so that the card shows it and opens there', () => {
    const text = '“The customs house burned”';
    const [named] = namedSources({ ...answer, text });

    expect(named?.marks).toEqual([[0, 24]]);
  });
});

describe('sourcesTitle', () => {
  it('tells what the answer names from what a search finds', () => {
    expect(sourcesTitle(answer)).toBe('The answer rests on this passage');
    expect(sourcesTitle({ ...answer, sourcesFrom: 'search' })).toMatch(/names no source.*search/);
  });

  it.each(['answer', 'search'] as const)('says that there is none, from %s', (sourcesFrom) => {
    expect(sourcesTitle({ ...answer, sources: [], sourcesFrom })).toBe('No source for this answer');
  });
});

describe('answerAsText', () => {
  it('takes question, answer and sources along', () => {
    expect(answerAsText('When?', { ...answer, sources: [source, note] })).toBe(
      [
        'When?',
        'In 1871.',
        'The answer rests on these 2 passages:',
        '1. The long memory of harbours · Reading · https://example.org/harbours\n   “The customs house burned in 1871.”',
        '2. Your note · Memory not named\n   “The customs house burned in 1871.”',
      ].join('\n\n'),
    );
  });

  it('takes no warning along where there is no answer', () => {
    const none = { ...answer, text: nothingFound, sources: [] };

    expect(answerAsText('When?', none)).toBe('When?\n\nNothing you kept speaks of this.');
  });

  it('never takes an answer along without a word on what it rests on', () => {
    const text = answerAsText('When?', { ...answer, sources: [] });

    expect(text).toMatch(/^When\?\n\nIn 1871\.\n\nNo source for this answer\. The answer names/);
  });
});
