/** Measures how long a capture blocks large and hostile pages without yielding. */
import { chromium } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';
import { hostilePages } from '../fixtures/hostile-pages.ts';
import { openWorld } from './isolated-world.ts';
import { largePages } from './large-pages.ts';
import { longestTasks } from './longest-tasks.ts';
import { scriptForPages } from './script-for-pages.ts';

/** Prints the longest tasks of the page's thread while each page is captured. */
export async function measureStretches(): Promise<void> {
  const script = await scriptForPages('engines/keepsake.ts');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  console.log('\nLongest stretches in large pages, ms of the processor');
  const large = largePages.map(([name, html]) => ({ name, html: () => html }));
  for (const { name, html } of [...large, ...hostilePages]) {
    const tab = await browser.newPage();
    await tab.setContent(html(), { timeout: 0 });
    const { evaluate } = await openWorld(tab, 'keepsake', script);
    // Parallel runs would slow each other down.
    const { tasks } = await longestTasks(browser, tab, async () => evaluate('readPage()'));
    await tab.close();
    const longest = tasks.slice(0, 3).map((ms) => ms.toFixed(0));
    const all = tasks.reduce((sum, ms) => sum + ms, 0);
    console.log(`${name.padEnd(40)} ${longest.join(', ')} of ${all.toFixed(0)}`);
  }
  await browser.close();
}
