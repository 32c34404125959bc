/**
 * Carries out a wish as a person does: opens the page, clicks, checks whether it was accepted,
 * clicks again.
 */
import type { Page } from '@playwright/test';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { selectWords } from '../browser/surfaces.ts';
import type { Browsing, OpenBrowser, Tab } from './browsing.ts';
import type { Asked } from './ledger.ts';
import type { SerialQueue } from '../../lib/async/serial-queue.ts';

export interface Saver {
  readonly browsing: Browsing;
  /** The IDs of the Memories; a wish refers to them by index. */
  readonly memoryIds: readonly string[];
  /** Runs one action at a time on the tab in front: only that tab can receive key presses. */
  readonly inFront: SerialQueue;
}

const longestReadMs = 60_000;
/** Pause between two checks of a save. Without it, several browsers at once would spend most of the time checking. */
export const pollGapMs = 100;
/** How long a person waits to see that a note was accepted. */
const patienceMs = 5_000;
const mostPresses = 6;

/** Carries out the wish. If the browser is killed, starts over in the restarted browser. */
export async function carryOut(asked: Asked, lane: number, saver: Saver): Promise<void> {
  for (;;) {
    const browser = await saver.browsing.open();
    try {
      return await browser.whileOpen(() => attempt(asked, lane, { saver, browser }));
    } catch (error) {
      // Try again only if the browser was killed and replaced.
      if (!browser.isOver() || (await saver.browsing.open()) === browser) throw error;
    }
  }
}

async function attempt(
  asked: Asked,
  lane: number,
  { saver, browser }: { saver: Saver; browser: OpenBrowser },
): Promise<void> {
  const tab = await browser.tab(lane);
  await tab.page.goto(asked.url);
  const place = { tab, browser, saver };
  const id =
    asked.wish.kind === 'page' ? await savePage(asked, place) : await keepWords(asked, place);
  if (id !== null && !asked.wish.isLeftEarly) await untilRead(browser, id);
}

interface Place {
  readonly tab: Tab;
  readonly browser: OpenBrowser;
  readonly saver: Saver;
}

/** The input of a save without edits: the extension reads the page now and keeps the page's own title. */
const asItIs = { previewId: null, part: 'article', title: null, asVersion: false } as const;

async function savePage(asked: Asked, { tab, browser, saver }: Place): Promise<string | null> {
  const memoryId = saver.memoryIds[asked.wish.memory] ?? '';
  for (let press = 0; press < mostPresses; press += 1) {
    const [earlier] = asked.clicks.size === 0 ? [] : await rowsOf(asked, { tab, browser });
    if (earlier !== undefined) return found(asked, earlier.id);
    const id = crypto.randomUUID();
    asked.clicks.set(id, { isAnswered: false, state: null, retries: 0 });
    const saved = await browser.ask('page.save', { id, tabId: tab.id, memoryId, ...asItIs });
    if (saved.ok) return seen(asked, id);
    if (saved.error.code !== 'message.unanswered') {
      asked.clicks.delete(id);
      asked.troubles.push(saved.error);
      return null;
    }
    asked.lostClicks += 1;
    if (browser.isOver()) throw new Error('The browser was killed during the click.');
  }
  throw new Error(`Could not save the page of wish ${asked.wish.nth}.`);
}

async function keepWords(asked: Asked, { tab, browser, saver }: Place): Promise<string | null> {
  const { page } = tab;
  for (let press = 0; press < mostPresses; press += 1) {
    const earlier = await rowsOf(asked, { tab, browser });
    if (earlier[0] !== undefined) return found(asked, earlier[0].id);
    await selectWords(page, asked.words ?? '');
    const row = await saver.inFront(async () => {
      asked.lostClicks += 1;
      await browser.keepsake.pressShortcut(page, 'Alt+Shift+H');
      return rowWithin(patienceMs, asked, { tab, browser });
    });
    if (row === undefined) continue;
    asked.lostClicks -= 1;
    return seen(asked, row.id);
  }
  throw new Error(`Could not save the words of wish ${asked.wish.nth}.`);
}

/** Returns the row for the wish once it exists; undefined if none appears in time. */
function rowWithin(
  ms: number,
  asked: Asked,
  place: Pick<Place, 'tab' | 'browser'>,
): Promise<OutboxView | undefined> {
  return pollUntil(
    'the note to be taken',
    async () => (await rowsOf(asked, place))[0],
    ms,
    pollGapMs,
  ).catch((error: unknown) => {
    if (place.browser.isOver()) throw error;
    return undefined;
  });
}

/** Returns the rows of this wish, as the popup would show them over the page. */
async function rowsOf(
  asked: Asked,
  { tab, browser }: Pick<Place, 'tab' | 'browser'>,
): Promise<OutboxView[]> {
  const described = await browser.ask('page.describe', { tabId: tab.id });
  if (browser.isOver()) throw new Error('The browser was killed during the request.');
  if (!described.ok) return [];
  return described.value.saves.filter(
    ({ id, kind }) => kind === asked.wish.kind && (kind === 'note' || asked.clicks.has(id)),
  );
}

function found(asked: Asked, id: string): string {
  if (asked.clicks.get(id)?.isAnswered !== true) asked.foundClicks += 1;
  return seen(asked, id);
}

function seen(asked: Asked, id: string): string {
  const click = asked.clicks.get(id) ?? { isAnswered: true, state: null, retries: 0 };
  asked.clicks.set(id, { ...click, isAnswered: true });
  return id;
}

/** Waits until the page of a save has been read; the save needs the tab until then. */
export async function untilRead(browser: OpenBrowser, id: string): Promise<void> {
  await pollUntil(
    'the page to be read',
    async () => {
      const got = await browser.ask('outbox.get', { id });
      if (browser.isOver()) throw new Error('The browser was killed before the page was read.');
      return got.ok && got.value?.state.status === 'requested' ? undefined : true;
    },
    longestReadMs,
    pollGapMs,
  );
}

/** Reopens the wish's page and selects its text, so that it can be read again. */
export async function goBack(page: Page, asked: Asked): Promise<void> {
  await page.goto(asked.url);
  if (asked.words !== null) await selectWords(page, asked.words);
}
