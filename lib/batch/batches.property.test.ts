import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchId, createBatchWorld } from '../../tests/fixtures/batch-world.ts';
import {
  capture,
  emptyDatabase,
  never,
  unreachable,
  withdrawn,
} from '../../tests/fixtures/outbox-world.ts';
import type { BatchPorts } from './ports.ts';
import type { BatchView } from './model.ts';

const entries = 9;

/** Events that can occur between two runs of the background. */
const happening = fc.oneof(
  fc.constantFrom(
    'die',
    'die over it',
    'pause',
    'resume',
    'work',
    'carry',
    'offline',
    'online',
    'repeat',
  ),
  fc.constantFrom('withdraw', 'discard', 'close tab', 'unreadable', 'again', 'cancel'),
);

// oxlint-disable complexity -- one switch over all events
describe('a batch under any sequence of events', () => {
  it('ends every entry once and hands no entry over twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 14 }), async (happenings) => {
        emptyDatabase();
        let isReadable = true;
        const noText = { code: 'page.no-text', message: 'None.', retryable: true } as const;
        const world = createBatchWorld({
          readPage: async ({ url }) =>
            isReadable ? { ok: true, value: { ...capture, url } } : { ok: false, error: noText },
        });
        const tabs = world.openTabs(entries);
        const order = {
          id: batchId,
          memoryId: 'reading',
          from: { kind: 'tabs' as const, tabs, borrowed: ['https://site-1.example'] },
        };
        let { batches } = world;
        let outbox = world.outbox;
        await batches.start(order);

        for (const one of happenings) {
          switch (one) {
            case 'die':
              // The next background has only what is stored.
              await world.end();
              outbox = world.restarted();
              batches = world.open(outbox);
              break;
            case 'die over it': {
              // Stops after the row is in the outbox, but before its entry is marked.
              const died = Promise.withResolvers<void>();
              const change: BatchPorts['store']['change'] = async (id, by) => {
                const isFirst = (await world.batchStore.entry(id))?.status === 'waiting';
                if (!isFirst) return world.batchStore.change(id, by);
                died.resolve();
                return never();
              };
              await world.end();
              const dying = world.open(outbox, { store: { change } });
              await outbox.resume();
              await Promise.race([dying.work(), died.promise]);
              outbox = world.restarted();
              batches = world.open(outbox);
              break;
            }
            case 'work':
              await batches.work();
              break;
            case 'carry':
              await outbox.resume();
              break;
            case 'pause':
              await batches.pause(batchId);
              break;
            case 'resume':
              await batches.resume(batchId);
              break;
            case 'cancel':
              await batches.cancel(batchId);
              break;
            case 'repeat':
              await batches.start(order);
              break;
            case 'offline':
              world.service.failWith(unreachable);
              break;
            case 'withdraw':
              world.service.failWith(withdrawn);
              break;
            case 'online':
              world.service.answerWith({ ok: true, value: null });
              await outbox.online();
              break;
            case 'discard':
              await outbox.discard(world.requests.at(-1) ?? '');
              break;
            case 'close tab':
              world.tabs.delete(entries);
              break;
            case 'unreadable':
              isReadable = !isReadable;
              break;
            case 'again': {
              const [view] = await batches.list();
              const entryIds = (view?.refusals ?? []).map(({ id }) => id);
              await batches.again({ id: batchId, entryIds, borrowed: [] });
              break;
            }
          }
          const [view] = await batches.list();
          expect(totalOf(view)).toBe(entries);
        }

        world.service.answerWith({ ok: true, value: null });
        for (let round = 0; round < 12; round += 1) {
          // Retry paused items, as the list of saves allows even after the batch was canceled.
          for (const id of world.requests) {
            const row = await world.store.get(id);
            if (row?.state.status === 'paused') await outbox.retry(id, row.source.tabId);
          }
          await outbox.online();
          await outbox.resume();
          world.clock.now += 400_000;
          await batches.resume(batchId);
        }

        const [view] = await batches.list();
        expect(['done', 'canceled']).toContain(view?.status);
        expect(view?.progress).toMatchObject({ waiting: 0, underWay: 0 });
        expect(totalOf(view)).toBe(entries);
        expect(new Set(world.requests).size).toBe(world.requests.length);
        expect(view?.progress.saved).toBe(world.service.documents.size);
        expect(world.released.filter((one) => one.startsWith('https:'))).toHaveLength(1);
        expect(world.thrown).toEqual([]);
      }),
      { numRuns: 25, examples: [[['discard', 'die', 'cancel']]] },
    );
  });
});

function totalOf(view: BatchView | undefined): number {
  const { waiting = 0, underWay = 0, saved = 0, refused = 0, canceled = 0 } = view?.progress ?? {};
  return waiting + underWay + saved + refused + canceled;
}
