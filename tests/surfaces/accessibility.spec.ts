/**
 * Checks every gallery scene: accessible in the light and dark themes, no wider than its window,
 * and without errors.
 */
import { expect, type Page, test as base } from '@playwright/test';
import {
  colorRules,
  overflowsOf,
  perform,
  violationsOf,
  windowSizes,
} from '../gallery/scene-page.ts';
import { type Scene, scenes } from '../gallery/scenes.ts';
import { axeFile } from '../gallery/serve.ts';
import { addressOf } from './surface-test.ts';

type Gallery = {
  page: Page;
  /** Returns what the page has logged or thrown since the last call. */
  takeErrors: () => string[];
};

const test = base.extend<object, { gallery: Gallery }>({
  // One page for all scenes of a worker: loading it takes longer than checking a scene.
  gallery: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
        locale: 'en-GB',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      let errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(addressOf(nameOf(scenes[0])));
      await page.addScriptTag({ url: new URL(axeFile, page.url()).href });
      // Turn transitions off, so that axe judges the final colors.
      await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' });
      await use({
        page,
        takeErrors: () => {
          const taken = errors;
          errors = [];
          return taken;
        },
      });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

test.afterEach(async ({ gallery: { page } }) => {
  // Close pages that links opened: a page behind another is drawn only once a second.
  for (const other of page.context().pages()) if (other !== page) await other.close();
});

for (const scene of scenes) {
  test(`${nameOf(scene)} is accessible and fits its window`, async ({ gallery }) => {
    const { page } = gallery;
    const [first, ...others] = windowSizes[scene.surface];
    await page.setViewportSize(first);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate((name) => globalThis.showScene(name), nameOf(scene));
    await page.locator('#root > *').waitFor();
    await perform(page, scene);
    await settle(page, scene);

    expect.soft(await violationsOf(page), 'in the light theme').toEqual([]);
    expect.soft(await overflowsOf(page), `at ${first.width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await violationsOf(page, colorRules), 'in the dark theme').toEqual([]);
    for (const size of others) {
      await page.setViewportSize(size);
      expect.soft(await overflowsOf(page), `at ${size.width} px`).toEqual([]);
    }
    expect.soft(gallery.takeErrors(), 'errors').toEqual([]);
  });
}

function nameOf(scene: Scene | undefined): string {
  return `${scene?.surface}/${scene?.name}`;
}

/** Waits until the page stops changing; a scene with a fast clock also shows delayed content. */
function settle(page: Page, { laterBy }: Scene): Promise<void> {
  const quietMs = laterBy === undefined ? 50 : 1_200;
  return page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, ms);
        // Limits the wait for content that changes constantly, such as a countdown.
        const longest = setTimeout(done, 1_500);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, ms);
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        function done() {
          observer.disconnect();
          clearTimeout(timer);
          clearTimeout(longest);
          resolve();
        }
      }),
    quietMs,
  );
}
