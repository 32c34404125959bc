import { describe, expect, it } from 'vitest';
import { keyConnectionView } from '../../tests/fixtures/connection-view.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import { namedSaves, strandedSaves } from './waiting-saves.tsx';

const reading = { id: 'm1', name: 'Reading' };
const device: ConnectionView = {
  ...keyConnectionView({ credentials: [] }),
  connection: { id: 'device', kind: 'device', createdAt: 0 },
};
const empty = device;
const filled: ConnectionView = { ...device, memories: [reading] };
const work = keyConnectionView({ isActive: false, credentials: [] });
const waits = (connectionId: string) => [{ connectionId, underWay: 0, stopped: 1, movable: ['a'] }];

describe('saves that wait for a connection that can’t take them', () => {
  it.each<[string, ConnectionView[], string]>([
    ['this device has no Memory yet', [empty, work], 'work'],
    ['this device has no Memory yet and theirs was removed', [empty], 'gone'],
    ['there is no other connection', [work], 'work'],
    [
      'they wait for this device and the other connection lacks its key',
      [
        { ...empty, isActive: false },
        { ...work, isActive: true },
      ],
      'device',
    ],
  ])('have no destination if %s', (_, connections, connectionId) => {
    const [stranded] = strandedSaves({ connections, waiting: waits(connectionId) });
    expect(stranded).toMatchObject({ connectionId, destinations: [] });
  });

  it('can go to a Memory of another connection', () => {
    const [stranded] = strandedSaves({ connections: [filled, work], waiting: waits('work') });
    expect(stranded?.destinations).toMatchObject([{ connectionId: 'device', memoryId: 'm1' }]);
  });

  it('are counted with those that can’t be moved', () => {
    const waiting = [{ connectionId: 'work', underWay: 1, stopped: 2, movable: ['a', 'b'] }];
    const [stranded] = strandedSaves({ connections: [filled, work], waiting });
    expect(stranded).toMatchObject({ ids: ['a', 'b'], total: 3 });
  });
});

describe('namedSaves', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const titled = (known: readonly string[]) => new Map(known.map((id) => [id, `Title of ${id}`]));

  it.each<[string, string[], { named: number; more: number }]>([
    ['all are known', ids, { named: 5, more: 2 }],
    ['some are known', ['b', 'g'], { named: 2, more: 5 }],
    ['none are known', [], { named: 0, more: 0 }],
  ])('names or counts each save if %s', (_, known, expected) => {
    const { named, more } = namedSaves(ids, titled(known));

    expect({ named: named.length, more }).toEqual(expected);
  });

  it('counts unknown saves even if there are few', () => {
    expect(namedSaves(['a', 'b'], titled(['b']))).toEqual({
      named: [{ id: 'b', title: 'Title of b' }],
      more: 1,
    });
  });
});
