/** The built extension in its own Chromium, set up with the service on this device; and Chromium without it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import {
  type ChromiumExtension,
  type ChromiumOptions,
  launchChromium,
  launchOptions,
} from '../browser/chromium.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { settleIn } from '../browser/surfaces.ts';

export const extensionDir = '.output/chrome-mv3';

/** Calls `use` with the browser and an extension page, and closes both afterwards. */
export async function withKeepsake<T>(
  use: (keepsake: ChromiumExtension, asker: Page) => Promise<T>,
  options: Partial<ChromiumOptions> = {},
): Promise<T> {
  const keepsake = await launchChromium({ extensionDir, ...options });
  try {
    await (await settleIn(keepsake, 'Reading')).close();
    return await use(keepsake, await keepsake.openExtensionPage('/welcome.html'));
  } finally {
    await keepsake.close();
  }
}

/** Calls `use` with a Chromium that has no extension, and closes it afterwards. */
export function withPlainChromium<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions(),
      executablePath: await findChromium(),
    });
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  });
}

/** Calls `use` with a temporary folder and removes it afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}
