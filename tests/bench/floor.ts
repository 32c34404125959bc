/**
 * The smallest extension page: one button drawn by one line of script, without React, styles or
 * messages. Its opening time is Chromium's own overhead.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { openPopup } from '../browser/chromium-action.ts';

export const floorSelector = '#floor';
const popupPath = 'floor.html';

/** Writes the extension into the folder and returns its id. */
export async function writeFloor(folder: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const manifest = {
    manifest_version: 3,
    name: 'Floor',
    version: '1',
    key: key.toString('base64'),
    action: { default_popup: popupPath },
  };
  const html = '<!doctype html><meta charset="utf-8"><body><script src="floor.js"></script>';
  const script = `document.body.append(Object.assign(document.createElement('button'), { id: 'floor', textContent: 'Save' }));`;
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, popupPath), html);
  await writeFile(join(folder, 'floor.js'), script);
  return idOf(key);
}

/**
 * Returns the extension's id as Chromium derives it: the first half of the key's SHA-256 hash, in the letters a to p.
 */
function idOf(key: Buffer): string {
  const hex = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return hex.replace(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}

/** Returns functions that open the page the way Keepsake's surfaces open, in the same browser. */
export async function openFloor({ context }: ChromiumExtension, extensionId: string) {
  const browserCdp = await context.browser()?.newBrowserCDPSession();
  if (browserCdp === undefined) throw new Error('This Chromium has no browser session.');
  const session = { context, browserCdp, extensionId, popupPath };
  return {
    popup: (page: Page): Promise<Page> => openPopup(session, page),
    async tab(): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${extensionId}/${popupPath}`);
      return page;
    },
  };
}
