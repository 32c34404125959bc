import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { keyHome } from '../../tests/fixtures/connection-view.ts';
import { consentedAt, homesAt } from './kept-homes.ts';

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

describe('a consent that is given again', () => {
  const readOnly: ConnectionView = {
    ...home,
    connection: {
      id: 'club',
      kind: 'read-only',
      baseUrl: 'https://club.example/library',
      name: 'club.example',
      createdAt: 0,
      resource: 'https://club.example/library/mcp-http',
      issuer: 'https://club.example',
      clientId: 'keepsake',
      scopes: [],
    },
  };

  it('renews the home that is kept at its address', () => {
    expect(consentedAt('club.example/library/', [home, readOnly])).toBe('club');
  });

  it('is a first one at every other address', () => {
    expect(consentedAt('memory.example/of/ada', [home, readOnly])).toBe(null);
  });
});
