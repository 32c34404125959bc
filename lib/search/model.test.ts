import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import { describeHits } from './model.ts';

const ports = { findHighlight: async () => null };
const hit = (content: string): SearchHit => ({
  container_name: 'Reading',
  content,
  document_id: 'd1',
  title: 'Tides',
});

describe('describeHits', () => {
  it('returns at most the maximum number of hits, the most relevant first', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => hit(`Tide ${at}`));

    const hits = await describeHits(many, 'tide', ports);

    expect(hits).toHaveLength(serviceLimits.searchLimitMax);
    expect(hits.at(-1)?.passage).toBe(`Tide ${serviceLimits.searchLimitMax - 1}`);
  });

  it('cuts a passage to 100,000 characters', async () => {
    const [shown] = await describeHits([hit('tide '.repeat(1_000_000))], 'tide', ports);

    expect(shown?.passage.length).toBeGreaterThan(99_000);
    expect(shown?.passage.length).toBeLessThanOrEqual(100_000);
  });

  it.each([
    [null, 'def __init__(self, *a, **b): # 1'],
    ['The *first* one.', '> def __init__(self, *a, **b): # 1\n\nThe *first* one.'],
  ])('returns a highlight’s text unchanged with the comment %j', async (comment, content) => {
    const highlight = {
      id: 'i',
      memoryId: 'm1',
      text: content,
      url: 'https://example.org/',
      title: 'Code',
      anchor: null,
      createdAt: 0,
      comment,
    };
    const note = { container_name: 'Work', content, memory_id: 'm1' };

    const [shown] = await describeHits([note], 'def', { findHighlight: async () => highlight });

    expect(shown?.passage).toBe(content.replace('> ', ''));
  });
});
