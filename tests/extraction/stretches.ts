/** Measures how long large pages have to wait for a capture at a stretch, by the beat of the pages themselves. */
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';
import { openWorld } from './isolated-world.ts';
import { largePages } from './large-pages.ts';
import { scriptForPages } from './script-for-pages.ts';

/** A page's own work: messages to itself, one after the other, as nothing else is let in at once. */
const beat = `
  globalThis.longest = 0;
  globalThis.turns = 0;
  let last = performance.now();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    if (globalThis.longest < now - last) globalThis.longest = now - last;
    globalThis.turns++;
    last = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);`;

/** Prints, for pages of 1 MB of several makes, the longest time between two turns of the page; also on a slow device. */
export async function measureStretches(): Promise<void> {
  const script = await scriptForPages('engines/keepsake.ts');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  for (const slowness of [1, 4]) {
    console.log(
      `\nLongest stretch in pages of 1 MB${slowness === 1 ? '' : `, ${slowness} times slower`}`,
    );
    for (const [name, html] of largePages) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, or each would be measured along with another
      const tab = await browser.newPage();
      // oxlint-disable-next-line no-await-in-loop
      console.log(`${name.padEnd(20)} ${await stretchOf(tab, { html, script, slowness })}`);
      // oxlint-disable-next-line no-await-in-loop
      await tab.close();
    }
  }
  await browser.close();
}

async function stretchOf(
  tab: Page,
  { html, script, slowness }: { html: string; script: string; slowness: number },
): Promise<string> {
  await tab.setContent(html);
  await tab.screenshot();
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const { evaluate, loadMs } = await openWorld(tab, 'keepsake', script);
  await tab.evaluate(beat);
  const { ms, text } = await evaluate<{ ms: number; text: string }>('readPage()');
  const { longest, turns } = await tab.evaluate<{ longest: number; turns: number }>(
    '({ longest, turns })',
  );
  return (
    `${longest.toFixed(0).padStart(5)} ms, ${turns} turns in ${ms.toFixed(0)} ms` +
    ` (loading ${loadMs.toFixed(0)} ms, ${text.length} letters)`
  );
}
