import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trackNavigations, waitForNewText } from './page-text.ts';

type Change = { status?: string; url?: string };
type Script = { target: { tabId: number }; args?: unknown[] };

/** As much of a browser as is asked here: the page answers with the addresses that its document has had. */
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
        if (state.isClosed) throw new Error('No script may run there.');
        if (args === undefined) return [{ result: state.addresses }];
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
  // Each in a tab that nothing is remembered of.
  tabId += 1;
  Object.assign(state, { addresses: twoPages, isClosed: false, watches: [], scripts: 0 });
});

describe('untilTextFollows', () => {
  it('watches an app that went to another page of its own for what is left of four seconds', async () => {
    browser.tell(tabId, { status: 'complete' });
    vi.setSystemTime(Date.now() + 1_000);

    await waitForNewText(tabId);

    expect(state.watches).toEqual([{ longestMs: 3_000, isNet: false }]);
  });

  it.each([
    ['of which nothing was told', null, 0],
    ['that went somewhere four seconds ago', { url: 'https://app.example/second' }, 4_000],
    ['of which something else was told', {}, 0],
  ])('does not even look at a page %s', async (_, change, ago) => {
    if (change !== null) browser.tell(tabId, change);
    vi.setSystemTime(Date.now() + ago);

    await waitForNewText(tabId);

    expect(state.scripts).toBe(0);
  });

  it.each([
    ['has one address', ['https://app.example/first']],
    ['went to a place on its page', ['https://app.example/first', 'https://app.example/first#a']],
    ['gives no list of its addresses', []],
  ])('does not wait for a document that %s', async (_, addresses) => {
    state.addresses = addresses;
    browser.tell(tabId, { status: 'complete' });

    await waitForNewText(tabId);

    expect(state.watches).toEqual([]);
  });

  it('does not wait where no script may run', async () => {
    state.isClosed = true;
    browser.tell(tabId, { status: 'complete' });

    await expect(waitForNewText(tabId)).resolves.toBeUndefined();
  });
});
