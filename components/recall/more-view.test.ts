import { describe, expect, it } from 'vitest';
import type { MorePassages } from '../../lib/contracts/recall.ts';
import type { MoreState } from '../hooks/use-more-passages.ts';
import { moreWords } from './more-view.ts';

function answered(changes: Partial<MorePassages>): MoreState {
  return {
    status: 'answered',
    more: { hits: [], looked: 50, isAll: false, unanswered: [], ...changes },
  };
}

const silent = { memory: 'Reading', reason: 'It is still starting.' };

describe('moreWords', () => {
  it.each([
    ['nothing while it was not asked for', { status: 'rest' }, 0, null],
    ['nothing while it is asked for', { status: 'asking' }, 0, null],
    [
      'that there is no more',
      answered({ isAll: true, looked: 7 }),
      0,
      'Nothing else on this page matches what was searched for.',
    ],
    [
      'how far it looked, where more may be there',
      answered({}),
      0,
      'Nothing else of this page is among the 50 best passages found.',
    ],
    ['how many were found', answered({ isAll: true }), 2, '2 more passages found.'],
    [
      'that more may be there besides those',
      answered({}),
      1,
      '1 more passage found. There may be more: only the 50 best passages were looked through.',
    ],
    [
      'that the Memory could not answer',
      answered({ unanswered: [silent] }),
      0,
      'Reading could not answer. It is still starting.',
    ],
    [
      'what failed',
      { status: 'failed', error: { code: 'memory.timeout', message: '', retryable: true } },
      0,
      expect.stringMatching(/\.$/),
    ],
  ] satisfies [string, MoreState, number, unknown][])('says %s', (_, state, added, words) => {
    expect(moreWords(state, added)).toEqual(words);
  });
});
