import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createSettingsStore } from './settings-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('the settings', () => {
  it('are empty at first, and there again for the next background', async () => {
    const settings = createSettingsStore(() => undefined);
    expect(await settings.read()).toEqual({ connection: null, memories: [], chosenMemoryId: null });

    await settings.update((before) => ({ ...before, chosenMemoryId: 'work' }));

    const next = createSettingsStore(() => undefined);
    expect(await next.read()).toMatchObject({ chosenMemoryId: 'work' });
  });

  it('lose no change to one made at the same time', async () => {
    const settings = createSettingsStore(() => undefined);

    await Promise.all([
      settings.update((before) => ({ ...before, chosenMemoryId: 'work' })),
      settings.update((before) => ({ ...before, memories: [{ id: 'work', name: 'Work' }] })),
    ]);

    expect(await settings.read()).toMatchObject({
      chosenMemoryId: 'work',
      memories: [{ id: 'work', name: 'Work' }],
    });
  });

  it('set aside what they cannot read, and say so', async () => {
    const corrupt = { connection: 7 };
    await fakeBrowser.storage.local.set({ 'settings.v1': corrupt });
    const reports: string[] = [];
    const settings = createSettingsStore(() => reports.push('corrupt'));

    expect(await settings.read()).toMatchObject({ connection: null });

    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get('settings.v1.corrupt')).toEqual({
      'settings.v1.corrupt': corrupt,
    });
  });

  it('can be changed again after a change that failed', async () => {
    const settings = createSettingsStore(() => undefined);
    const failing = settings.update(() => {
      throw new Error('This change does not come about.');
    });

    await expect(failing).rejects.toThrow('does not come about');
    expect(await settings.update((before) => before)).toMatchObject({ connection: null });
  });
});
