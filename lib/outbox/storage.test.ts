import { describe, expect, it } from 'vitest';
import { pageMaterialOfTides } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import { bytesOf, isFull, storageFigures, storageLimits } from './storage.ts';

const { unsentBytes, unsentItems } = storageLimits;

describe('bytesOf', () => {
  it('counts the UTF-8 bytes of everything sent for a page', () => {
    const page = {
      ...pageMaterialOfTides,
      customId: 'abc',
      title: 'é',
      content: '文',
      metadata: {},
    };
    expect(bytesOf(page)).toBe(3 + 2 + 3 + 2);
  });

  it('counts the text of a note', () => {
    expect(bytesOf({ kind: 'note', content: '🌊' })).toBe(4);
  });

  it.each([
    ['é', 3 + 1 + 2 + 2],
    [null, 3 + 1 + 2],
  ])('counts an address with the title %o', (title, bytes) => {
    expect(bytesOf({ kind: 'link', customId: 'abc', url: 'u', title, metadata: {} })).toBe(bytes);
  });

  it('is 0 without text', () => {
    expect(bytesOf(null)).toBe(0);
  });
});

describe('isFull', () => {
  it.each([
    [{ items: 0, bytes: 0 }, false],
    [{ items: unsentItems - 1, bytes: unsentBytes - 1 }, false],
    [{ items: unsentItems, bytes: 0 }, true],
    [{ items: 1, bytes: unsentBytes }, true],
  ])('for %o returns %s', (usage, full) => {
    expect(isFull(usage, storageLimits)).toBe(full);
  });
});

describe('storageFigures', () => {
  it.each([
    [{ items: 1, bytes: unsentBytes * 0.8 - 1 }, false],
    [{ items: 1, bytes: Math.ceil(unsentBytes * 0.8) }, true],
    [{ items: unsentItems * 0.8 - 1, bytes: 1 }, false],
    [{ items: unsentItems * 0.8, bytes: 1 }, true],
  ])('for %o, nearly full is %s', (usage, isNearlyFull) => {
    expect(storageFigures(usage, storageLimits)).toEqual({
      usedBytes: usage.bytes,
      limitBytes: unsentBytes,
      isNearlyFull,
    });
  });
});

describe('storageLimits', () => {
  it('have space for many of the largest pages', () => {
    expect(unsentBytes).toBeGreaterThanOrEqual(30 * serviceLimits.contentBytes);
  });
});
