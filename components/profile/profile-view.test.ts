import { describe, expect, it } from 'vitest';
import { factView, readingSeconds } from './profile-view.ts';

const fact = { text: 'Reads Portuguese.', memory: 'Reading', savedAt: '2026-06-02T09:00:00Z' };

describe('factView', () => {
  it('shows the words, the Memory and the moment', () => {
    expect(factView(fact)).toEqual({
      text: 'Reads Portuguese.',
      memory: 'Reading',
      when: Date.parse('2026-06-02T09:00:00Z'),
    });
  });

  it.each(['last week', 'about 2019', 'version 3', '2026-13-45'])(
    'shows %j as the service wrote it',
    (savedAt) => {
      expect(factView({ ...fact, savedAt }).when).toBe(savedAt);
    },
  );

  it.each([null, '', '  '])('keeps quiet about the moment %j', (savedAt) => {
    expect(factView({ ...fact, savedAt }).when).toBeNull();
  });

  it('keeps quiet about a Memory without a name', () => {
    expect(factView({ ...fact, memory: ' ' }).memory).toBeNull();
  });
});

describe('readingSeconds', () => {
  it('counts only once a reading is slow', () => {
    expect(readingSeconds(1_000, 2_999)).toBeNull();
    expect(readingSeconds(1_000, 3_000)).toBe(2);
    expect(readingSeconds(null, 90_000)).toBeNull();
  });
});
