import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keyConnection } from '../../tests/fixtures/connection-view.ts';
import { type HomeSettings, noSettings } from '../contracts/settings.ts';
import { usualCaptureOptions } from '../contracts/capture-options.ts';
import { createSettingsStore } from './settings-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const work: HomeSettings = {
  connection: keyConnection({ createdAt: 1 }),
  memories: [{ id: 'm1', name: 'Reading' }],
  chosenMemoryId: 'm1',
};
const device: HomeSettings = {
  connection: { id: 'device-1', kind: 'device', createdAt: 1 },
  memories: [{ id: 'm2', name: 'Recipes' }],
  chosenMemoryId: 'm2',
};

describe('the settings that are read often', () => {
  it('are those that were written last', async () => {
    const settings = createSettingsStore(() => undefined);
    await settings.update(() => ({ homes: [device], activeId: 'device' }));
    expect(await createSettingsStore(() => undefined).readOnce()).toEqual(await settings.read());

    await settings.update((before) => ({ ...before, homes: [device, work] }));

    expect(await settings.readOnce()).toEqual({ homes: [device, work], activeId: 'device' });
  });
});

describe('the settings', () => {
  it('are empty at first, and there again for the next background', async () => {
    const settings = createSettingsStore(() => undefined);
    expect(await settings.read()).toEqual(noSettings);

    await settings.update(() => ({ homes: [work], activeId: 'work' }));

    const next = createSettingsStore(() => undefined);
    expect(await next.read()).toEqual({ homes: [work], activeId: 'work' });
  });

  it('lose no change to one made at the same time', async () => {
    const settings = createSettingsStore(() => undefined);

    await Promise.all([
      settings.update((before) => ({ ...before, activeId: 'work' })),
      settings.update((before) => ({ ...before, homes: [work] })),
    ]);

    expect(await settings.read()).toEqual({ homes: [work], activeId: 'work' });
  });

  it('set aside what they cannot read, and say so', async () => {
    const corrupt = { homes: 7 };
    await fakeBrowser.storage.local.set({ 'settings.v2': corrupt });
    const reports: string[] = [];
    const settings = createSettingsStore(() => reports.push('corrupt'));

    expect(await settings.read()).toEqual(noSettings);

    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({ 'settings.v2.corrupt': corrupt });
  });

  it('keep the homes they can read beside one they cannot', async () => {
    const unknown = { ...work, connection: { ...work.connection, baseUrl: 'javascript:alert(1)' } };
    const stored = { homes: [unknown, device], activeId: 'work' };
    await fakeBrowser.storage.local.set({ 'settings.v2': stored });
    const reports: string[] = [];
    const settings = createSettingsStore(() => reports.push('corrupt'));

    expect(await settings.read()).toEqual({ homes: [device], activeId: 'work' });
    await settings.read();

    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get('settings.v2.corrupt')).toEqual({
      'settings.v2.corrupt': stored,
    });
  });

  it('can be changed again after a change that failed', async () => {
    const settings = createSettingsStore(() => undefined);
    const failing = settings.update(() => {
      throw new Error('This change does not come about.');
    });

    await expect(failing).rejects.toThrow('does not come about');
    expect(await settings.update((before) => before)).toEqual(noSettings);
  });
});

describe('the settings of the first version', () => {
  const first = {
    connection: device.connection,
    memories: device.memories,
    chosenMemoryId: device.chosenMemoryId,
  };

  it('are read without loss, and kept until the first change is written', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v1': first });
    const settings = createSettingsStore(() => undefined);
    const migrated = { homes: [device], activeId: 'device-1' };

    expect(await settings.read()).toEqual(migrated);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({ 'settings.v1': first });

    await settings.update((before) => before);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({ 'settings.v2': migrated });
  });

  it('hold no home where none was chosen', async () => {
    const none = { connection: null, memories: [], chosenMemoryId: null };
    await fakeBrowser.storage.local.set({ 'settings.v1': none });

    expect(await createSettingsStore(() => undefined).read()).toEqual(noSettings);
  });

  it('are set aside where they cannot be read', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v1': { connection: 7 } });
    const reports: string[] = [];

    const read = await createSettingsStore(() => reports.push('corrupt')).read();

    expect(read).toEqual(noSettings);
    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({
      'settings.v1.corrupt': { connection: 7 },
    });
  });

  it('are whole until something was set aside, and not again by themselves', async () => {
    const settings = createSettingsStore(() => undefined);
    await settings.update(() => ({ homes: [work, device], activeId: 'work' }));
    expect(await settings.isWhole()).toBe(true);

    const damaged = { homes: [{ ...work, connection: { id: 'work' } }, device], activeId: 'work' };
    await fakeBrowser.storage.local.set({ 'settings.v2': damaged });
    expect((await settings.read()).homes).toEqual([device]);

    expect(await settings.isWhole()).toBe(false);
    expect(await createSettingsStore(() => undefined).isWhole()).toBe(false);
  });
});

describe('the options of saving', () => {
  it('are as usual at first, and what was changed is there for the next background', async () => {
    const settings = createSettingsStore(() => undefined);
    expect(await settings.options()).toEqual(usualCaptureOptions);

    await settings.changeOptions({ marksSaved: false });

    const next = createSettingsStore(() => undefined);
    expect(await next.options()).toEqual({ ...usualCaptureOptions, marksSaved: false });
  });

  it('neither change the homes nor are changed with them', async () => {
    const settings = createSettingsStore(() => undefined);

    await Promise.all([
      settings.update(() => ({ homes: [work], activeId: 'work' })),
      settings.changeOptions({ tellsLearned: false }),
      settings.update((before) => ({ ...before, homes: [...before.homes, device] })),
    ]);

    expect(await settings.read()).toEqual({ homes: [work, device], activeId: 'work' });
    expect(await settings.options()).toMatchObject({ tellsLearned: false });
  });

  it.each([
    ['one that cannot be read', { offersSelection: 'no', marksSaved: false }],
    ['one of a later version', { marksSaved: false, unheardOf: 3 }],
  ])('are read past %s', async (_, options) => {
    await fakeBrowser.storage.local.set({ 'settings.v2': { homes: [], activeId: null, options } });
    const settings = createSettingsStore(() => undefined);

    expect(await settings.options()).toEqual({ ...usualCaptureOptions, marksSaved: false });
  });
});
