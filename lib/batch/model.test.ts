import { describe, expect, it } from 'vitest';
import type { AppError } from '../contract/errors.ts';
import { progressOf, reasonsOf } from './model.ts';

describe('progressOf', () => {
  it('counts pages the Memory already had as saved', () => {
    const counts = { waiting: 1, handed: 2, kept: 3, existed: 4, refused: 5, canceled: 6 };

    expect(progressOf(counts)).toEqual({
      waiting: 1,
      underWay: 2,
      saved: 7,
      existed: 4,
      refused: 5,
      canceled: 6,
    });
  });
});

describe('reasonsOf', () => {
  it('counts each error code, most frequent first', () => {
    const gone: AppError = { code: 'page.gone', message: '', retryable: false };
    const restricted: AppError = { ...gone, code: 'page.restricted' };

    expect(
      reasonsOf([{ error: restricted }, { error: gone }, { error: null }, { error: gone }]),
    ).toEqual([
      { code: 'page.gone', count: 2 },
      { code: 'page.restricted', count: 1 },
      { code: 'internal', count: 1 },
    ]);
  });
});
