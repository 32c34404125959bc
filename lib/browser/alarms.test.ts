import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createWake } from './alarms.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const minute = 60_000;

/** When the alarm goes off, in whole minutes from now; null where none is set. */
async function alarmInMinutes(): Promise<number | null> {
  const alarm = await fakeBrowser.alarms.get('keepsake.work');
  return alarm === undefined ? null : Math.round((alarm.scheduledTime - Date.now()) / minute);
}

describe('the wake', () => {
  beforeEach(() => fakeBrowser.reset());

  it('sets an alarm for the time asked for', async () => {
    const wakeAt = createWake(() => undefined);

    await wakeAt(Date.now() + 10 * minute);

    expect(await alarmInMinutes()).toBe(10);
  });

  it('is brought forward by someone in more of a hurry, and never put off or taken away', async () => {
    const wakeAt = createWake(() => undefined);
    await wakeAt(Date.now() + 10 * minute);

    await wakeAt(Date.now() + 60 * minute);
    await wakeAt(null);
    expect(await alarmInMinutes()).toBe(10);

    await wakeAt(Date.now() + 5 * minute);
    expect(await alarmInMinutes()).toBe(5);
  });

  it('keeps the earliest of the times asked for at once', async () => {
    const wakeAt = createWake(() => undefined);

    await Promise.all([5, 60, 20].map((minutes) => wakeAt(Date.now() + minutes * minute)));

    expect(await alarmInMinutes()).toBe(5);
  });
});
