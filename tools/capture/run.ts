/** `npm run capture -- [--json] URL|FILE...`: shows what the extension would save for each page. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../tests/browser/find-chromium.ts';
import { isRoot } from '../../tests/browser/install.ts';
import { usage, wishOf } from './arguments.ts';
import { captureScript } from './capture-script.ts';
import { readPage } from './read-page.ts';
import { isFailed, readable, type Reading } from './reading.ts';

const wish = wishOf(process.argv.slice(2));
if (wish === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const script = captureScript();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    // Chromium's sandbox doesn't work as root. Set KEEPSAKE_NO_SANDBOX=1 on systems that deny it to other users too.
    chromiumSandbox: !isRoot() && process.env['KEEPSAKE_NO_SANDBOX'] !== '1',
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    for (const [at, address] of wish.addresses.entries()) {
      // One after another, so that each page is shown as soon as it's read and has the machine to itself.
      const reading = await readPage(browser, address, { script });
      if (isFailed(reading)) process.exitCode = 1;
      process.stdout.write(wish.isJson ? `${JSON.stringify(reading)}\n` : shown(reading, at));
    }
  } finally {
    await browser.close();
  }
}

function shown(reading: Reading, at: number): string {
  return `${at === 0 ? '' : `${'─'.repeat(40)}\n\n`}${readable(reading)}\n`;
}
