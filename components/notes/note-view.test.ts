import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { FactView } from '../../lib/notes/model.ts';
import { draftView } from './note-form.tsx';
import { factRowView } from './pending-facts.tsx';

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

describe('factRowView', () => {
  const fact: FactView = {
    id: 'f1',
    connectionId: 'c1',
    opening: 'I am allergic to hazelnuts.',
    container: { id: 'm1', name: 'Reading' },
    createdAt: 0,
    state: { status: 'under-way', since: 0 },
    wait: null,
  };
  const error = { code: 'memory.validation', message: 'Too plain.', retryable: false } as const;

  it('offers to give up what waits for a turn, and says why it waits', () => {
    expect(factRowView({ ...fact, wait: { reason: 'turn' } }, 5_000)).toMatchObject({
      tone: 'wait',
      detail: 'Waiting for other questions to finish.',
      elapsed: '5s',
      actions: ['give-up'],
    });
  });

  it('offers nothing for what is being sent', () => {
    expect(factRowView(fact, 1_000)).toMatchObject({ tone: 'busy', elapsed: null, actions: [] });
  });

  it('leads to the profile first where a fact may be there', () => {
    expect(factRowView({ ...fact, state: { status: 'unknown', error } }, 0)).toMatchObject({
      state: 'It may be in your profile',
      actions: ['look', 'again', 'edit', 'discard'],
    });
  });

  it('says why the service refused', () => {
    expect(factRowView({ ...fact, state: { status: 'refused', error } }, 0)).toMatchObject({
      tone: 'bad',
      quote: 'Too plain.',
      actions: ['again', 'edit', 'discard'],
    });
  });

  it.each([
    ['stopped', 'wait', ['again', 'edit', 'discard']],
    ['kept', 'good', ['dismiss']],
  ] as const)('shows what is %s', (status, tone, actions) => {
    expect(factRowView({ ...fact, state: { status } }, 0)).toMatchObject({ tone, actions });
  });
});
