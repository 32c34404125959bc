/** Brings the background back when work is due, though the browser may end it at any time. */
import { browser } from 'wxt/browser';
import { serialQueue } from '../async/serial-queue.ts';

const workAlarm = 'keepsake.work';
/** The shortest delay browsers grant an alarm. */
const shortestAlarmMs = 30_000;
/** A service worker is ended after 30 s without an event; a call of the API counts as one. */
const awakeEveryMs = 20_000;

/** Calls `onWake` for the alarm; must be called synchronously when the background starts. */
export function listenToWakes(onWake: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === workAlarm) onWake();
  });
}

/**
 * Asks to be woken at `time` (milliseconds since the epoch): by a timer where that is soon, and always by an alarm
 * too, which outlives this background. An alarm already set for an earlier time stays.
 */
export function createWake(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One after another: each looks at the alarm the one before has set. */
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

/** Never puts an alarm off nor takes it away: what it was set for may not be written down yet. */
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

/** Cancels every alarm. */
export async function clearAlarms(): Promise<void> {
  await browser.alarms.clearAll();
}

const batchAlarm = 'keepsake.batch';

/** Calls `onWake` for the alarm; must be called synchronously when the background starts. */
export function listenToBatchWakes(onWake: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === batchAlarm) onWake();
  });
}

/** Has the alarm go once a minute, or no longer. */
export async function watchBatches(isOn: boolean): Promise<void> {
  const isSet = (await browser.alarms.get(batchAlarm)) !== undefined;
  if (isOn && !isSet) await browser.alarms.create(batchAlarm, { periodInMinutes: 1 });
  if (!isOn && isSet) await browser.alarms.clear(batchAlarm);
}

const networkAlarm = 'keepsake.network';
const lookEveryMinutes = 1;

/**
 * Calls the listener when the browser is online again; must be called synchronously when the background starts. A
 * page of the background is told by an event. A service worker gets none and may sleep besides: `watchWhileOffline`
 * has it look.
 */
export function listenToOnline(listener: () => void): void {
  globalThis.addEventListener('online', listener);
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name !== networkAlarm || !navigator.onLine) return;
    void browser.alarms.clear(networkAlarm);
    listener();
  });
}

/** Has the background look once a minute, without asking anything of the network, until the browser is online. */
export async function watchWhileOffline(): Promise<void> {
  if (navigator.onLine || (await browser.alarms.get(networkAlarm)) !== undefined) return;
  await browser.alarms.create(networkAlarm, { periodInMinutes: lookEveryMinutes });
}
