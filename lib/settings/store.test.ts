import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { usualCaptureOptions } from './model.ts';
import { createCaptureOptionsStore } from './store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('the capture options', () => {
  it('start with their defaults and keep a change for the next background', async () => {
    const settings = createCaptureOptionsStore(() => undefined);
    expect(await settings.read()).toEqual(usualCaptureOptions);

    await settings.change({ marksSaved: false });

    const next = createCaptureOptionsStore(() => undefined);
    expect(await next.read()).toEqual({ ...usualCaptureOptions, marksSaved: false });
  });

  it('keep simultaneous changes', async () => {
    const settings = createCaptureOptionsStore(() => undefined);

    await Promise.all([
      settings.change({ marksSaved: false }),
      settings.change({ tellsLearned: false }),
    ]);

    expect(await settings.read()).toMatchObject({ marksSaved: false, tellsLearned: false });
  });

  it.each([
    ['an option that cannot be parsed', { offersSelection: 'no', marksSaved: false }],
    ['an option from a later version', { marksSaved: false, unheardOf: 3 }],
  ])('ignore %s', async (_, options) => {
    await fakeBrowser.storage.local.set({ 'capture-options.v1': options });

    expect(await createCaptureOptionsStore(() => undefined).read()).toEqual({
      ...usualCaptureOptions,
      marksSaved: false,
    });
  });

  it('fall back to their defaults if the stored value cannot be parsed', async () => {
    await fakeBrowser.storage.local.set({ 'capture-options.v1': 7 });

    expect(await createCaptureOptionsStore(() => undefined).read()).toEqual(usualCaptureOptions);
  });
});
