import { describe, expect, it } from 'vitest';
import { memoryChoices } from './memory-choices.ts';

describe('the Memories that are offered', () => {
  it('are those the service lists, in its order, with nothing but id and name', () => {
    const listed = [
      { id: 'b', name: 'Work', role: 'owner' },
      { id: 'a', name: 'Reading', role: 'reader' },
    ];

    expect(memoryChoices(listed)).toEqual([
      { id: 'b', name: 'Work' },
      { id: 'a', name: 'Reading' },
    ]);
  });

  it('are a thousand at most', () => {
    const listed = Array.from({ length: 1_200 }, (_, at) => ({
      id: `${at}`,
      name: `Memory ${at}`,
    }));

    const offered = memoryChoices(listed);

    expect(offered).toHaveLength(1_000);
    expect(offered.at(-1)).toEqual({ id: '999', name: 'Memory 999' });
  });
});
