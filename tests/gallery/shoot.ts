/**
 * Takes a screenshot of every gallery scene at its real sizes, in the light and dark themes, and
 * checks each with axe and for overflow. The tests in tests/surfaces check the English scenes
 * without screenshots. Usage: `node tests/gallery/shoot.ts [--forced] [--lang=ar] [part of a scene's
 * name]`. Screenshots go to screenshots/gallery; `--forced` uses forced colors, `--lang` another
 * language. KEEPSAKE_CHROMIUM names the browser. Exits with 1 if a scene has a serious or critical
 * violation, logs an error, or is wider than its window.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { headlessArgs } from '../browser/chromium.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { overflowsOf, perform, violationsOf, windowSizes } from './scene-page.ts';
import { type Scene, scenes } from './scenes.ts';
import { axeFile, serveGallery } from './serve.ts';

const folder = fileURLToPath(new URL('../../screenshots/gallery/', import.meta.url));
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const looks: Record<string, NonNullable<Parameters<Page['emulateMedia']>[0]>> = flags.has(
  '--forced',
)
  ? { forced: { forcedColors: 'active' } }
  : { light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' } };
/** The language of the screenshots, named like its messages folder. */
const language = [...flags].flatMap((flag) => /^--lang=(\w+)$/.exec(flag)?.[1] ?? [])[0] ?? 'en';
/** How many tabs to use in parallel; two keep two cores busy. */
const tabs = 2;
const chosen = scenes.filter(({ surface, name }) => `${surface}/${name}`.includes(wanted));

await mkdir(folder, { recursive: true });
const gallery = await serveGallery();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', ...headlessArgs, '--force-color-profile=srgb'],
});

// Both tabs take the next scene from this iterator, so that they finish at the same time.
const remaining = chosen.values();
let problems = 0;
try {
  await Promise.all(Array.from({ length: tabs }, shootRemaining));
} finally {
  await browser.close();
  await gallery.close();
}
console.log(`${chosen.length} scenes, ${problems} problems, ${folder}`);
process.exitCode = problems === 0 ? 0 : 1;

async function shootRemaining(): Promise<void> {
  const context = await browser.newContext({
    timezoneId: 'UTC',
    locale: language === 'en' ? 'en-GB' : language.replace('_', '-'),
  });
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => report(page.url(), message));
  page.on('console', (message) => {
    if (message.type() === 'error') report(page.url(), message.text());
  });
  for (const scene of remaining) {
    await shoot(page, scene);
    // Close pages that links opened: a page behind another is drawn only once a second.
    for (const other of context.pages()) if (other !== page) await other.close();
  }
  await context.close();
}

async function shoot(page: Page, scene: Scene): Promise<void> {
  const fullPage = scene.surface === 'welcome' || scene.surface === 'options';
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia(media);
    for (const size of windowSizes[scene.surface]) {
      const inLanguage = language === 'en' ? '' : `-${language}`;
      const name = `${scene.surface}-${scene.name}-${size.width}-${look}${inLanguage}`;
      await page.setViewportSize(size);
      await page.goto(`${gallery.address}?lang=${language}&scene=${scene.surface}/${scene.name}`);
      await page.locator('#root > *').waitFor();
      await perform(page, scene);
      // Wait for transitions, and in slow scenes for the clock to jump.
      await page.waitForTimeout(scene.laterBy === undefined ? 520 : 1_200);
      await page.screenshot({ path: `${folder}${name}.png`, fullPage });
      for (const overflow of await overflowsOf(page)) report(name, overflow);
    }
    await page.addScriptTag({ url: `${gallery.address}${axeFile}` });
    for (const violation of await violationsOf(page)) {
      report(`${scene.surface}-${scene.name}-${look}`, violation);
    }
  }
}

function report(where: string, problem: string): void {
  problems += 1;
  console.error(`${where}: ${problem}`);
}
