/**
 * Renders the toolbar's icons in public/icon from the logo. Run again after the logo changes: `node
 * tests/gallery/render-icons.ts`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';

const folder = new URL('../../public/icon/', import.meta.url);
const sizes = [16, 32, 48, 96, 128] as const;

/** The icon at 16 px, with every straight edge on a pixel; otherwise the gap between the halves would blur. */
const tiny = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">
  <path fill="#2e8068" d="M7 .5v15a7 7.5 0 0 1 0-15z"/>
  <path fill="#e9ad2b" d="M9 .5A7 7.5 0 0 1 16 8v7.5l-3.5-3-3.5 3z"/>
</svg>`;

const mark = await readFile(new URL('keepsake.svg', folder), 'utf8');
const executablePath = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
const page = await browser.newPage();
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${size === 16 ? tiny : mark}`,
  );
  await page.screenshot({
    path: fileURLToPath(new URL(`${size}.png`, folder)),
    omitBackground: true,
  });
}
await browser.close();
