import { describe, expect, it } from 'vitest';
import { type AboutAction, aboutAtFirst, type AboutPhase, aboutReducer } from './about-state.ts';

const passages = [{ text: 'Lives by the sea.', memory: 'Reading', savedAt: null }];
const first: AboutAction = { type: 'asked', q: 'sea', askId: '1', now: 10 };
const answer: AboutAction = { type: 'answered', askId: '1', passages };

function after(...actions: readonly AboutAction[]): AboutPhase {
  return actions.reduce(aboutReducer, aboutAtFirst);
}

describe('aboutReducer', () => {
  it('shows the passages about what was asked', () => {
    expect(after(first, answer)).toEqual({ status: 'answered', q: 'sea', passages });
  });

  it('ignores the answer to what was overtaken', () => {
    expect(after(first, { ...first, q: 'land', askId: '2' }, answer)).toMatchObject({
      status: 'asking',
      q: 'land',
    });
  });

  it('stays closed when an answer comes after the way back', () => {
    expect(after(first, { type: 'closed' }, answer)).toEqual({ status: 'closed' });
  });

  it('tells why there is no answer', () => {
    const error = { code: 'memory.server', message: '', retryable: true } as const;

    expect(after(first, { type: 'failed', askId: '1', error })).toEqual({
      status: 'failed',
      q: 'sea',
      error,
    });
  });
});
