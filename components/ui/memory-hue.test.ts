import { expect, it } from 'vitest';
import { hueCount } from '../../lib/core/connections/memory-hues.ts';
import { memoryHues } from './memory-hue.ts';

it('there is a hue for each that a Memory may be given', () => {
  expect(new Set(memoryHues).size).toBe(hueCount);
});
