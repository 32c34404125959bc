import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import type { LiveState, OutboxItem } from './model.ts';
import { bytesOf } from './storage.ts';
import {
  events,
  liveStates,
  noteRead,
  offline,
  pageIn,
} from '../../tests/fixtures/outbox-states.ts';
import { type OutboxEvent, transition } from './transition.ts';

const time = fc.integer({ min: 0, max: 10_000_000 });
const error = fc.constantFrom(
  offline,
  { code: 'memory.rate-limited', message: '', retryable: true } as const,
  { code: 'page.too-large', message: '', retryable: false } as const,
);
const documentId = fc.constantFrom(null, 'd1', 'd2');
const look = fc.record({
  learned: fc.boolean(),
  runStatus: fc.constantFrom(null, 'running', 'failed', 'canceled', 'deferred'),
  documentId,
});

/** Events that steps, services, the network and a second background can cause at any time. */
const lateEvent: fc.Arbitrary<OutboxEvent> = fc.oneof(
  fc.constant(events.read),
  fc.constant(noteRead),
  fc.constant(events.send),
  fc.record({ type: fc.constant('taken' as const), existed: fc.boolean(), documentId }),
  fc.record({ type: fc.constant('delayed' as const), error, until: time }),
  fc.record({ type: fc.constant('refused' as const), error }),
  fc.record({ type: fc.constant('withdrawn' as const), error }),
  fc.record({ type: fc.constant('looked' as const), look }),
  fc.constant(events.online),
  fc.record({ type: fc.constant('orphaned' as const), error }),
);
const personsEvent: fc.Arbitrary<OutboxEvent> = fc.oneof(
  fc.record({ type: fc.constant('retried' as const), tabId: fc.constantFrom(null, 8) }),
  fc.constant(events.edited),
  fc.constant(events.moved),
  fc.record({ type: fc.constant('discarded' as const), until: time }),
  fc.constant(events.restored),
);
const anyEvent = fc.oneof(lateEvent, personsEvent);
const steps = fc.array(fc.tuple(anyEvent, time), { maxLength: 40 });
const fresh = fc.constantFrom<OutboxItem>(outboxItem(), outboxItem({ kind: 'note' }));
const anyKept = fc
  .constantFrom<LiveState>(...Object.values(liveStates))
  .map((state): OutboxItem => pageIn(state));

/** Returns whether an event means that the service has the text of an item being sent. */
function isTaking(item: OutboxItem, event: OutboxEvent): boolean {
  const state = item.state.status === 'discarded' ? item.state.before : item.state;
  return event.type === 'taken' && state.status === 'sending';
}

describe('transition under any sequence of events', () => {
  it('keeps text until the service has accepted it', () => {
    fc.assert(
      fc.property(fresh, steps, (first, sequence) => {
        let item = first;
        for (const [event, at] of sequence) {
          const after = transition(item, event, at);
          const mayGo = item.material === null || isTaking(item, event);
          expect(after.material === null && !mayGo).toBe(false);
          item = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps an item’s id and a page’s custom_id', () => {
    fc.assert(
      fc.property(fresh, steps, (first, sequence) => {
        let item = first;
        for (const [event, at] of sequence) {
          const after = transition(item, event, at);
          expect([after.id, after.kind, after.pageKey, after.createdAt]).toEqual([
            first.id,
            first.kind,
            first.pageKey,
            first.createdAt,
          ]);
          expect(after.customId).toBe(item.customId ?? after.customId);
          const { material } = after;
          expect(material?.kind === 'page' ? material.customId : pageUrl).toBe(pageUrl);
          item = after;
        }
      }),
    );
  });

  it.each(['learned', 'refused', 'accepted', 'failed', 'canceled', 'unlearned'] as const)(
    'leaves %s only at the person’s request',
    (status) => {
      fc.assert(
        fc.property(fc.array(fc.tuple(lateEvent, time)), (sequence) => {
          const item = pageIn(liveStates[status]);
          const after = sequence.reduce<OutboxItem>(
            (at, [event, now]) => transition(at, event, now),
            item,
          );
          expect(after).toBe(item);
        }),
      );
    },
  );

  it('restores a discarded item unchanged if nothing happened in between', () => {
    const ignored = fc.array(
      fc.tuple(
        fc.oneof(
          fc.constant(events.send),
          fc.constant(events.online),
          fc.constant(events.edited),
          fc.constant(events.moved),
          fc.constant(events.retried),
          fc.constant(events.discarded),
        ),
        time,
      ),
    );
    fc.assert(
      fc.property(anyKept, ignored, time, (item, between, now) => {
        const discarded = transition(item, events.discarded, now);
        const after = between.reduce((at, [event, then]) => transition(at, event, then), discarded);
        const restored = transition(after, events.restored, item.updatedAt);
        expect(restored).toEqual(item);
      }),
    );
  });

  it('restores a discarded item with the responses that arrived in between', () => {
    const answers = fc.array(
      fc.tuple(
        lateEvent.filter(({ type }) => type !== 'send' && type !== 'online'),
        time,
      ),
    );
    fc.assert(
      fc.property(anyKept, answers, (item, sequence) => {
        const unseen = sequence.reduce(
          (at, [event, now]) => transition(at, event, now),
          transition(item, events.discarded, 0),
        );
        const seen = sequence.reduce((at, [event, now]) => transition(at, event, now), item);
        expect(transition(unseen, events.restored, 0)).toEqual({ ...seen, updatedAt: 0 });
      }),
    );
  });

  it('never sends an item without its text', () => {
    fc.assert(
      fc.property(fresh, steps, (first, sequence) => {
        let item = first;
        for (const [event, at] of sequence) {
          item = transition(item, event, at);
          const isEmpty = bytesOf(item.material) === 0;
          expect(item.state.status === 'sending' && isEmpty).toBe(false);
        }
      }),
    );
    expect(bytesOf(pageMaterialOfTides)).toBeGreaterThan(0);
  });
});
