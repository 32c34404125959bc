import { describe, expect, it } from 'vitest';
import type { HomeSettings } from '../../contracts/settings.ts';
import { areRenamed, withKnownName } from './memory-names.ts';

const item = { id: 'a', connectionId: 'device', container: { id: 'm1', name: 'Reading' } };

function homeWith(connectionId: string, memories: HomeSettings['memories']) {
  const connection = { id: connectionId, kind: 'device' as const, createdAt: 0 };
  return { homes: [{ connection, memories, chosenMemoryId: null }], activeId: null };
}

describe('the name of the Memory of a save', () => {
  it('is the one its home has for it now, even where another has the earlier one', () => {
    const memories = [
      { id: 'm2', name: 'Reading' },
      { id: 'm1', name: 'Lighthouses', hue: 3 },
    ];

    expect(withKnownName(item, homeWith('device', memories))).toEqual({
      ...item,
      container: { id: 'm1', name: 'Lighthouses' },
    });
  });

  it.each([
    ['the Memory', homeWith('device', [{ id: 'm2', name: 'Letters' }])],
    ['the home', homeWith('work', [{ id: 'm1', name: 'Minutes' }])],
  ])('stays as it was saved where %s is not known', (_what, settings) => {
    expect(withKnownName(item, settings)).toBe(item);
  });

  it('makes no other item of one that has it already', () => {
    expect(withKnownName(item, homeWith('device', [{ id: 'm1', name: 'Reading', hue: 1 }]))).toBe(
      item,
    );
  });
});

describe('Memories', () => {
  const reading = { id: 'm1', name: 'Reading' };
  const letters = { id: 'm2', name: 'Letters' };
  const before = homeWith('device', [reading]);

  it('are renamed where one of them is called otherwise', () => {
    const after = homeWith('device', [letters, { ...reading, name: 'Lighthouses' }]);
    expect(areRenamed(before, after)).toBe(true);
  });

  it.each([
    ['came', [reading, letters]],
    ['went', []],
    ['was given a hue', [{ ...reading, hue: 3 }]],
    ['took the place of another', [{ ...letters, name: 'Reading' }]],
  ])('are not where one of them %s', (_what, memories) => {
    expect(areRenamed(before, homeWith('device', memories))).toBe(false);
  });

  it('are not where the same id is one of another home', () => {
    expect(areRenamed(before, homeWith('work', [{ ...reading, name: 'Minutes' }]))).toBe(false);
  });
});
