/** Pictures of a page as it stands, in light and dark. */
import type { Page } from '@playwright/test';

export const looks = ['dark', 'light'] as const;
export type Look = (typeof looks)[number];

/** Part of the page; all that is in view where it is left out. */
export type Clip = { x: number; y: number; width: number; height: number };

/** A screen on which Chromium has room for the whole of a popup; without a display it takes a small one. */
export const roomyScreen = '--screen-info={1600x1200}';

/** Takes a picture in each look; the page is left light. */
export async function photograph(page: Page, clip?: Clip): Promise<Record<Look, Buffer>> {
  const take = async (colorScheme: Look) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    return page.screenshot(clip === undefined ? {} : { clip });
  };
  const dark = await take('dark');
  return { dark, light: await take('light') };
}

/** The colours of a surface change over the next frames; a picture taken at once shows half of it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await frame();
  });
}
