import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contracts/errors.ts';
import { askErrorWords } from './ask.ts';
import { profileErrorWords, rulesErrorWords } from './profile.ts';

const withdrawn: AppError = {
  code: 'memory.unauthorized',
  message: 'The key was narrowed.',
  status: 403,
  retryable: false,
  traceId: 'tr_1',
};

describe('the words of a withdrawal', () => {
  it.each([
    [askErrorWords, 'This key may not ask questions'],
    [profileErrorWords, 'This key may not read the profile'],
    [rulesErrorWords, 'This key may not read the rules'],
  ])('name what was withdrawn and keep what the service said', (wordsOf, title) => {
    expect(wordsOf(withdrawn)).toMatchObject({
      title,
      quote: 'The key was narrowed.',
      traceId: 'tr_1',
    });
  });
});

describe('askErrorWords', () => {
  it('says what a memory needs to answer questions', () => {
    const { title, next } = askErrorWords({
      code: 'memory.capability-unavailable',
      message: '',
      retryable: false,
    });

    expect(title).toBe('This memory answers no questions');
    expect(next).toMatch(/a second key.*settings.*a model.*app/);
  });

  it('takes silence for no answer, never for an empty memory', () => {
    const { title, next } = askErrorWords({ code: 'memory.timeout', message: '', retryable: true });

    expect(`${title} ${next}`).toBe(
      'No answer came in time This does not say that there is none. The first answer after a quiet spell can take up to a minute, so ask again.',
    );
  });
});
