import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createWake } from './alarms.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const minute = 60_000;

/** Returns the minutes until the alarm, or null if none is set. */
async function alarmInMinutes(): Promise<number | null> {
  const alarm = await fakeBrowser.alarms.get('keepsake.work');
  return alarm === undefined ? null : Math.round((alarm.scheduledTime - Date.now()) / minute);
}

describe('createWake', () => {
  beforeEach(() => fakeBrowser.reset());

  it('sets an alarm for the requested time', async () => {
    const wakeAt = createWake(() => undefined);

    await wakeAt(Date.now() + 10 * minute);

    expect(await alarmInMinutes()).toBe(10);
  });

  it('moves the alarm earlier, but never later, and never clears it', async () => {
    const wakeAt = createWake(() => undefined);
    await wakeAt(Date.now() + 10 * minute);

    await wakeAt(Date.now() + 60 * minute);
    await wakeAt(null);
    expect(await alarmInMinutes()).toBe(10);

    await wakeAt(Date.now() + 5 * minute);
    expect(await alarmInMinutes()).toBe(5);
  });

  it('keeps the earliest of concurrent requests', async () => {
    const wakeAt = createWake(() => undefined);

    await Promise.all([5, 60, 20].map((minutes) => wakeAt(Date.now() + minutes * minute)));

    expect(await alarmInMinutes()).toBe(5);
  });
});
