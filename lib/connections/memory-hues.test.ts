import { describe, expect, it } from 'vitest';
import { hueCount, hueOfName, withHues } from './model.ts';

/** Names that all lead to one hue by themselves. */
const alike = Array.from({ length: 2_000 }, (_, index) => `Memory ${index}`)
  .filter((name) => hueOfName(name) === hueOfName('Reading'))
  .slice(0, hueCount + 2)
  .map((name) => ({ id: name, name }));

const huesOf = (memories: readonly { hue?: number | undefined }[]) =>
  memories.map(({ hue }) => hue);

describe('the hue of a name alone', () => {
  it('is the same for the same name, however it is written', () => {
    expect(hueOfName('Café')).toBe(hueOfName('cafe\u0301'));
    expect(hueOfName('READING')).toBe(hueOfName('Reading'));
  });

  it('tells the suggested names apart', () => {
    const names = ['Reading', 'Work', 'Recipes', 'Research'];

    expect(new Set(names.map(hueOfName)).size).toBe(names.length);
  });

  it('may be any', () => {
    const names = Array.from({ length: 300 }, (_, index) => `Memory ${index}`);

    expect(new Set(names.map(hueOfName)).size).toBe(hueCount);
  });
});

describe('the hues of the Memories of one connection', () => {
  it('differ as long as there are any left, whatever their names lead to', () => {
    const shown = withHues(alike, []);

    const all = new Set(Array.from({ length: hueCount }, (_, hue) => hue));
    expect(new Set(huesOf(shown.slice(0, hueCount)))).toEqual(all);
    expect(new Set(huesOf(shown))).toEqual(all);
  });

  it('are those of their names where no two lead to the same', () => {
    const memories = [
      { id: 'w', name: 'Work' },
      { id: 'r', name: 'Reading' },
    ];

    expect(huesOf(withHues(memories, []))).toEqual([hueOfName('Work'), hueOfName('Reading')]);
  });

  it('stay when one is added before them, taken away, moved or renamed', () => {
    const [first, second, third, fourth] = withHues(alike.slice(0, 4), []);
    if (!first || !second || !third || !fourth) throw new Error('There are four.');
    const later = [
      { id: 'new', name: first.name },
      { id: fourth.id, name: fourth.name },
      { id: second.id, name: 'Quite another name' },
      { id: first.id, name: first.name },
    ];

    const [added, ...kept] = huesOf(withHues(later, [first, second, third, fourth]));

    expect(kept).toEqual([fourth.hue, second.hue, first.hue]);
    expect(kept).not.toContain(added);
  });
});
