import { browser } from 'wxt/browser';
import { serialQueue } from '../async/serial-queue.ts';

export const workAlarm = 'keepsake.work';
export const batchAlarm = 'keepsake.batch';
const networkAlarm = 'keepsake.network';
/** The shortest alarm delay browsers allow. */
const shortestAlarmMs = 30_000;
/** Browsers stop a service worker after 30 s without an event or an API call. */
const awakeEveryMs = 20_000;

/** Must be called synchronously at startup, like all listeners here. */
export function listenToAlarm(wanted: string, listener: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === wanted) listener();
  });
}

/** Background pages get an `online` event. Service workers don't, so `watchWhileOffline` sets an alarm to check. */
export function listenToOnline(listener: () => void): void {
  globalThis.addEventListener('online', listener);
  listenToAlarm(networkAlarm, () => {
    if (!navigator.onLine) return;
    void browser.alarms.clear(networkAlarm);
    listener();
  });
}

/**
 * Returns a function that schedules a wake: with a timer if it's soon, and always with an alarm, which still fires
 * after the background stops.
 */
export function createWake(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Serialized, because each call reads the alarm the previous one set. */
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

/** Only moves the alarm earlier: the work it was set for might not be stored yet. */
async function setAlarm(when: number): Promise<void> {
  const alarm = await browser.alarms.get(workAlarm);
  if (alarm === undefined || alarm.scheduledTime > when) {
    await browser.alarms.create(workAlarm, { when });
  }
}

/** Keeps the background alive until `work` settles; browsers stop an idle background. */
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

/** Checks once a minute whether the browser is online again, without using the network. */
export async function watchWhileOffline(): Promise<void> {
  if (navigator.onLine || (await browser.alarms.get(networkAlarm)) !== undefined) return;
  await browser.alarms.create(networkAlarm, { periodInMinutes: 1 });
}
