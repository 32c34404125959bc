import { describe, expect, it } from 'vitest';
import { requestPart, takeRequestedPart } from './requested-part.ts';

describe('the requested part', () => {
  it('is the article unless another was requested', () => {
    expect(takeRequestedPart()).toBe('article');
  });

  it('counts for the next capture only', () => {
    requestPart('page');

    expect(takeRequestedPart()).toBe('page');
    expect(takeRequestedPart()).toBe('article');
  });

  it('is the article for anything else', () => {
    Reflect.set(globalThis, 'keepsakePart', { part: 'page' });

    expect(takeRequestedPart()).toBe('article');
  });
});
