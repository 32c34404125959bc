/** The built extension in its own Chromium, set up with a device service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type ChromiumExtension,
  type ChromiumOptions,
  launchChromium,
} from '../browser/chromium.ts';
import { settleIn } from '../browser/surfaces.ts';

export const extensionDir = '.output/chrome-mv3';

/** Calls `use` with the browser and a page of the extension; both are closed afterwards. */
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

/** Calls `use` with a folder that is removed afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
