/** Does what one wish asks for as a person does: goes to the page, clicks, looks whether it was taken, clicks again. */
import type { Page } from '@playwright/test';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { selectWords } from '../browser/surfaces.ts';
import type { Browsing, OpenBrowser, Tab } from './browsing.ts';
import type { Asked } from './ledger.ts';
import type { Turn } from './turn.ts';

export interface Saver {
  readonly browsing: Browsing;
  /** Ids of the Memories, by number. */
  readonly memoryIds: readonly string[];
  /** The one tab in front: a key is pressed over it. */
  readonly inFront: Turn;
}

const longestReadMs = 60_000;
/** How long a person looks at the toolbar for the sign that a note was taken. */
const patienceMs = 5_000;
const mostPresses = 6;

/** Carries the wish out; where the browser is killed over it, goes on in the next one. */
export async function carryOut(asked: Asked, lane: number, saver: Saver): Promise<void> {
  for (;;) {
    const browser = await saver.browsing.open();
    try {
      return await browser.whileOpen(() => attempt(asked, lane, { saver, browser }));
    } catch (error) {
      // One that was killed has another in its place; one that ended otherwise has none.
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

/** Read now, under the page's own title. */
const asItIs = { previewId: null, title: null, asVersion: false } as const;

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
    if (browser.isOver()) throw new Error('The browser was killed over the click.');
  }
  throw new Error(`The page of wish ${asked.wish.nth} could not be saved.`);
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
  throw new Error(`The words of wish ${asked.wish.nth} could not be kept.`);
}

/** The row for the wish as soon as there is one; undefined where none comes in time. */
function rowWithin(
  ms: number,
  asked: Asked,
  place: Pick<Place, 'tab' | 'browser'>,
): Promise<OutboxView | undefined> {
  return pollUntil('the note to be taken', async () => (await rowsOf(asked, place))[0], ms).catch(
    (error: unknown) => {
      if (place.browser.isOver()) throw error;
      return undefined;
    },
  );
}

/** The rows that were made for this wish and no other, as the popup would show them over the page. */
async function rowsOf(
  asked: Asked,
  { tab, browser }: Pick<Place, 'tab' | 'browser'>,
): Promise<OutboxView[]> {
  const described = await browser.ask('page.describe', { tabId: tab.id });
  if (browser.isOver()) throw new Error('The browser was killed over the question.');
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

/** Resolves when the page of the save was read, for which its tab is needed. */
export async function untilRead(browser: OpenBrowser, id: string): Promise<void> {
  await pollUntil(
    'the page to be read',
    async () => {
      const got = await browser.ask('outbox.get', { id });
      if (browser.isOver()) throw new Error('The browser was killed before the page was read.');
      return got.ok && got.value?.state.status === 'requested' ? undefined : true;
    },
    longestReadMs,
  );
}

/** Opens the wish's page again and selects what it is about, so that it can be read anew. */
export async function goBack(page: Page, asked: Asked): Promise<void> {
  await page.goto(asked.url);
  if (asked.words !== null) await selectWords(page, asked.words);
}
