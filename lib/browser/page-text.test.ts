import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trackNavigations, waitForNewText } from './page-text.ts';

type Change = { status?: string; url?: string };
type Script = { target: { tabId: number }; args: unknown[] };

/** The browser APIs used here. The page reports the URLs that its document has had. */
const browser = vi.hoisted(() => {
  const listeners: ((tabId: number, change: Change) => void)[] = [];
  const state = {
    addresses: [] as string[],
    isClosed: false,
    watches: [] as unknown[],
    scripts: 0,
  };
  return {
    state,
    tell: (tabId: number, change: Change) => {
      for (const listener of listeners) listener(tabId, change);
    },
    tabs: {
      onUpdated: {
        addListener: (listener: (typeof listeners)[number]) => listeners.push(listener),
      },
      onRemoved: { addListener: () => undefined },
    },
    scripting: {
      executeScript: async ({ args }: Script) => {
        state.scripts += 1;
        if (state.isClosed) throw new Error('Cannot run a script there.');
        if (args.length === 0) return [{ result: state.addresses }];
        state.watches.push(args[0]);
        return [{ result: true }];
      },
    },
  };
});
vi.mock('wxt/browser', () => ({ browser }));

const { state } = browser;
const twoPages = ['https://app.example/first', 'https://app.example/second'];
trackNavigations();

let tabId = 0;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  // Use a new tab, so that no navigation is remembered.
  tabId += 1;
  Object.assign(state, { addresses: twoPages, isClosed: false, watches: [], scripts: 0 });
});

describe('waitForNewText', () => {
  it('watches an app that navigated within itself for the rest of four seconds', async () => {
    browser.tell(tabId, { status: 'complete' });
    vi.setSystemTime(Date.now() + 1_000);

    await waitForNewText(tabId);

    expect(state.watches).toEqual([{ longestMs: 3_000, isNet: false }]);
  });

  it.each([
    ['without a reported change', null, 0],
    ['that navigated four seconds ago', { url: 'https://app.example/second' }, 4_000],
    ['with an unrelated change', {}, 0],
  ])('runs no script in a page %s', async (_, change, ago) => {
    if (change !== null) browser.tell(tabId, change);
    vi.setSystemTime(Date.now() + ago);

    await waitForNewText(tabId);

    expect(state.scripts).toBe(0);
  });

  it.each([
    ['has had one address', ['https://app.example/first']],
    ['navigated within its page', ['https://app.example/first', 'https://app.example/first#a']],
    ['doesn’t list its addresses', []],
  ])('does not wait for a document that %s', async (_, addresses) => {
    state.addresses = addresses;
    browser.tell(tabId, { status: 'complete' });

    await waitForNewText(tabId);

    expect(state.watches).toEqual([]);
  });

  it('does not wait if scripts can’t run', async () => {
    state.isClosed = true;
    browser.tell(tabId, { status: 'complete' });

    await expect(waitForNewText(tabId)).resolves.toBeUndefined();
  });
});
