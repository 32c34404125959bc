/** A test of one surface in the gallery, with a fake background that takes its responses from a scene. */
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import type { AppEvent, MessageName } from '../../lib/messaging/messages.ts';
import type { FakeBridge } from '../gallery/fake-bridge.ts';
import { galleryNow, save, type states } from '../gallery/fixtures.ts';
import { popupPage } from '../pages/popup.ts';
import { settingsPage } from '../pages/settings.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { welcomePage } from '../pages/welcome.ts';

/** The environment variable that passes the gallery's address to the test workers. */
export const addressVariable = 'KEEPSAKE_GALLERY';

export type OpenOptions = {
  /** The language of the surface, named like its messages folder. */
  language?: string;
  /** Whether to keep the storage of an earlier visit. */
  again?: boolean;
};

/** The names of the bridge functions, whose calls are recorded like messages. */
type BrowserCall = Exclude<keyof FakeBridge | `files.${keyof FakeBridge['files']}`, 'asked'>;
type Call = MessageName | BrowserCall;

type Background = {
  /** Returns the inputs of every call of this name so far. */
  inputs: (call: Call) => Promise<unknown[]>;
  /** Returns the input of the latest call of this name; undefined if there is none. */
  lastInput: (call: Call) => Promise<unknown>;
  /** Waits until the call has been made, and returns the inputs of every such call so far. */
  made: (call: Call) => Promise<unknown[]>;
  /** Returns every call so far, in order, or only those with these names. */
  calls: (...names: readonly Call[]) => Promise<FakeBridge['asked']>;
  /** Waits until the call has been made this many times. */
  expectCalls: (call: Call, times: number) => Promise<void>;
  /** Sends an event to the surface, and holds back later lists of what changed. */
  tell: (event: AppEvent) => Promise<void>;
  /** Holds back the responses to later messages of this name. */
  hold: (name: MessageName) => Promise<void>;
  /** Sends the held responses and stops holding new ones. */
  release: (name: MessageName) => Promise<void>;
};

type Surfaces = {
  /**
   * Runs the test in its own browser context, for settings that can't be undone, such as a fake
   * clock.
   */
  isolated: boolean;
  open: (scene: string, options?: OpenOptions) => Promise<void>;
  background: Background;
  popup: ReturnType<typeof popupPage>;
  panel: ReturnType<typeof sidePanelPage>;
  settings: ReturnType<typeof settingsPage>;
  welcome: ReturnType<typeof welcomePage>;
  /** Waits until a screen reader announces these words. */
  expectAnnounced: (words: string | RegExp) => Promise<void>;
};

export const test = base.extend<Surfaces, { sharedPage: Page }>({
  isolated: [false, { option: true }],

  // A new page costs five times as much as loading another scene, which starts with empty storage
  // anyway.
  sharedPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport });
      await use(await newPage(context));
      await context.close();
    },
    { scope: 'worker' },
  ],

  page: async ({ browser, isolated, sharedPage }, use) => {
    if (isolated) {
      const context = await browser.newContext({ viewport });
      await use(await newPage(context));
      await context.close();
      return;
    }
    await use(sharedPage);
    await closeOthers(sharedPage.context(), sharedPage);
    await sharedPage.setViewportSize(viewport);
  },

  open: ({ page }, use) =>
    use(async (scene, options) => {
      await page.goto(addressOf(scene, options));
      await page.locator('main > *').filter({ visible: true }).first().waitFor();
    }),

  background: ({ page }, use) => {
    const calls: Background['calls'] = (...names) =>
      page.evaluate(
        (wanted) =>
          globalThis.gallery.asked.filter(
            ({ name }) => wanted.length === 0 || (wanted as readonly string[]).includes(name),
          ),
        names,
      );
    const inputs: Background['inputs'] = async (call) =>
      (await calls(call)).map(({ input }) => input);
    return use({
      calls,
      inputs,
      lastInput: async (call) => (await inputs(call)).at(-1),
      made: async (call) => {
        await expect.poll(() => inputs(call), `calls of ${call}`).not.toEqual([]);
        return inputs(call);
      },
      expectCalls: (call, times) =>
        expect.poll(async () => (await calls(call)).length, `calls of ${call}`).toBe(times),
      tell: (event) => page.evaluate((told) => globalThis.gallery.tell(told), event),
      hold: (name) => page.evaluate((held) => globalThis.gallery.hold(held), name),
      release: (name) => page.evaluate((held) => globalThis.gallery.release(held), name),
    });
  },

  popup: ({ page }, use) => use(popupPage(page)),
  panel: ({ page }, use) => use(sidePanelPage(page)),
  settings: ({ page }, use) => use(settingsPage(page)),
  welcome: ({ page }, use) => use(welcomePage(page)),

  expectAnnounced: ({ page }, use) =>
    use((words) =>
      expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached(),
    ),
});

const viewport = { width: 400, height: 700 };

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Closes pages opened by links: a page behind another is drawn only once a second. */
async function closeOthers(context: BrowserContext, kept: Page): Promise<void> {
  for (const page of context.pages()) if (page !== kept) await page.close();
}

export { expect } from '@playwright/test';

/** Returns the address of a scene, such as `popup/ready`. */
export function addressOf(scene: string, { language, again = false }: OpenOptions = {}): string {
  const address = process.env[addressVariable];
  if (address === undefined) throw new Error(`${addressVariable} is not set.`);
  const inLanguage = language === undefined ? '' : `&lang=${language}`;
  return `${address}?scene=${scene}${inLanguage}${again ? '&again' : ''}`;
}

/**
 * Returns the event for a save that changed state, this many milliseconds after the gallery's time.
 */
export function saveChanged(
  state: (typeof states)[keyof typeof states],
  afterMs: number,
): AppEvent {
  return {
    event: 'outbox.changed',
    item: save(state, { id: 'id-1', updatedAt: galleryNow + afterMs }),
  };
}
