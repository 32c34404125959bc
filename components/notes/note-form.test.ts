import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { draftView } from './note-form.tsx';

const limit = serviceLimits.contentBytes;

describe('draftView', () => {
  it('treats a blank draft as empty', () => {
    expect(draftView({ content: ' \n' })).toEqual({ isEmpty: true, trouble: null });
  });

  it.each([
    ['of the maximum length', 'a'.repeat(limit), false],
    ['one byte too long', 'a'.repeat(limit + 1), true],
    ['with few letters but too many bytes', '漢'.repeat(limit / 2), true],
    ['too long only with surrounding space', `${' '.repeat(limit)}a`, false],
  ])('checks the length before sending a draft %s', (_name, content, isTrouble) => {
    expect(draftView({ content }).trouble !== null).toBe(isTrouble);
  });

  it('shows the size and the limit', () => {
    expect(draftView({ content: 'a'.repeat(3_000_000) }).trouble).toBe(
      '3 MB is too long for a note. The limit is 2.1 MB.',
    );
  });
});
