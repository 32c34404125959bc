import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { registerHighlightScripts } from './highlight-scripts.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

type Script = { id: string; matches: string[]; js: string[]; css: string[] };

let registered: Script[];
const updateContentScripts = vi.fn<(scripts: Script[]) => Promise<void>>();

/** Behaves like `browser.scripting`, which the fake browser doesn't implement. */
beforeEach(() => {
  registered = [];
  updateContentScripts.mockReset().mockImplementation(async (changes) => {
    registered = registered.map((script) => changes.find(({ id }) => id === script.id) ?? script);
  });
  Object.assign(fakeBrowser.scripting, {
    getRegisteredContentScripts: async () => registered,
    registerContentScripts: async (scripts: Script[]) => {
      const taken = scripts.some(({ id }) => registered.some((script) => script.id === id));
      if (taken) throw new Error('Duplicate script ID.');
      registered.push(...scripts);
    },
    unregisterContentScripts: async ({ ids }: { ids: string[] }) => {
      registered = registered.filter(({ id }) => !ids.includes(id));
    },
    updateContentScripts,
  });
});

const site = 'https://example.org/*';
const other = 'https://example.com/*';
const script = { id: 'highlighter', js: ['/highlighter.js'], css: ['/highlighter.css'] };

describe('registerHighlightScripts', () => {
  it('registers the highlighter at the allowed sites', async () => {
    await registerHighlightScripts([site, other]);

    expect(registered).toMatchObject([{ ...script, matches: [other, site] }]);
  });

  it('updates the sites of an existing registration', async () => {
    await registerHighlightScripts([site]);

    await registerHighlightScripts([other]);

    expect(registered).toMatchObject([{ ...script, matches: [other] }]);
  });

  it('returns the sites that were not registered before', async () => {
    expect(await registerHighlightScripts([site])).toEqual([site]);
    expect(await registerHighlightScripts([site, other])).toEqual([other]);
    expect(await registerHighlightScripts([site, other])).toEqual([]);
  });

  it('changes nothing when the sites are the same', async () => {
    await registerHighlightScripts([site, other]);

    await registerHighlightScripts([other, site]);

    expect(updateContentScripts).not.toHaveBeenCalled();
  });

  it('removes the registration when no site is allowed', async () => {
    await registerHighlightScripts([site]);

    await registerHighlightScripts([]);

    expect(registered).toEqual([]);
  });

  describe('after an update from a version whose script had another name', () => {
    beforeEach(() => {
      registered = [{ id: 'marks', matches: [site], js: ['/marks.js'], css: ['/marks.css'] }];
    });

    it('replaces the earlier registration, even if the sites are the same', async () => {
      await registerHighlightScripts([site]);

      expect(registered).toMatchObject([{ ...script, matches: [site] }]);
    });

    it('removes the earlier registration when no site is allowed', async () => {
      await registerHighlightScripts([]);

      expect(registered).toEqual([]);
    });
  });
});
