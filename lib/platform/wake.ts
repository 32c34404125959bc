/** Brings the background back when work is due, though the browser may end it at any time. */
import { browser } from 'wxt/browser';
import { createTurns } from '../core/in-turn.ts';

const alarmName = 'keepsake.work';
/** The shortest delay browsers grant an alarm. */
const shortestAlarmMs = 30_000;
/** A service worker is ended after 30 s without an event; a call of the API counts as one. */
const awakeEveryMs = 20_000;

/** Calls `onWake` for the alarm; must be called synchronously when the background starts. */
export function listenToWakes(onWake: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === alarmName) onWake();
  });
}

/**
 * Asks to be woken at `time` (milliseconds since the epoch): by a timer where that is soon, and always by an alarm
 * too, which outlives this background. An alarm already set for an earlier time stays.
 */
export function createWake(onWake: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One after another: each looks at the alarm the one before has set. */
  const inTurn = createTurns();
  return (time: number | null): Promise<void> => {
    clearTimeout(timer);
    if (time === null) return Promise.resolve();
    const delayMs = Math.max(0, time - Date.now());
    if (delayMs < shortestAlarmMs) timer = setTimeout(onWake, delayMs);
    const when = Date.now() + Math.max(delayMs, shortestAlarmMs);
    return inTurn(() => setAlarm(when));
  };
}

/** Never puts an alarm off nor takes it away: what it was set for may not be written down yet. */
async function setAlarm(when: number): Promise<void> {
  const alarm = await browser.alarms.get(alarmName);
  if (alarm === undefined || alarm.scheduledTime > when) {
    await browser.alarms.create(alarmName, { when });
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
