/** Takes screenshots of a page in its current state, in the light and dark themes. */
import type { Page } from '@playwright/test';

export const looks = ['dark', 'light'] as const;
export type Look = (typeof looks)[number];

/** The part of the page to capture. */
export type Clip = { x: number; y: number; width: number; height: number };

/** A screen large enough for a whole popup; Chromium's default screen without a display is too small. */
export const roomyScreen = '--screen-info={1600x1200}';

/** Takes a screenshot in each theme and leaves the page light. */
export async function photograph(page: Page, clip?: Clip): Promise<Record<Look, Buffer>> {
  const take = async (colorScheme: Look) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    return page.screenshot(clip === undefined ? {} : { clip });
  };
  const dark = await take('dark');
  return { dark, light: await take('light') };
}

/** Waits for the colors to change, which takes a few frames. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await frame();
  });
}
