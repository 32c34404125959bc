/** Whether the network is there. */
import { browser } from 'wxt/browser';

const alarmName = 'keepsake.network';
const lookEveryMinutes = 1;

/**
 * Calls the listener when the browser is online again; must be called synchronously when the background starts. A
 * page of the background is told by an event. A service worker gets none and may sleep besides: `watchWhileOffline`
 * has it look.
 */
export function listenToOnline(listener: () => void): void {
  globalThis.addEventListener('online', listener);
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name !== alarmName || !navigator.onLine) return;
    void browser.alarms.clear(alarmName);
    listener();
  });
}

/** Has the background look once a minute, without asking anything of the network, until the browser is online. */
export async function watchWhileOffline(): Promise<void> {
  if (navigator.onLine || (await browser.alarms.get(alarmName)) !== undefined) return;
  await browser.alarms.create(alarmName, { periodInMinutes: lookEveryMinutes });
}
