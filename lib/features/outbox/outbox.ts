/**
 * Carries every save from the click to the Memory. What was asked for is written down before anything else happens,
 * each step is written down before the next, and each step may be taken again: whoever dies, the next one goes on.
 */
import { dueAt } from '../../core/outbox/schedule.ts';
import { type OutboxEvent, transition } from '../../core/outbox/transition.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { OutboxPorts } from './ports.ts';
import { nextEvent } from './steps.ts';

/** Items worked on at once: enough that a slow one holds nobody up, few enough to be kind to the service. */
const lanes = 4;
const safetyWakeMs = 30_000;

/** Makes the outbox; `resume` must be called when the background starts and when it is woken. */
export function createOutbox(ports: OutboxPorts) {
  const { store, now } = ports;
  const underWay = new Map<string, Promise<void>>();

  /** Writes the request and begins on it; the same id again gives the item as it is. */
  async function request(item: OutboxItem): Promise<OutboxItem> {
    // The wake comes first: were the background to end between the two, the row would still be found.
    await ports.wakeAt(now());
    const written = await store.insert(item);
    ports.changed(written);
    return written;
  }

  /** Works on an item until it rests or waits; callers at the same time share the work. */
  function advance(id: string): Promise<void> {
    const running = underWay.get(id) ?? advanceAlone(id).finally(() => underWay.delete(id));
    underWay.set(id, running);
    return running;
  }

  async function advanceAlone(id: string): Promise<void> {
    // Nobody else works on it, so one that is being sent was left so by a background that ended.
    if ((await store.get(id))?.state.status === 'sending') await apply(id, { type: 'send' });
    for (;;) {
      const item = await store.get(id);
      const due = item === null ? null : dueAt(item);
      if (item === null || due === null || due > now()) return;
      const event = await nextEvent(item, ports);
      if ((await apply(id, event)) === null) return;
    }
  }

  /** Gives null where the item was discarded, or the event changed nothing: there is no next step then. */
  async function apply(id: string, event: OutboxEvent): Promise<OutboxItem | null> {
    let isChanged = false;
    const item = await store.update(id, (stored) => {
      const next = transition(stored, event, now());
      isChanged = next !== stored;
      return next;
    });
    if (item === null || !isChanged) return null;
    ports.changed(item);
    return item;
  }

  /** Works on everything that is due and not under way yet, then asks to be woken for what is left. */
  async function resume(): Promise<void> {
    const due = (await store.active()).filter(
      (item) => !underWay.has(item.id) && (dueAt(item) ?? Infinity) <= now(),
    );
    // Were this background to end over the work, the next one has to come by itself.
    if (due.length > 0) await ports.wakeAt(now() + safetyWakeMs);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let item = due.shift(); item !== undefined; item = due.shift()) {
          await advance(item.id);
        }
      }),
    );
    await askForWake();
  }

  /** What is under way asks again itself when it rests, but keeps a wake meanwhile, lest this background ends. */
  async function askForWake(): Promise<void> {
    const resting = (await store.active()).filter(({ id }) => !underWay.has(id));
    const times = resting.flatMap((item) => dueAt(item) ?? []);
    if (underWay.size > 0) times.push(now() + safetyWakeMs);
    await ports.wakeAt(times.length === 0 ? null : Math.min(...times));
  }

  /** The person's word to try again what was refused, is paused, waits, or was still learning. */
  async function retry(id: string, tabId: number | null): Promise<OutboxItem | null> {
    await ports.wakeAt(now());
    return (await apply(id, { type: 'retried', tabId })) ?? store.get(id);
  }

  /** Takes an item out for good; what the service has already is not touched. */
  async function discard(id: string): Promise<void> {
    await store.remove(id);
    await ports.highlights.remove(id);
    ports.removed(id);
  }

  /** After a Memory was deleted: what it held is no longer saved, and what was on its way to it is refused. */
  async function forgetMemory(memoryId: string): Promise<void> {
    for (const { id } of await store.ofMemory(memoryId)) {
      let isUnsent = false;
      let isRefused = false;
      const item = await store.update(id, (stored) => {
        isUnsent = wasNeverSent(stored);
        isRefused = isUnsent && stored.state.status !== 'refused';
        if (!isRefused) return stored;
        return { ...stored, updatedAt: now(), state: { status: 'refused', error: memoryGone } };
      });
      if (item === null) continue;
      if (!isUnsent) await discard(id);
      if (isRefused) ports.changed(item);
    }
  }

  return { request, advance, resume, retry, discard, forgetMemory };
}

function wasNeverSent({ state, material }: OutboxItem): boolean {
  switch (state.status) {
    case 'requested':
    case 'refused':
      return true;
    case 'captured':
    case 'sending':
    case 'waiting':
    case 'paused':
      return material !== null;
    default:
      return false;
  }
}

const memoryGone: AppError = {
  code: 'memory.not-found',
  message: 'The Memory this was saved to was deleted.',
  retryable: false,
};
