/** Wakes the background now and then while many are being saved, whatever became of the one that began. */
import { browser } from 'wxt/browser';

const alarmName = 'keepsake.batch';

/** Calls `onWake` for the alarm; must be called synchronously when the background starts. */
export function listenToBatchWakes(onWake: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === alarmName) onWake();
  });
}

/** Has the alarm go once a minute, or no longer. */
export async function watchBatches(isOn: boolean): Promise<void> {
  const isSet = (await browser.alarms.get(alarmName)) !== undefined;
  if (isOn && !isSet) await browser.alarms.create(alarmName, { periodInMinutes: 1 });
  if (!isOn && isSet) await browser.alarms.clear(alarmName);
}
