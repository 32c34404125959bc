import { describe, expect, it } from 'vitest';
import { isTaken } from './names.ts';

describe('isTaken', () => {
  it.each(['Work', ' work ', 'WORK', 'Ｗork', 'Wo\u200Brk'])('finds %o taken by Work', (name) => {
    expect(isTaken(name, [{ name: 'Reading' }, { name: 'Work' }])).toBe(true);
  });

  it('leaves a name free that only begins alike', () => {
    expect(isTaken('Work 2', [{ name: 'Work' }])).toBe(false);
  });
});
