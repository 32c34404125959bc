import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { draftView } from './note-form.tsx';

const limit = serviceLimits.contentBytes;

describe('draftView', () => {
  it('calls a draft of nothing but space empty', () => {
    expect(draftView({ content: ' \n' })).toEqual({ isEmpty: true, trouble: null });
  });

  it.each([
    ['as long as a Memory takes', 'a'.repeat(limit), false],
    ['a byte longer', 'a'.repeat(limit + 1), true],
    ['short in letters and too long in bytes', '漢'.repeat(limit / 2), true],
    ['too long by the space around it', `${' '.repeat(limit)}a`, false],
  ])('says before sending whether one can be taken that is %s', (_name, content, isTrouble) => {
    expect(draftView({ content }).trouble !== null).toBe(isTrouble);
  });

  it('says how long it is, and how long it may be', () => {
    expect(draftView({ content: 'a'.repeat(3_000_000) }).trouble).toBe(
      '3 MB is too long for a note. The limit is 2.1 MB.',
    );
  });
});
