import { describe, expect, it } from 'vitest';
import { keyHome } from '../../tests/fixtures/connection-view.ts';
import { homesAt } from './kept-homes.ts';

const home = keyHome({}, { baseUrl: 'https://memory.example/of/ada' });
const elsewhere = keyHome({}, { id: 'other', baseUrl: 'https://memory.example/of/ben' });

describe('the homes that are kept at an address', () => {
  it.each([
    ['https://memory.example/of/ada', [home]],
    [' memory.example/of/ada/ ', [home]],
    ['MEMORY.example/of/ben?q#h', [elsewhere]],
    ['memory.example', []],
    ['http://memory.example/of/ada', []],
    ['', []],
  ])('are found by it as it is typed: %j', (typed, found) => {
    expect(homesAt(typed, 'key', [home, elsewhere])).toEqual(found);
  });

  it('are those of the kind that is asked for', () => {
    expect(homesAt('memory.example/of/ada', 'read-only', [home])).toEqual([]);
  });
});
