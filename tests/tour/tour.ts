/** Runs the main journey headless on a local page, and prints each step and takes its screenshot. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { launchChromium } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { servePages } from '../browser/serve.ts';
import {
  firstHit,
  keepSelection,
  openHit,
  saveByPopup,
  searchFromPopup,
  selectWords,
  settleIn,
  visit,
} from '../browser/surfaces.ts';
import { marked } from '../e2e/highlighted-sentence.ts';
import { en } from '../english.ts';
import { longArticle } from '../fixtures/long-article.ts';
import { looks, photograph, roomyScreen } from './photograph.ts';

export type TourOptions = { extensionDir: string; screenshotDir: string };

/** Runs the tour; throws if a step fails. */
export async function takeTour({ extensionDir, screenshotDir }: TourOptions): Promise<void> {
  await mkdir(screenshotDir, { recursive: true });
  const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-tour-'));
  const html = await readFile(join(import.meta.dirname, '../fixtures', longArticle.file), 'utf8');
  const site = await servePages({ '/article': html });
  const { saved, highlighted } = longArticle;
  const step = createSteps(screenshotDir);
  const starting = { extensionDir, profileDir, extraArgs: [roomyScreen] };
  let keepsake = await launchChromium(starting);
  try {
    await step('Set up the service on this device with a first Memory', async (show) => {
      await show('welcome', await settleIn(keepsake, 'Reading'));
    });
    const article = await visit(keepsake, `${site.origin}/article`);
    await step(`Saved from the popup and indexed: ${longArticle.title}`, async (show) => {
      await show('popup', await saveByPopup(keepsake, article));
    });
    await step('Highlighted a sentence and saved it as a note by keyboard', async (show) => {
      await selectWords(article, highlighted.sentence);
      await keepSelection(keepsake, article);
      // The selection would hide the highlight below it.
      await article.evaluate(() => getSelection()?.removeAllRanges());
      await expect.poll(() => marked(article)).toHaveLength(1);
      await show('highlight', article);
    });
    await keepsake.close();
    keepsake = await launchChromium(starting);
    const later = await visit(keepsake, `${site.origin}/article`);
    const panel = await searchFromPopup(keepsake, later, saved.words);
    await step(`Restarted the browser and found it by “${saved.words}”`, async (show) => {
      await expect(firstHit(panel)).toContainText(saved.sentence);
      await show('side-panel', panel);
    });
    // A result opens in a new tab only if no tab shows its page.
    await later.close();
    await step('Opened the page at the passage', async (show) => {
      const opened = await openHit(keepsake, firstHit(panel));
      await expect(opened.getByText(saved.sentence.slice(0, 40))).toBeInViewport();
      await show('passage', opened);
    });
    await step(`Found the highlighted sentence by “${highlighted.words}”`, async (show) => {
      await panel.getByRole('combobox', { name: en('search_search') }).fill(highlighted.words);
      await expect(firstHit(panel)).toContainText(highlighted.sentence);
      await show('side-panel-note', panel);
    });
    console.log(`\nDone. The pictures are in ${screenshotDir}/, each in light and dark.`);
  } finally {
    await keepsake.close();
    await site.close();
    await removeFolder(profileDir);
  }
}

type Show = (name: string, page: Page) => Promise<void>;

/** Returns a function that runs a step, and then prints its number and duration. */
function createSteps(screenshotDir: string) {
  let number = 0;
  return async (say: string, act: (show: Show) => Promise<void>): Promise<void> => {
    number += 1;
    const startedAt = performance.now();
    await act(async (name, page) => {
      const pictures = await photograph(page);
      for (const look of looks) {
        await writeFile(join(screenshotDir, `${number}-${name}-${look}.png`), pictures[look]);
      }
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${number}. ${say} (${seconds} s)`);
  };
}
