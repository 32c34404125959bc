import { expect, it } from 'vitest';
import { hueCount } from '../../lib/connections/model.ts';
import { memoryHues } from './memory-chip.tsx';

it('has a hue for each hue number of a Memory', () => {
  expect(new Set(memoryHues).size).toBe(hueCount);
});
