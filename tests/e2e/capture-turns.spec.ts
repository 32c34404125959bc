/** Tests that a capture yields to the page regularly, so the page stays responsive. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { largePages } from '../extraction/large-pages.ts';
import { openWorld } from '../extraction/isolated-world.ts';
import { markdownIn, test } from './isolated-capture.ts';

const script = join(import.meta.dirname, '../../.output/chrome-mv3/capture-page.js');

/** Simulates the page's own work: posts one message after another and counts the messages during the capture. */
const work = `
  globalThis.turns = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (document.documentElement.hasAttribute('data-reading')) globalThis.turns++;
    port2.postMessage(0);
  };
  port2.postMessage(0);`;

/** Far fewer turns than the page gets on any computer. A capture that never yields gives the page none. */
const fewestTurns = 3;

for (const [name, html] of largePages.filter(([each]) => /table|comments/.test(each))) {
  test(`yields while it reads a page of 1 MB: ${name}`, async ({ plainPage }) => {
    await plainPage.setContent(html);
    await plainPage.evaluate(work);
    const { evaluate } = await openWorld(plainPage, 'capture', '0');

    const isRead = await evaluate<boolean>(`(async () => {
      const root = document.documentElement;
      root.setAttribute('data-reading', '');
      const result = await (0, eval)(${JSON.stringify(await readFile(script, 'utf8'))});
      root.removeAttribute('data-reading');
      return result.ok;
    })()`);

    expect(isRead).toBe(true);
    expect(await plainPage.evaluate<number>('turns')).toBeGreaterThanOrEqual(fewestTurns);
  });
}

/** Writes a rising count into the page's first and last paragraphs during its first 40 turns. */
const counting = `
  let count = 0;
  const ends = [document.querySelector('p'), document.querySelector('p:last-of-type')];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (++count > 40) return;
    for (const end of ends) end.firstChild.data = 'In turn ' + count + ' the ice was cut and drawn by ';
    setTimeout(() => port2.postMessage(0), 5);
  };
  port2.postMessage(0);`;

test('reads one snapshot of a 1 MB page that changes during the copy', async ({ plainPage }) => {
  const [, html = ''] = largePages.find(([name]) => name === 'long article') ?? [];
  await plainPage.setContent(html);
  await plainPage.evaluate(counting);

  const text = await markdownIn(plainPage);

  const [first, last, ...more] = text.match(/In turn \d+ the ice/g) ?? [];
  expect(first).toBeDefined();
  expect(last).toBe(first);
  expect(more).toEqual([]);
});
