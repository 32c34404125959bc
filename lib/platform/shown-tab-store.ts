/** What is remembered of the tabs in which a script of ours runs, until the browser ends. */
import { browser } from 'wxt/browser';
import { type ShownTab, shownTabSchema } from '../contracts/highlights.ts';
import { createTurns } from '../core/in-turn.ts';

const prefix = 'marks.tab.';

/** Makes the store; what is not of its form is as good as none. */
export function createShownTabStore() {
  const inTurn = createTurns();

  async function load(tabId: number): Promise<ShownTab | null> {
    const key = prefix + tabId;
    const { [key]: raw } = await browser.storage.session.get(key);
    return shownTabSchema.safeParse(raw).data ?? null;
  }

  return {
    list: (): Promise<ShownTab[]> =>
      inTurn(async () => {
        const all = Object.entries(await browser.storage.session.get(null));
        return all.flatMap(([key, raw]) =>
          key.startsWith(prefix) ? (shownTabSchema.safeParse(raw).data ?? []) : [],
        );
      }),

    get: (tabId: number): Promise<ShownTab | null> => inTurn(() => load(tabId)),

    /** One after another, so that no change is lost between its reading and its writing. */
    update: (tabId: number, change: (tab: ShownTab) => ShownTab): Promise<void> =>
      inTurn(async () => {
        const none = { tabId, pageKey: '', clickedAt: null, placements: {} };
        const tab = change((await load(tabId)) ?? none);
        await browser.storage.session.set({ [prefix + tabId]: tab });
      }),

    /** Forgets a tab that was closed. */
    remove: (tabId: number): Promise<void> =>
      inTurn(() => browser.storage.session.remove(prefix + tabId)),
  };
}

/** Tells of tabs that were closed; must be called synchronously when the background starts. */
export function listenToClosedTabs(listener: (tabId: number) => void): void {
  browser.tabs.onRemoved.addListener((tabId) => listener(tabId));
}
