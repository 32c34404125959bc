/**
 * Draws every scene of the gallery in light and dark at its real sizes, takes a picture of each, and checks each with
 * axe. `node tests/gallery/shoot.ts [part of a scene's name]`; KEEPSAKE_CHROMIUM names the browser. Pictures go to
 * screenshots/gallery. Ends with 1 where a scene has a serious or critical violation, or spills over its window.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { findChromium } from './find-chromium.ts';
import { type Deed, type Scene, scenes, type Surface } from './scenes.ts';

const sizes: Record<Surface, readonly { width: number; height: number }[]> = {
  popup: [{ width: 380, height: 504 }],
  sidepanel: [
    { width: 320, height: 720 },
    { width: 400, height: 800 },
    { width: 700, height: 800 },
  ],
  welcome: [
    { width: 1280, height: 860 },
    { width: 420, height: 860 },
  ],
};
const schemes = ['light', 'dark'] as const;

const folder = fileURLToPath(new URL('../../screenshots/gallery/', import.meta.url));
const config = fileURLToPath(new URL('./vite.config.ts', import.meta.url));

const wanted = process.argv[2] ?? '';
const chosen = scenes.filter(({ surface, name }) => `${surface}/${name}`.includes(wanted));

await mkdir(folder, { recursive: true });
await build({ configFile: config });
const server = await preview({ configFile: config, preview: { port: 0 } });
const address = server.resolvedUrls?.local[0] ?? '';
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});

let troubles = 0;
try {
  for (const scheme of schemes) troubles += await shootAll(browser, scheme);
} finally {
  await browser.close();
  await server.close();
}
console.log(`${chosen.length} scenes, ${troubles} troubles, pictures in ${folder}`);
process.exitCode = troubles === 0 ? 0 : 1;

async function shootAll(within: Browser, colorScheme: (typeof schemes)[number]): Promise<number> {
  const context = await within.newContext({ colorScheme, timezoneId: 'UTC', locale: 'en-GB' });
  const page = await context.newPage();
  let found = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') {
      found += 1;
      console.error(`${page.url()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => {
    found += 1;
    console.error(`${page.url()}: ${error.message}`);
  });
  for (const scene of chosen) {
    for (const size of sizes[scene.surface]) {
      await page.setViewportSize(size);
      await play(page, scene);
      const name = `${scene.surface}-${scene.name}-${size.width}-${colorScheme}`;
      await page.screenshot({
        path: `${folder}${name}.png`,
        fullPage: scene.surface === 'welcome',
      });
      found += await check(page, name);
    }
  }
  await context.close();
  return found;
}

async function play(page: Page, scene: Scene): Promise<void> {
  await page.goto(`${address}?scene=${scene.surface}/${scene.name}`);
  await page.locator('#root > *').waitFor();
  for (const deed of scene.deeds ?? []) await doDeed(page, deed);
  // Past every transition and the clock of the slow scenes.
  await page.waitForTimeout(scene.laterBy === undefined ? 520 : 800);
}

async function doDeed(page: Page, deed: Deed): Promise<void> {
  if ('click' in deed) await page.locator(deed.click).first().click();
  else if ('fill' in deed) await page.locator(deed.fill[0]).fill(deed.fill[1]);
  else await page.keyboard.press(deed.press);
}

async function check(page: Page, name: string): Promise<number> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  for (const { id, nodes } of serious) {
    console.error(`${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    for (const { failureSummary } of nodes.slice(0, 2)) console.error(`   ${failureSummary}`);
  }
  for (const { id, impact, nodes } of violations) {
    if (impact === 'moderate' || impact === 'minor') {
      console.log(`${name}: (${impact}) ${id}: ${nodes[0]?.html.slice(0, 120)}`);
    }
  }
  const spills = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  if (spills) console.error(`${name}: wider than its window`);
  return serious.length + (spills ? 1 : 0);
}
