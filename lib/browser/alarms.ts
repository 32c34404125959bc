/** Wakes the background when work is due, since the browser can end it at any time. */
import { browser } from 'wxt/browser';
import { serialQueue } from '../async/serial-queue.ts';

const workAlarm = 'keepsake.work';
const batchAlarm = 'keepsake.batch';
const networkAlarm = 'keepsake.network';
/** The shortest delay browsers allow for an alarm. */
const shortestAlarmMs = 30_000;
/** A service worker is ended after 30 s without an event; an API call counts as one. */
const awakeEveryMs = 20_000;

function listenToAlarm(wanted: string, listener: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === wanted) listener();
  });
}

/** Must be called synchronously when the background starts, like each of these listeners. */
export function listenToWakes(onWake: () => void): void {
  listenToAlarm(workAlarm, onWake);
}

export function listenToBatchWakes(onWake: () => void): void {
  listenToAlarm(batchAlarm, onWake);
}

/**
 * Calls the listener when the browser is online again. A background page gets an event; a service worker gets none and
 * can be asleep, so `watchWhileOffline` makes it check.
 */
export function listenToOnline(listener: () => void): void {
  globalThis.addEventListener('online', listener);
  listenToAlarm(networkAlarm, () => {
    if (!navigator.onLine) return;
    void browser.alarms.clear(networkAlarm);
    listener();
  });
}

/**
 * Makes what schedules `onWake` for a time in milliseconds since the epoch: with a timer if that is soon, and always with
 * an alarm, which outlives this background. An alarm set for an earlier time stays.
 */
export function createWake(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Each reads the alarm that the one before has set. */
  const enqueue = serialQueue();
  return (time: number | null): Promise<void> => {
    clearTimeout(timer);
    if (time === null) return Promise.resolve();
    const delayMs = Math.max(0, time - Date.now());
    if (delayMs < shortestAlarmMs) timer = setTimeout(onWake, delayMs);
    const when = Date.now() + Math.max(delayMs, shortestAlarmMs);
    return enqueue(() => setAlarm(when));
  };
}

/** Never postpones or clears an alarm: what it was set for may not be stored yet. */
async function setAlarm(when: number): Promise<void> {
  const alarm = await browser.alarms.get(workAlarm);
  if (alarm === undefined || alarm.scheduledTime > when) {
    await browser.alarms.create(workAlarm, { when });
  }
}

/** Keeps the background awake until `work` has settled. */
export async function stayAwake<T>(work: Promise<T>): Promise<T> {
  const beat = setInterval(() => void browser.runtime.getPlatformInfo(), awakeEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(beat);
  }
}

export async function clearAlarms(): Promise<void> {
  await browser.alarms.clearAll();
}

/** Starts or stops the alarm for batches, once a minute. */
export async function watchBatches(isOn: boolean): Promise<void> {
  const isSet = (await browser.alarms.get(batchAlarm)) !== undefined;
  if (isOn && !isSet) await browser.alarms.create(batchAlarm, { periodInMinutes: 1 });
  if (!isOn && isSet) await browser.alarms.clear(batchAlarm);
}

/** Checks once a minute, without using the network, until the browser is online. */
export async function watchWhileOffline(): Promise<void> {
  if (navigator.onLine || (await browser.alarms.get(networkAlarm)) !== undefined) return;
  await browser.alarms.create(networkAlarm, { periodInMinutes: 1 });
}
