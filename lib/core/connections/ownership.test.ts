import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides } from '../../../tests/fixtures/outbox-item.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import { moveItem, pausedFor, waitingByConnection } from './ownership.ts';

const error: AppError = { code: 'memory.unauthorized', message: 'No.', retryable: false };
const to = { connectionId: 'other', container: { id: 'm9', name: 'Elsewhere' } };

const states: Record<string, OutboxState> = {
  requested: { status: 'requested' },
  captured: { status: 'captured' },
  sending: { status: 'sending', attempt: 1 },
  waiting: { status: 'waiting', attempt: 2, until: 9, error },
  refused: { status: 'refused', error },
  paused: { status: 'paused', error },
  accepted: { status: 'accepted', existed: false },
  learning: { status: 'learning', existed: false, documentId: null, polls: 0, nextPollAt: 0 },
  learned: { status: 'learned', existed: false, documentId: null },
  failed: { status: 'failed', documentId: null, reason: null },
  canceled: { status: 'canceled', documentId: null },
  unlearned: { status: 'unlearned', documentId: null },
};

function item(status: string, changes: Partial<OutboxItem> = {}): OutboxItem {
  const state = states[status];
  if (state === undefined) throw new Error(`No such state: ${status}`);
  return outboxItem({ id: status, material: pageMaterialOfTides, ...changes, state });
}

describe('waitingByConnection', () => {
  it('counts what is under way and what stopped, for each connection', () => {
    const items = Object.keys(states).map((status) => item(status));
    const elsewhere = item('paused', { id: 'p2', connectionId: 'gone' });

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
    const taken = item('paused', { material: null, customId: 'https://example.org/tides' });

    expect(waitingByConnection([taken])).toEqual([]);
  });
});

describe('pausedFor', () => {
  it('names what one connection’s credential stopped, and nothing of another', () => {
    const taken = item('paused', { id: 'taken', material: null, customId: 'https://x.example' });
    const elsewhere = item('paused', { id: 'p2', connectionId: 'other' });

    expect(pausedFor([item('paused'), item('refused'), taken, elsewhere], 'device-1')).toEqual([
      'paused',
      'taken',
    ]);
  });
});

describe('moveItem', () => {
  it.each(['requested', 'captured', 'waiting', 'refused', 'paused'])(
    'begins a %s item anew at its other home',
    (status) => {
      expect(moveItem(item(status), to, 50)).toEqual({
        ...item(status),
        ...to,
        state: { status: 'captured' },
        updatedAt: 50,
      });
    },
  );

  it('has a page that was not read yet read first', () => {
    const moved = moveItem(item('paused', { material: null }), to, 50);

    expect(moved.state).toEqual({ status: 'requested' });
  });

  it.each(['sending', 'accepted', 'learning', 'learned', 'failed', 'canceled', 'unlearned'])(
    'leaves a %s item where it is',
    (status) => {
      const stays = item(status);

      expect(moveItem(stays, to, 50)).toBe(stays);
    },
  );

  it('leaves one that its home has taken already', () => {
    const taken = item('paused', { material: null, customId: 'https://example.org/tides' });

    expect(moveItem(taken, to, 50)).toBe(taken);
  });
});
