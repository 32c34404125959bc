/** `npm start`: a browser with Keepsake in it; where there is no display, a tour of the main job that shows itself. */
import { launchChromium } from '../browser/chromium.ts';
import { takeTour } from './tour.ts';

const extensionDir = '.output/chrome-mv3';
/** Kept between starts, so that what was saved is there again. */
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
  console.log('There is no display here, so this is a tour without one.');
  await takeTour({ extensionDir, screenshotDir: 'screenshots' });
}
