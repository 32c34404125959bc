import { existsSync } from 'node:fs';

import { findOnPath, fromEnvironment } from './find-on-path.ts';
import { installWithApt } from './install.ts';

/** The environment variable with the path of the Firefox to test with. */
const FIREFOX_VARIABLE = 'KEEPSAKE_FIREFOX';

const USUAL_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
];

/**
 * Returns the path of a Firefox that Marionette can drive, and installs one if necessary. Ignores Playwright's own
 * Firefox: it is a patched build that treats extensions differently from a release.
 */
export async function findFirefox(): Promise<string> {
  const found = fromEnvironment(FIREFOX_VARIABLE) ?? installedFirefox();
  if (found) return found;

  const installed = (await installWithApt('firefox-esr')) ? installedFirefox() : undefined;
  if (installed) return installed;

  throw new Error(
    `No Firefox was found and none could be installed. Set ${FIREFOX_VARIABLE} to the path of a Firefox.`,
  );
}

function installedFirefox(): string | undefined {
  return findOnPath(['firefox', 'firefox-esr']) ?? USUAL_PLACES.find((place) => existsSync(place));
}
