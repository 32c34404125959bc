import { describe, expect, it } from 'vitest';
import { keyHome } from '../../tests/fixtures/connection-view.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import { namedSaves, strandedSaves } from './waiting-saves.tsx';

const reading = { id: 'm1', name: 'Reading' };
const device: ConnectionView = {
  ...keyHome({ credentials: [] }),
  connection: { id: 'device', kind: 'device', createdAt: 0 },
};
const empty = device;
const filled: ConnectionView = { ...device, memories: [reading] };
const work = keyHome({ isActive: false, credentials: [] });
const waits = (connectionId: string) => [{ connectionId, underWay: 0, stopped: 1, movable: ['a'] }];

describe('saves that wait for a listed which cannot take them', () => {
  it.each<[string, ConnectionView[], string, ReturnType<typeof strandedSaves>[number]['missing']]>([
    ['a Memory, where this device has none yet', [empty, work], 'work', 'memory'],
    ['the same, where the listed was removed', [empty], 'gone', 'memory'],
    ['a listed that takes them, on this device or elsewhere', [work], 'work', 'any-connection'],
    [
      'a listed that takes them, where they wait for this device',
      [
        { ...empty, isActive: false },
        { ...work, isActive: true },
      ],
      'device',
      'connection',
    ],
  ])('lack %s', (_, connections, connectionId, missing) => {
    const [stranded] = strandedSaves({ connections, waiting: waits(connectionId) });
    expect(stranded).toMatchObject({ missing, destinations: [] });
  });

  it('lack nothing once there is a Memory to send them to', () => {
    const [stranded] = strandedSaves({ connections: [filled, work], waiting: waits('work') });
    expect(stranded?.destinations).toMatchObject([{ connectionId: 'device', memoryId: 'm1' }]);
  });

  it('are told from all that wait there', () => {
    const waiting = [{ connectionId: 'work', underWay: 1, stopped: 2, movable: ['a', 'b'] }];
    const [stranded] = strandedSaves({ connections: [filled, work], waiting });
    expect(stranded).toMatchObject({ ids: ['a', 'b'], total: 3 });
  });
});

describe('the saves that go elsewhere', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const titled = (known: readonly string[]) => new Map(known.map((id) => [id, `Title of ${id}`]));

  it.each<[string, string[], { named: number; more: number }]>([
    ['all are known', ids, { named: 5, more: 2 }],
    ['some are known', ['b', 'g'], { named: 2, more: 5 }],
    ['none is known', [], { named: 0, more: 0 }],
  ])('are named or counted, each one, where %s', (_, known, expected) => {
    const { named, more } = namedSaves(ids, titled(known));

    expect({ named: named.length, more }).toEqual(expected);
  });

  it('are counted although they are few, where not all are known', () => {
    expect(namedSaves(['a', 'b'], titled(['b']))).toEqual({
      named: [{ id: 'b', title: 'Title of b' }],
      more: 1,
    });
  });
});
