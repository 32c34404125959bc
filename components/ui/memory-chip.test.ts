import { expect, it } from 'vitest';
import { hueCount } from '../../lib/connections/model.ts';
import { memoryHues } from './memory-chip.tsx';

it('there is a hue for each that a Memory may be given', () => {
  expect(new Set(memoryHues).size).toBe(hueCount);
});
