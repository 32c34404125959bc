import { describe, expect, it } from 'vitest';
import { memoryHue, memoryHues } from './memory-hue.ts';

describe('memoryHue', () => {
  it('is the same for the same name, however it is written', () => {
    expect(memoryHue('Café')).toBe(memoryHue('cafe\u0301'));
    expect(memoryHue('READING')).toBe(memoryHue('Reading'));
  });

  it('tells the suggested names apart', () => {
    const names = ['Reading', 'Work', 'Recipes', 'Research'];

    expect(new Set(names.map(memoryHue)).size).toBe(names.length);
  });

  it('uses every hue', () => {
    const names = Array.from({ length: 300 }, (_, index) => `Memory ${index}`);

    expect(new Set(names.map(memoryHue)).size).toBe(memoryHues.length);
  });
});
