/**
 * Takes items from step to step until they rest. Each step is written down before the next and may be taken again, so
 * whoever dies, the next background goes on.
 */
import { dueAt, laneOf } from '../../core/outbox/schedule.ts';
import { createLanes } from './lanes.ts';
import type { OutboxPorts } from './ports.ts';
import type { Recorder } from './record.ts';
import { eventAfterThrow, nextEvent } from './steps.ts';

/** Enough that items go side by side, few enough to be kind to a service. */
const lanes = { width: 4, most: 16, patienceMs: 10_000 };
const safetyWakeMs = 30_000;
/** Were something due and yet not to be worked on, looking at it again and again would keep the device busy. */
const shortestRestMs = 500;

export type CarrierPorts = OutboxPorts & {
  record: Recorder;
  /** Takes an item out for good. */
  forget: (id: string) => Promise<void>;
};

export function createCarrier(ports: CarrierPorts) {
  const { store, now, record } = ports;
  const { run } = createLanes({ ...lanes, sleep: ports.sleep });
  const carried = new Map<string, Promise<void>>();
  /** Rows that could not be read or written are tried again with the others, but wake nobody themselves. */
  const stuck = new Set<string>();

  /** Works on everything that is due and not carried yet, then asks to be woken for what is left. */
  async function resume(): Promise<void> {
    try {
      await work();
    } catch (cause) {
      // Storage that fails now may work later, and nothing else would wake this background for what waits.
      await ports.wakeAt(now() + safetyWakeMs);
      throw cause;
    }
  }

  async function work(): Promise<void> {
    const due = (await store.due(now())).filter(({ id }) => !carried.has(id));
    // Were this background to end over the work, the next one has to come by itself.
    if (due.length > 0) await ports.wakeAt(now() + safetyWakeMs);
    await Promise.all(due.map(({ id, lane }) => carry(id, lane)));
    for (const id of await store.letGoOfOldest()) ports.removed(id, null);
    await askForWake();
  }

  /** Callers at the same time share the work. */
  function carry(id: string, lane: string): Promise<void> {
    const running = carried.get(id) ?? carryAlone(id, lane).finally(() => settled(id));
    carried.set(id, running);
    return running;
  }

  async function carryAlone(id: string, first: string): Promise<void> {
    try {
      let lane = await run(first, () => takeUp(id, first));
      while (lane !== null) {
        const here = lane;
        lane = await run(here, () => advance(id, here));
      }
    } catch (cause) {
      stuck.add(id);
      ports.report(cause);
    }
  }

  /** One that is being sent and that nobody carries was left so by a background that ended. */
  async function takeUp(id: string, lane: string): Promise<string | null> {
    const item = await store.get(id);
    if (item === null) stuck.add(id);
    else stuck.delete(id);
    if (item?.state.status === 'sending') await record(id, { type: 'send' });
    return advance(id, lane);
  }

  /** Works on an item while it stays in its lane; gives the next lane, or null where it rests or waits. */
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
      if (event.type === 'repeated') {
        await record(id, { type: 'discarded', until: now() });
        ports.repeated(item, event.kept);
      } else if (!(await record(id, event)).changed) {
        return null;
      }
    }
  }

  function settled(id: string): void {
    carried.delete(id);
    // The others may take long; this one's next step is not to wait for them.
    if (carried.size > 0) askForWake().catch(ports.report);
  }

  let asking: Promise<void> = Promise.resolve();
  let isAsked = false;

  /** One after another, lest a wake for later puts off one for sooner that was asked for after it. */
  function askForWake(): Promise<void> {
    if (isAsked) return asking;
    isAsked = true;
    asking = asking
      .catch(() => undefined)
      .then(() => {
        isAsked = false;
        return askNow();
      });
    return asking;
  }

  /** What is carried asks again itself when it rests, but keeps a wake meanwhile, lest this background ends. */
  async function askNow(): Promise<void> {
    const next = await store.nextDue((id) => carried.has(id) || stuck.has(id));
    const times = next === null ? [] : [next > now() ? next : now() + shortestRestMs];
    if (carried.size > 0) times.push(now() + safetyWakeMs);
    await ports.wakeAt(times.length === 0 ? null : Math.min(...times));
  }

  /** Resolves once nobody works on the item any more; at once where nobody does. */
  async function atRest(id: string): Promise<void> {
    await carried.get(id);
  }

  return { resume, askForWake, atRest };
}
