/**
 * Runs the steps of items. Each step is stored before the next and can be repeated, so that the next background can
 * continue.
 */
import { dueAt, laneOf } from './schedule.ts';
import { createLanes } from './lanes.ts';
import type { OutboxPorts } from './ports.ts';
import { eventAfterThrow, nextEvent } from './steps.ts';
import { type OutboxEvent, transition } from './transition.ts';
import { isLive, type OutboxItem, storageFull } from './model.ts';

/** Enough to process items in parallel, few enough not to overload a service. */
const laneOptions = { width: 4, most: 16, patienceMs: 10_000 };
const safetyWakeMs = 30_000;
/** Limits how often an item that is due but can't be processed is retried. */
const shortestRestMs = 500;

type RunnerPorts = OutboxPorts & {
  record: Recorder;
  forget: (id: string) => Promise<void>;
};

export function createRunner(ports: RunnerPorts) {
  const { store, now, record } = ports;
  const run = createLanes({ ...laneOptions, sleep: ports.sleep });
  const running = new Map<string, Promise<void>>();
  /** Ids of items that couldn't be read or written. They're retried with the others, but schedule no wake. */
  const stuck = new Set<string>();

  /** Runs everything due, then schedules a wake for the next due item. */
  async function resume(): Promise<void> {
    try {
      await work();
    } catch (cause) {
      // Storage might recover, and nothing else would wake this background.
      await ports.wakeAt(now() + safetyWakeMs);
      throw cause;
    }
  }

  async function work(): Promise<void> {
    const due = (await store.due(now())).filter(({ id }) => !running.has(id));
    // The alarm continues the work if this background stops.
    if (due.length > 0) await ports.wakeAt(now() + safetyWakeMs);
    await Promise.all(due.map(({ id, lane }) => runItem(id, lane)));
    for (const id of await store.removeOldestFinished()) ports.removed(id, null);
    await scheduleWake();
  }

  /** Concurrent callers share one run. */
  function runItem(id: string, lane: string): Promise<void> {
    const task = running.get(id) ?? runAlone(id, lane).finally(() => finished(id));
    running.set(id, task);
    return task;
  }

  async function runAlone(id: string, first: string): Promise<void> {
    try {
      let lane = await run(first, () => resumeItem(id, first));
      while (lane !== null) {
        const here = lane;
        lane = await run(here, () => advance(id, here));
      }
    } catch (cause) {
      stuck.add(id);
      ports.report(cause);
    }
  }

  /** An item in `sending` that isn't running was interrupted, so its attempt is repeated. */
  async function resumeItem(id: string, lane: string): Promise<string | null> {
    const item = await store.get(id);
    if (item === null) stuck.add(id);
    else stuck.delete(id);
    if (item?.state.status === 'sending') await record(id, { type: 'send' });
    return advance(id, lane);
  }

  /** Returns the item's next lane, or null if it's finished or waiting. */
  async function advance(id: string, lane: string): Promise<string | null> {
    for (;;) {
      const item = await store.get(id);
      const due = item === null ? null : dueAt(item);
      if (item === null || due === null || due > now()) return null;
      if (item.state.status === 'discarded') {
        await ports.forget(id);
        return null;
      }
      if (laneOf(item) !== lane) return laneOf(item);
      const event = await nextEvent(item, ports).catch((cause: unknown) => {
        ports.report(cause);
        return eventAfterThrow(item, now());
      });
      if (event.type === 'duplicate') {
        await record(id, { type: 'discarded', until: now() });
        ports.deduplicated(item, event.original);
      } else if (!(await record(id, event)).changed) {
        return null;
      }
    }
  }

  function finished(id: string): void {
    running.delete(id);
    // The next step of this item shouldn't wait for slower items.
    if (running.size > 0) scheduleWake().catch(ports.report);
  }

  let scheduling: Promise<void> = Promise.resolve();
  let isScheduled = false;

  /** Serialized, so that an earlier call can't replace the sooner wake of a later call. */
  function scheduleWake(): Promise<void> {
    if (isScheduled) return scheduling;
    isScheduled = true;
    scheduling = scheduling
      .catch(() => undefined)
      .then(() => {
        isScheduled = false;
        return scheduleNow();
      });
    return scheduling;
  }

  /** Running items reschedule when they finish; until then, a safety wake covers them. */
  async function scheduleNow(): Promise<void> {
    const next = await store.nextDue((id) => running.has(id) || stuck.has(id));
    const times = next === null ? [] : [next > now() ? next : now() + shortestRestMs];
    if (running.size > 0) times.push(now() + safetyWakeMs);
    await ports.wakeAt(times.length === 0 ? null : Math.min(...times));
  }

  async function atRest(id: string): Promise<void> {
    await running.get(id);
  }

  return { resume, scheduleWake, atRest };
}

type Recorded =
  | { changed: true; item: OutboxItem }
  /** The event doesn't fit the state, the text exceeds the limit, or there is no such item. */
  | { changed: false; item: OutboxItem | null };

type Recorder = (id: string, event: OutboxEvent) => Promise<Recorded>;

type RecorderPorts = Pick<OutboxPorts, 'store' | 'changed' | 'removed' | 'now'>;

export function createRecorder({ store, changed, removed, now }: RecorderPorts): Recorder {
  return async (id, event) => {
    let before: OutboxItem | null = null;
    const item = await store.update(
      id,
      (stored) => {
        before = stored;
        return transition(stored, event, now());
      },
      // If the text exceeds the limit, the item is refused and can be read again later.
      (stored) =>
        event.type === 'read'
          ? transition(stored, { type: 'refused', error: storageFull }, now())
          : stored,
    );
    if (item === null || before === null || item === before) return { changed: false, item };
    if (isLive(item)) changed(item, before);
    else if (isLive(before)) removed(id, item);
    return { changed: true, item };
  };
}
