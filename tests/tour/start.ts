/** `npm start`: opens a browser with Keepsake, or runs a headless tour if there is no display. */
import { launchChromium } from '../browser/chromium.ts';
import { takeTour } from './tour.ts';

const extensionDir = '.output/chrome-mv3';
/** The browser's profile, which is kept between starts. */
const profileDir = '.profile';

const hasDisplay =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (process.env[name] ?? '') !== '');

if (hasDisplay && !process.argv.includes('--tour')) {
  const browser = await launchChromium({
    extensionDir,
    profileDir,
    headless: false,
    language: null,
  });
  await browser.openExtensionPage('/welcome.html');
  console.log('Keepsake is loaded. Close the browser to end.');
  await browser.context.waitForEvent('close', { timeout: 0 });
} else {
  console.log('No display found, so here is a tour without one.');
  await takeTour({ extensionDir, screenshotDir: 'screenshots' });
}
