import { browser } from 'wxt/browser';
import { serialQueue } from '../async/serial-queue.ts';

const workAlarm = 'keepsake.work';
const batchAlarm = 'keepsake.batch';
const networkAlarm = 'keepsake.network';
/** The shortest alarm delay browsers allow. */
const shortestAlarmMs = 30_000;
/** A service worker is ended after 30 s without an event; an API call counts as one. */
const awakeEveryMs = 20_000;

function listenToAlarm(wanted: string, listener: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === wanted) listener();
  });
}

/** Like each of these listeners, must be called synchronously at startup. */
export function listenToWakes(onWake: () => void): void {
  listenToAlarm(workAlarm, onWake);
}

export function listenToBatchWakes(onWake: () => void): void {
  listenToAlarm(batchAlarm, onWake);
}

/** Background pages get an event; service workers don't, so `watchWhileOffline` checks. */
export function listenToOnline(listener: () => void): void {
  globalThis.addEventListener('online', listener);
  listenToAlarm(networkAlarm, () => {
    if (!navigator.onLine) return;
    void browser.alarms.clear(networkAlarm);
    listener();
  });
}

/** Schedules with a timer if it's soon, and always with an alarm, which outlives the background. */
export function createWake(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Serialized: each call reads the alarm the previous one set. */
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

/** Never postpones or clears an alarm: what it's for may not be stored yet. */
async function setAlarm(when: number): Promise<void> {
  const alarm = await browser.alarms.get(workAlarm);
  if (alarm === undefined || alarm.scheduledTime > when) {
    await browser.alarms.create(workAlarm, { when });
  }
}

/** Browsers end an idle background. */
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

export async function watchBatches(isOn: boolean): Promise<void> {
  const isSet = (await browser.alarms.get(batchAlarm)) !== undefined;
  if (isOn && !isSet) await browser.alarms.create(batchAlarm, { periodInMinutes: 1 });
  if (!isOn && isSet) await browser.alarms.clear(batchAlarm);
}

/** Checks once a minute, without using the network. */
export async function watchWhileOffline(): Promise<void> {
  if (navigator.onLine || (await browser.alarms.get(networkAlarm)) !== undefined) return;
  await browser.alarms.create(networkAlarm, { periodInMinutes: 1 });
}
