import { describe, expect, it } from 'vitest';
import { libraryLabel } from './panel.ts';

describe('libraryLabel', () => {
  it.each([
    [0, false, 'Library'],
    [0, true, 'Library, some on the way'],
    [1, false, 'Library, 1 needs you'],
    [3, true, 'Library, 3 need you, some on the way'],
  ])('says that %i need the person and that some are on the way: %s', (needy, isMoving, label) => {
    expect(libraryLabel({ needy, isMoving })).toBe(label);
  });
});
