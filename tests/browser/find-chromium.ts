import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

import { findOnPath, fromEnvironment } from './find-on-path.ts';
import { installWithApt, installWithPlaywright } from './install.ts';

/** The environment variable with the path of the Chromium to test with. */
const CHROMIUM_VARIABLE = 'KEEPSAKE_CHROMIUM';

/**
 * Returns the path of a Chromium that can load an unpacked extension, and installs one if
 * necessary. Ignores Google Chrome and Microsoft Edge: since version 137 the branded builds ignore
 * `--load-extension`, so the tests would run without the extension.
 */
export async function findChromium(): Promise<string> {
  const found = fromEnvironment(CHROMIUM_VARIABLE) ?? installedChromium();
  if (found) return found;

  const isInstalled =
    (await installWithPlaywright('chromium')) || (await installWithApt('chromium'));
  const installed = isInstalled ? installedChromium() : undefined;
  if (installed) return installed;

  throw new Error(
    `No Chromium was found and none could be installed. Set ${CHROMIUM_VARIABLE} to the path of ` +
      'a Chromium (not Google Chrome or Edge: they no longer load unpacked extensions from the command line).',
  );
}

function installedChromium(): string | undefined {
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : findOnPath(['chromium', 'chromium-browser']);
}
