/**
 * Draws every scene of the gallery at its real sizes, takes a picture of each, and checks each with axe.
 *
 * `node tests/gallery/shoot.ts [--check] [--forced] [--lang=ar] [part of a scene's name]`. Pictures, light and dark, go to
 * screenshots/gallery; `--check` takes none, `--forced` takes them in forced colours, `--lang` in another language. KEEPSAKE_CHROMIUM names the
 * browser. Ends with 1 where a scene has a serious or critical violation, logs an error, or has something that sticks out of its window.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { findChromium } from '../browser/find-chromium.ts';
import { type Deed, type Scene, scenes, type Surface } from './scenes.ts';
import { axeFile, serveGallery } from './serve.ts';
import { spillsOf } from './spills.ts';

/** Of the page, once its script is there. */
declare const axe: typeof Axe;

const sizes: Record<Surface, readonly { width: number; height: number }[]> = {
  popup: [{ width: 380, height: 576 }],
  sidepanel: [
    { width: 400, height: 800 },
    { width: 320, height: 720 },
    { width: 700, height: 800 },
  ],
  welcome: [
    { width: 1280, height: 860 },
    { width: 320, height: 720 },
  ],
  options: [
    { width: 1280, height: 860 },
    { width: 320, height: 720 },
    { width: 700, height: 860 },
  ],
};

const folder = fileURLToPath(new URL('../../screenshots/gallery/', import.meta.url));
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const takesPictures = !flags.has('--check');
const looks: Record<string, NonNullable<Parameters<Page['emulateMedia']>[0]>> = flags.has(
  '--forced',
)
  ? { forced: { forcedColors: 'active' } }
  : { light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' } };
/** As the folder of its messages is called. */
const language = [...flags].flatMap((flag) => /^--lang=(\w+)$/.exec(flag)?.[1] ?? [])[0] ?? 'en';
/** On two cores, two at once. */
const tabs = 2;
const rulesOfColour = ['color-contrast', 'link-in-text-block'];
const chosen = scenes.filter(({ surface, name }) => `${surface}/${name}`.includes(wanted));

await mkdir(folder, { recursive: true });
const gallery = await serveGallery();
const executablePath = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});

let troubles = 0;
// Each tab takes the next scene from here, so that both end together.
const waiting = chosen.values();
try {
  const found = await Promise.all(Array.from({ length: tabs }, showInTurn));
  for (const each of found) troubles += each;
} finally {
  await browser.close();
  await gallery.close();
}
console.log(`${chosen.length} scenes, ${troubles} troubles${takesPictures ? `, ${folder}` : ''}`);
process.exitCode = troubles === 0 ? 0 : 1;

/** Shows scenes until none is left, and gives how many troubles they had. */
async function showInTurn(): Promise<number> {
  const context = await browser.newContext({
    reducedMotion: takesPictures ? 'no-preference' : 'reduce',
    timezoneId: 'UTC',
    locale: language === 'en' ? 'en-GB' : language.replace('_', '-'),
  });
  const page = await context.newPage();
  let found = 0;
  const report = (words: string) => {
    found += 1;
    console.error(`${page.url()}: ${words}`);
  };
  page.on('pageerror', ({ message }) => report(message));
  page.on('console', (message) => {
    if (message.type() === 'error') report(message.text());
  });
  for (const scene of waiting) {
    found += takesPictures ? await picture(page, scene) : await check(page, scene);
    // What a link opened stands in front; the page behind it would be drawn but once a second from then on.
    for (const other of context.pages()) if (other !== page) await other.close();
  }
  await context.close();
  return found;
}

async function picture(page: Page, scene: Scene): Promise<number> {
  const fullPage = scene.surface === 'welcome' || scene.surface === 'options';
  let found = 0;
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia(media);
    for (const size of sizes[scene.surface]) {
      const inLanguage = language === 'en' ? '' : `-${language}`;
      const name = `${scene.surface}-${scene.name}-${size.width}-${look}${inLanguage}`;
      await page.setViewportSize(size);
      await play(page, scene);
      await page.screenshot({ path: `${folder}${name}.png`, fullPage });
      found += await checkWidth(page, name);
    }
    found += await checkWithAxe(page, `${scene.surface}-${scene.name}-${look}`);
  }
  return found;
}

/** Plays the scene once: for another look or width, what is there is only drawn anew. */
async function check(page: Page, scene: Scene): Promise<number> {
  const [first] = sizes[scene.surface];
  if (first !== undefined) await page.setViewportSize(first);
  const [[firstLook, media] = ['', {}], ...others] = Object.entries(looks);
  await page.emulateMedia(media);
  await play(page, scene);
  // Colours are judged as they are in the end, not on their way there.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
  const name = `${scene.surface}-${scene.name}`;
  let found = await checkWithAxe(page, `${name}-${firstLook}`);
  for (const [look, otherMedia] of others) {
    await page.emulateMedia(otherMedia);
    found += await checkWithAxe(page, `${name}-${look}`, rulesOfColour);
  }
  for (const size of sizes[scene.surface]) {
    await page.setViewportSize(size);
    found += await checkWidth(page, `${name}-${size.width}`);
  }
  return found;
}

async function play(page: Page, scene: Scene): Promise<void> {
  await page.goto(`${gallery.address}?lang=${language}&scene=${scene.surface}/${scene.name}`);
  await page.locator('#root > *').waitFor();
  for (const deed of scene.deeds ?? []) await doDeed(page, deed);
  // Past the transitions, and past the clock of the slow scenes.
  const transitionsMs = takesPictures ? 520 : 50;
  await page.waitForTimeout(scene.laterBy === undefined ? transitionsMs : 1_200);
}

async function doDeed(page: Page, deed: Deed): Promise<void> {
  if ('click' in deed) await page.locator(deed.click).first().click();
  else if ('choose' in deed) {
    const file = { name: 'keepsake-2026-11-20.jsonl', mimeType: '', buffer: Buffer.from('{}') };
    await page.locator(deed.choose).setInputFiles(file);
  } else if ('tell' in deed)
    await page.evaluate((event) => globalThis.gallery.tell(event), deed.tell);
  else if ('select' in deed) await page.locator(deed.select[0]).selectOption(deed.select[1]);
  else if ('fill' in deed) await page.locator(deed.fill[0]).fill(deed.fill[1]);
  else await page.keyboard.press(deed.press);
}

/** All rules are asked, or those that are named. */
async function checkWithAxe(page: Page, name: string, rules?: string[]): Promise<number> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.addScriptTag({ url: `${gallery.address}${axeFile}` });
  }
  const violations = await page.evaluate(async (runOnly) => {
    const chosenRules = runOnly === undefined ? {} : { runOnly };
    const found = await axe.run(document, { resultTypes: ['violations'], ...chosenRules });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      markup: nodes[0]?.html.slice(0, 160),
      summary: nodes[0]?.failureSummary,
    }));
  }, rules);
  for (const { id, impact, markup, summary } of violations) {
    console.error(`${name}: ${impact}: ${id}: ${markup}`);
    console.error(`   ${summary}`);
  }
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').length;
}

async function checkWidth(page: Page, name: string): Promise<number> {
  const [first, ...others] = await spillsOf(page);
  if (first === undefined) return 0;
  console.error(`${name}: ${first} sticks out, and ${others.length} more`);
  return 1;
}
