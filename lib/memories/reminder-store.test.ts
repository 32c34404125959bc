import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { exportReminder } from './reminder-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('the export reminder', () => {
  it('is due after 200 saves', async () => {
    expect(await exportReminder.savesDue(199)).toBeNull();
    expect(await exportReminder.savesDue(200)).toBe(200);
  });

  it('is due 200 saves after it was put off, and still counts from the last export', async () => {
    await exportReminder.exported(1_000);
    expect(await exportReminder.savesDue(1_199)).toBeNull();
    await exportReminder.putOff(1_230);

    expect(await exportReminder.savesDue(1_429)).toBeNull();
    expect(await exportReminder.savesDue(1_430)).toBe(430);
  });

  it('doesn’t count imported items', async () => {
    await exportReminder.imported(5_000);

    expect(await exportReminder.savesDue(5_199)).toBeNull();
    expect(await exportReminder.savesDue(5_200)).toBe(200);
  });

  it('falls back to its default if the stored value is damaged', async () => {
    await fakeBrowser.storage.local.set({ 'export.reminder': 'soon' });

    expect(await exportReminder.savesDue(200)).toBe(200);
  });
});
