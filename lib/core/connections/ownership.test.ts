import { describe, expect, it } from 'vitest';
import { keptStates } from '../../../tests/fixtures/outbox-states.ts';
import { type Owned, pausedFor, waitingByConnection } from './ownership.ts';

const states = Object.values(keptStates);

function owned(
  status: keyof typeof keptStates,
  changes: Partial<Omit<Owned, 'state'>> = {},
): Owned {
  const state = keptStates[status];
  return { id: status, connectionId: 'device-1', hasText: true, ...changes, state };
}

describe('waitingByConnection', () => {
  it('counts what is under way and what stopped, for each connection', () => {
    const items = states.map(({ status }) => owned(status));
    const elsewhere = owned('paused', { id: 'p2', connectionId: 'gone' });

    expect(waitingByConnection([...items, elsewhere])).toEqual([
      {
        connectionId: 'device-1',
        underWay: 4,
        stopped: 2,
        movable: ['requested', 'captured', 'waiting', 'refused', 'paused'],
      },
      { connectionId: 'gone', underWay: 0, stopped: 1, movable: ['p2'] },
    ]);
  });

  it('leaves out what its home has and only its learning is no longer watched', () => {
    expect(waitingByConnection([owned('paused', { hasText: false })])).toEqual([]);
  });

  it('counts what was not read yet', () => {
    const unread = owned('requested', { hasText: false });

    expect(waitingByConnection([unread])).toMatchObject([
      { underWay: 1, stopped: 0, movable: ['requested'] },
    ]);
  });

  it('leaves out what was refused before anything was read', () => {
    expect(waitingByConnection([owned('refused', { hasText: false })])).toEqual([]);
  });
});

describe('pausedFor', () => {
  it('names what one connection’s credential stopped, and nothing of another', () => {
    const taken = owned('paused', { id: 'taken', hasText: false });
    const elsewhere = owned('paused', { id: 'p2', connectionId: 'other' });

    expect(pausedFor([owned('paused'), owned('refused'), taken, elsewhere], 'device-1')).toEqual([
      'paused',
      'taken',
    ]);
  });
});
