/** The steps of a person in Firefox: setting up, saving, searching and opening a result. */
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import type { FirefoxPopup } from '../browser/firefox-popup.ts';
import type { OutboxItem } from '../../lib/outbox/model.ts';
import { en, enPlural } from '../english.ts';
import { readStoredOutbox } from './stored-outbox.ts';

/** Timeout for steps that can be slow on a busy machine. */
export const patiently = { timeout: 60_000 };

/** Quits the browser and starts it again on the same profile. */
export async function relaunch(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.relaunch();
  await untilWelcomed(keepsake);
}

/**
 * Waits for the welcome page. It opens at every start, because Firefox drops a temporary add-on when it quits, so each
 * start is a new install.
 */
export async function untilWelcomed(keepsake: FirefoxExtension): Promise<void> {
  await expect.poll(() => keepsake.address(), patiently).toBe(keepsake.url('/welcome.html'));
}

/** The current tab or the popup. */
type Surface = Pick<FirefoxExtension | FirefoxPopup, 'run'>;

/** Selects a button by its text. */
export function button(words: string): string {
  return `//button[normalize-space()='${words}']`;
}

/** Waits until a surface shows the text. */
export async function expectWords(surface: Surface, words: string): Promise<void> {
  const seen = () => surface.run(() => document.body.innerText);
  await expect.poll(seen, patiently).toContain(words);
}

/** Sets up the service on this device on the welcome page with a first Memory. */
export async function settleIn(keepsake: FirefoxExtension, memory: string): Promise<void> {
  await keepsake.open('/welcome.html');
  await keepsake.click(button(en('connections_onDevice_action')));
  await keepsake.fill(
    `//label[normalize-space()='${en('settings_memories_label')}']//input`,
    memory,
  );
  await keepsake.click(button(en('common_create')));
  await expectWords(keepsake, en('welcome_ready_title'));
}

/** Opens the popup over the current page, clicks Save and returns the popup. */
export async function askToSave(keepsake: FirefoxExtension): Promise<FirefoxPopup> {
  const popup = await keepsake.openPopup();
  await popup.click(button(en('popup_save')));
  return popup;
}

/** Saves the current page with the popup and waits until the page is searchable. */
export async function saveByPopup(keepsake: FirefoxExtension): Promise<void> {
  const popup = await askToSave(keepsake);
  await expectWords(popup, en('outbox_searchable'));
  await popup.close();
}

/** Selects the paragraph of the current page with exactly this text. */
export function selectParagraph(keepsake: FirefoxExtension, words: string): Promise<void> {
  return keepsake.run((wanted) => {
    const paragraphs = [...document.querySelectorAll('p')];
    const paragraph = paragraphs.find(({ textContent }) => textContent === wanted);
    if (paragraph === undefined) throw new Error('No paragraph has this text.');
    getSelection()?.selectAllChildren(paragraph);
  }, words);
}

/** Waits until the popup over the current page reports one saved note. */
export async function expectNoteKept(keepsake: FirefoxExtension): Promise<void> {
  const popup = await keepsake.openPopup();
  await expectWords(popup, enPlural(1, 'outbox_highlight_kept'));
  await popup.close();
}

/** Searches in the side panel's page, opened in a tab, and waits for a passage. */
export async function search(keepsake: FirefoxExtension, words: string): Promise<void> {
  await keepsake.open('/sidepanel.html');
  // The panel reopens in its last view, which an earlier test in a shared browser may have changed.
  await keepsake.click('nav button[data-view=search]');
  await keepsake.fill('[data-view=search] input[type=search]', words);
  const isFound = () => keepsake.run(() => document.querySelector('article') !== null);
  await expect.poll(isFound, patiently).toBe(true);
}

/**
 * Returns the first passage in the panel: its full text, the person's own words if it is a note,
 * and the matched words.
 */
export function firstHit(keepsake: FirefoxExtension) {
  return keepsake.run(() => {
    const hit = document.querySelector('article');
    return {
      words: hit?.innerText ?? '',
      note: hit?.querySelector('[data-quoted]')?.textContent ?? null,
      marked: [...(hit?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent),
    };
  });
}

/** Opens the first passage and switches to the new tab. */
export async function openFirstHit(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.follow(() => keepsake.click('article h2 button'));
}

/** Waits until the browser has scrolled to the paragraph with the sentence. */
export async function expectAtPassage(keepsake: FirefoxExtension, sentence: string): Promise<void> {
  const isInView = () =>
    keepsake.run((wanted) => {
      const paragraphs = [...document.querySelectorAll('p')];
      const box = paragraphs
        .find(({ textContent }) => textContent.includes(wanted))
        ?.getBoundingClientRect();
      return scrollY > 0 && box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    }, sentence);
  await expect.poll(isInView, patiently).toBe(true);
}

/** Reads the outbox rows from an extension surface. */
export function storedItems(surface: Surface): Promise<OutboxItem[]> {
  return readStoredOutbox((read) => surface.run(read));
}

/** Opens the panel and returns the final state of the save for that address. */
export async function outcome(keepsake: FirefoxExtension, address: string): Promise<unknown> {
  await keepsake.open('/sidepanel.html');
  let state: unknown;
  await expect
    .poll(
      async () => {
        const items = await storedItems(keepsake);
        const item = items.find(({ source }) => source.url === address);
        state = item?.state;
        return item?.state.status;
      },
      { timeout: 90_000 },
    )
    .toMatch(/^(?:learned|refused|failed)$/);
  return state;
}
