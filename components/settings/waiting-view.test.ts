import { describe, expect, it } from 'vitest';
import { keyHome } from '../../tests/fixtures/connection-view.ts';
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { strandedSaves } from './waiting-view.ts';

const reading = { id: 'm1', name: 'Reading' };
const device: ConnectionView = {
  connection: { id: 'device', kind: 'device', createdAt: 0 },
  isActive: true,
  notPermitted: [],
  memories: [reading],
  credentials: [],
  withdrawn: [],
};
const work = keyHome({ isActive: false, memories: [{ id: 'w1', name: 'Minutes' }] });
const error = { code: 'memory.unauthorized', message: '', retryable: false } as const;
const noWriting: ConnectionView = {
  ...work,
  withdrawn: [{ kind: 'key', access: 'write', error, at: 0 }],
};

function waitingFor(connectionId: string, movable = ['a']) {
  return { connectionId, underWay: 0, stopped: 1, movable };
}

describe('saves that can be sent elsewhere', () => {
  it('wait for a home that is not in use, and could go to another that takes saves', () => {
    expect(
      strandedSaves({ connections: [device, work], waiting: [waitingFor('work')] }),
    ).toMatchObject([
      {
        connectionId: 'work',
        home: 'Work',
        ids: ['a'],
        destinations: [{ connectionId: 'device', memoryId: 'm1', memory: 'Reading' }],
      },
    ]);
  });

  it('wait for one that was removed, and could go to any, the one in use first', () => {
    const connections = [
      { ...work, isActive: false },
      { ...device, isActive: true },
    ];
    const [stranded] = strandedSaves({ connections, waiting: [waitingFor('gone')] });

    expect(stranded).toMatchObject({ home: null });
    expect(stranded?.destinations.map(({ memory }) => memory)).toEqual(['Reading', 'Minutes']);
  });

  it('are not those that go on by themselves, or have nothing left to send', () => {
    expect(strandedSaves({ connections: [device], waiting: [waitingFor('device')] })).toEqual([]);
    expect(
      strandedSaves({ connections: [device, work], waiting: [waitingFor('work', [])] }),
    ).toEqual([]);
  });

  it('are those of the home in use once it takes none', () => {
    const active = { ...noWriting, isActive: true };
    const connections = [{ ...device, isActive: false }, active];

    expect(strandedSaves({ connections, waiting: [waitingFor('work')] })).toMatchObject([
      { connectionId: 'work', destinations: [{ connectionId: 'device' }] },
    ]);
  });

  it('are never offered to a home that takes none', () => {
    expect(
      strandedSaves({ connections: [noWriting], waiting: [waitingFor('gone')] }),
    ).toMatchObject([{ destinations: [] }]);
  });
});
