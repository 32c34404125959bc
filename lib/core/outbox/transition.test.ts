import { describe, expect, it } from 'vitest';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../../tests/fixtures/outbox-item.ts';
import { pollDelayMs } from './schedule.ts';
import { type OutboxEvent, transition } from './transition.ts';

const now = 50_000;
const offline: AppError = { code: 'memory.unreachable', message: 'Not reached.', retryable: true };
const learningState = {
  status: 'learning',
  existed: false,
  documentId: 'd1',
  polls: 0,
  nextPollAt: 1,
} as const;

const events: Record<OutboxEvent['type'], OutboxEvent> = {
  read: {
    type: 'read',
    material: pageMaterialOfTides,
    customId: pageUrl,
    source: { url: pageUrl, canonicalLink: null, title: 'Tides' },
  },
  send: { type: 'send' },
  taken: { type: 'taken', existed: false, documentId: 'd1' },
  delayed: { type: 'delayed', error: offline, until: 60_000 },
  refused: { type: 'refused', error: offline },
  withdrawn: { type: 'withdrawn', error: offline },
  looked: { type: 'looked', look: { learned: true, runStatus: null, documentId: 'd1' } },
  retried: { type: 'retried', tabId: null },
};

const states: Record<OutboxState['status'], OutboxState> = {
  requested: { status: 'requested' },
  captured: { status: 'captured' },
  sending: { status: 'sending', attempt: 1 },
  waiting: { status: 'waiting', attempt: 1, until: 2, error: offline },
  accepted: { status: 'accepted', existed: false },
  learning: learningState,
  learned: { status: 'learned', existed: false, documentId: 'd1' },
  failed: { status: 'failed', documentId: 'd1', reason: null },
  canceled: { status: 'canceled', documentId: 'd1' },
  unlearned: { status: 'unlearned', documentId: 'd1' },
  refused: { status: 'refused', error: offline },
  paused: { status: 'paused', error: offline },
};

/** Where each event leads from each state; a pair that is not listed changes nothing. */
const moves: Partial<Record<OutboxState['status'], Partial<Record<OutboxEvent['type'], string>>>> =
  {
    requested: { read: 'captured', refused: 'refused' },
    captured: { send: 'sending', withdrawn: 'paused' },
    sending: {
      send: 'sending',
      taken: 'learning',
      delayed: 'waiting',
      refused: 'refused',
      withdrawn: 'paused',
    },
    waiting: { send: 'sending', retried: 'captured', withdrawn: 'paused' },
    learning: { looked: 'learned', withdrawn: 'paused' },
    unlearned: { retried: 'learning' },
    refused: { retried: 'captured' },
    paused: { retried: 'captured' },
  };

function itemIn(state: OutboxState): OutboxItem {
  const hasMaterial = ['captured', 'sending', 'waiting', 'refused', 'paused'].includes(
    state.status,
  );
  return outboxItem({ state, material: hasMaterial ? pageMaterialOfTides : null });
}

describe('transition', () => {
  const pairs = Object.values(states).flatMap((state) =>
    Object.values(events).map((event) => ({ state, event })),
  );

  it.each(pairs)('$state.status on $event.type', ({ state, event }) => {
    const before = itemIn(state);

    const after = transition(before, event, now);

    const target = moves[state.status]?.[event.type];
    expect(after.state.status).toBe(target ?? state.status);
    expect(after === before).toBe(target === undefined);
    expect(after.updatedAt).toBe(target === undefined ? before.updatedAt : now);
  });

  it('keeps the text until the service has taken it, and not after', () => {
    const captured = transition(outboxItem(), events.read, now);
    const sending = transition(captured, events.send, now);

    expect(captured.material).toEqual(pageMaterialOfTides);
    expect(captured.customId).toBe(pageUrl);
    expect(sending.material).toEqual(pageMaterialOfTides);
    expect(transition(sending, events.delayed, now).material).toEqual(pageMaterialOfTides);
    expect(transition(sending, events.taken, now).material).toBeNull();
  });

  it('ends a note where the service has taken it', () => {
    const note = { ...itemIn(states.sending), kind: 'note' as const };

    expect(transition(note, events.taken, now).state).toEqual({
      status: 'accepted',
      existed: false,
    });
  });

  it('counts the attempts over the waits', () => {
    const waiting = transition(itemIn({ status: 'sending', attempt: 3 }), events.delayed, now);

    expect(transition(waiting, events.send, now).state).toEqual({ status: 'sending', attempt: 4 });
  });

  it.each([
    [1, true],
    [2, false],
  ])('takes a document known at attempt %i for an earlier save: %s', (attempt, existed) => {
    const taken = { type: 'taken', existed: true, documentId: 'd1' } as const;

    const after = transition(itemIn({ status: 'sending', attempt }), taken, now);

    expect(after.state).toMatchObject({ status: 'learning', existed });
  });

  it('reads a page again that was refused before it was read', () => {
    const refused = outboxItem({ state: states.refused, material: null });

    expect(transition(refused, events.retried, now).state.status).toBe('requested');
  });

  it('reads it in the tab where it is open now', () => {
    const refused = outboxItem({ state: states.refused, material: null });

    const after = transition(refused, { type: 'retried', tabId: 99 }, now);

    expect(after.source).toEqual({ ...refused.source, tabId: 99 });
  });

  it('goes back to watching where the credential was withdrawn after the service took the page', () => {
    const paused = outboxItem({ state: states.paused, material: null, customId: pageUrl });

    expect(transition(paused, events.retried, now).state).toMatchObject({
      status: 'learning',
      documentId: null,
    });
  });

  it.each([
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['deferred', 'learning'],
    ['running', 'learning'],
    [null, 'learning'],
  ])('a run that is %s leaves the item %s', (runStatus, status) => {
    const look = { learned: false, runStatus, documentId: null };

    const after = transition(itemIn(learningState), { type: 'looked', look }, now);

    expect(after.state.status).toBe(status);
    expect(after.state).toMatchObject({ documentId: 'd1' });
  });

  it('asks a bounded number of times, with growing gaps', () => {
    const look = { learned: false, runStatus: 'running', documentId: 'd1' };
    let item = itemIn(learningState);
    const gaps: number[] = [];
    while (item.state.status === 'learning') {
      item = transition(item, { type: 'looked', look }, now);
      if (item.state.status === 'learning') gaps.push(item.state.nextPollAt - now);
    }

    expect(item.state.status).toBe('unlearned');
    expect(gaps.length).toBeGreaterThan(5);
    expect(gaps.length).toBeLessThan(20);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(pollDelayMs(gaps.length + 1)).toBeNull();
  });
});
