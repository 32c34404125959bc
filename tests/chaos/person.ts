/** Acts on stuck saves as a person does: retries them, reopens their pages, edits their text. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { readStoredOutbox } from '../e2e/stored-outbox.ts';
import type { Browsing, OpenBrowser } from './browsing.ts';
import { isAtRest, isOver, type Asked, type Click } from './ledger.ts';
import { goBack, pollGapMs, untilRead } from './saving.ts';
import { serialQueue } from '../../lib/async/serial-queue.ts';

const editedMark = 'Changed by hand before it was sent.';

export interface Person {
  /** Retries every waiting save. */
  tryNow: () => Promise<void>;
  /** Waits until a save is waiting, and edits its text. */
  edit: () => Promise<void>;
  /** Makes every save settle; returns what is still in progress after `ms`. */
  settle: (ms: number) => Promise<string[]>;
}

export interface PersonOptions {
  readonly browsing: Browsing;
  /** Everything the person has asked for so far. */
  readonly ledger: readonly Asked[];
  /** The lane whose tab reopens pages. */
  readonly lane: number;
}

/** Maximum time for a save to fail without a network: its attempts and the pauses between them. */
const failingMs = 5_000;
/** How many times to retry a failing save before leaving it alone. */
const mostRetries = 8;

export function createPerson({ browsing, ledger, lane }: PersonOptions): Person {
  const clicks = () =>
    ledger.flatMap((asked) => [...asked.clicks].map(([id, click]) => ({ asked, id, click })));

  /** Looks up and returns every save whose state isn't final. */
  async function look(browser: OpenBrowser) {
    const open = clicks().filter(({ click: { state } }) => state === null || !isOver(state));
    const found = [];
    for (const { asked, id, click } of open) {
      const got = await browser.ask('outbox.get', { id });
      if (!got.ok) continue;
      click.state = got.value?.state ?? null;
      if (got.value !== null) found.push({ asked, id, click, view: got.value });
    }
    return found;
  }

  async function tryNow(): Promise<void> {
    const browser = await browsing.open();
    for (const { id, view } of await look(browser)) {
      if (view.state.status === 'waiting') await browser.ask('outbox.retry', { id, tabId: null });
    }
  }

  async function edit(): Promise<void> {
    const browser = await browsing.open();
    const found = await pollUntil(
      'a save to wait',
      async () =>
        (await look(browser)).find(
          ({ asked, view }) => view.state.status === 'waiting' && asked.edits.length === 0,
        ),
      failingMs,
      pollGapMs,
    ).catch(() => undefined);
    if (found === undefined) return;
    const { asked, id, view } = found;
    const editable = await browser.ask('outbox.editable', { id });
    if (!editable.ok || editable.value === null) return;
    const { title, content } = editable.value;
    const changed = `${content}\n\n${editedMark}`;
    const memoryId = view.container.id;
    const edited = await browser.ask('outbox.edit', { id, title, content: changed, memoryId });
    if (edited.ok) asked.edits.push(changed);
  }

  /** Acts on every save that is still in progress; returns whether there was one. */
  async function pushOn(browser: OpenBrowser): Promise<boolean> {
    let isUnderWay = false;
    for (const found of await look(browser)) {
      if (isDone(found)) continue;
      isUnderWay = true;
      await actOn(found, browser);
    }
    return isUnderWay;
  }

  async function actOn(
    { asked, id, click, view }: { asked: Asked; id: string; click: Click; view: OutboxView },
    browser: OpenBrowser,
  ): Promise<void> {
    if (!['waiting', 'paused', 'unlearned', 'refused'].includes(view.state.status)) return;
    click.retries += 1;
    const isUnread = view.state.status === 'refused' && isOfTab(view.state.error.code);
    const tab = isUnread ? await browser.tab(lane) : null;
    if (tab !== null) await goBack(tab.page, asked);
    await browser.ask('outbox.retry', { id, tabId: tab?.id ?? null });
    // The tab is needed until the page has been read.
    if (tab !== null) await untilRead(browser, id);
    click.state = null;
  }

  async function settle(ms: number): Promise<string[]> {
    const browser = await browsing.open();
    await adoptUnseen(browser, ledger);
    await pollUntil(
      'every save to settle',
      async () => ((await pushOn(browser)) ? undefined : true),
      ms,
      pollGapMs,
    ).catch(() => undefined);
    await look(browser);
    return clicks().flatMap(({ asked, id, click: { state } }) =>
      state === null || isAtRest(state) ? [] : [`wish ${asked.wish.nth}, ${id}: ${state.status}`],
    );
  }

  const inOrder = serialQueue();
  return {
    tryNow: () => inOrder(tryNow),
    edit: () => inOrder(edit),
    settle: (ms) => inOrder(() => settle(ms)),
  };
}

/** Adds rows whose click got no response to the ledger: the person expects those pages and notes to be saved too. */
async function adoptUnseen({ sender }: OpenBrowser, ledger: readonly Asked[]): Promise<void> {
  const rows = await readStoredOutbox((read) => sender.evaluate(read));
  const known = new Set(ledger.flatMap(({ clicks }) => [...clicks.keys()]));
  for (const { id, kind, source } of rows) {
    if (known.has(id)) continue;
    const asked = ledger.find(({ wish, url }) => wish.kind === kind && url === source.url);
    asked?.clicks.set(id, { isAnswered: false, state: null, retries: 0 });
  }
}

function isDone({ asked, click, view }: { asked: Asked; click: Click; view: OutboxView }): boolean {
  const { state } = view;
  if (click.retries >= mostRetries) return true;
  if (state.status === 'refused') return state.error.code === asked.refusal;
  return isOver(state);
}

function isOfTab(code: string): boolean {
  return code.startsWith('page.') || code.startsWith('selection.');
}
