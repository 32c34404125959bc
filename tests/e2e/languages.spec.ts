/** Tests that every surface uses the browser's language, and English if Keepsake doesn't support it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import * as z from 'zod/mini';
import { launchChromium } from '../browser/chromium.ts';
import { test } from './shared-browsers.ts';

const root = join(import.meta.dirname, '../..');
const messagesSchema = z.record(z.string(), z.object({ message: z.string() }));

for (const { language, messages, lang, dir } of [
  { language: 'ar', messages: 'ar', lang: 'ar', dir: 'rtl' },
  { language: 'de', messages: 'de', lang: 'de', dir: 'ltr' },
  { language: 'pt-PT', messages: 'pt_BR', lang: 'pt', dir: 'ltr' },
  { language: 'fi', messages: 'en', lang: 'en', dir: 'ltr' },
]) {
  test(`shows ${messages} words in a browser set to ${language}`, async () => {
    const path = join(root, `public/_locales/${messages}/messages.json`);
    const words = messagesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const browser = await launchChromium({
      extensionDir: join(root, '.output/chrome-mv3'),
      language,
    });

    const welcome = await browser.openExtensionPage('/welcome.html');

    await expect(welcome.locator('html')).toHaveAttribute('lang', lang);
    await expect(welcome.locator('html')).toHaveAttribute('dir', dir);
    await expect(welcome).toHaveTitle(words['welcome_pageTitle']?.message ?? '');
    await expect(
      welcome.getByRole('button', { name: words['connections_onDevice_action']?.message ?? '' }),
    ).toBeVisible();
    await browser.close();
  });
}
