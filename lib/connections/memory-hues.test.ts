import { describe, expect, it } from 'vitest';
import { hueCount, hueOfName, withHues } from './model.ts';

/** Names with the same hue. */
const alike = Array.from({ length: 2_000 }, (_, index) => `Memory ${index}`)
  .filter((name) => hueOfName(name) === hueOfName('Reading'))
  .slice(0, hueCount + 2)
  .map((name) => ({ id: name, name }));

const huesOf = (memories: readonly { hue?: number | undefined }[]) =>
  memories.map(({ hue }) => hue);

describe('hueOfName', () => {
  it('ignores case and Unicode form', () => {
    expect(hueOfName('Café')).toBe(hueOfName('cafe\u0301'));
    expect(hueOfName('READING')).toBe(hueOfName('Reading'));
  });

  it('differs for the suggested names', () => {
    const names = ['Reading', 'Work', 'Recipes', 'Research'];

    expect(new Set(names.map(hueOfName)).size).toBe(names.length);
  });

  it('covers every hue', () => {
    const names = Array.from({ length: 300 }, (_, index) => `Memory ${index}`);

    expect(new Set(names.map(hueOfName)).size).toBe(hueCount);
  });
});

describe('withHues', () => {
  it('assigns different hues while any are left, even to names with the same hue', () => {
    const shown = withHues(alike, []);

    const all = new Set(Array.from({ length: hueCount }, (_, hue) => hue));
    expect(new Set(huesOf(shown.slice(0, hueCount)))).toEqual(all);
    expect(new Set(huesOf(shown))).toEqual(all);
  });

  it('uses the names’ own hues if they differ', () => {
    const memories = [
      { id: 'w', name: 'Work' },
      { id: 'r', name: 'Reading' },
    ];

    expect(huesOf(withHues(memories, []))).toEqual([hueOfName('Work'), hueOfName('Reading')]);
  });

  it('keeps hues when a Memory is added, removed, moved or renamed', () => {
    const [first, second, third, fourth] = withHues(alike.slice(0, 4), []);
    if (!first || !second || !third || !fourth) throw new Error('Expected four Memories.');
    const later = [
      { id: 'new', name: first.name },
      { id: fourth.id, name: fourth.name },
      { id: second.id, name: 'Quite another name' },
      { id: first.id, name: first.name },
    ];

    const [added, ...unchanged] = huesOf(withHues(later, [first, second, third, fourth]));

    expect(unchanged).toEqual([fourth.hue, second.hue, first.hue]);
    expect(unchanged).not.toContain(added);
  });
});
