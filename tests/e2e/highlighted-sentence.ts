/**
 * The sentence for highlight tests, with functions that select it, save it and click its highlight as a person does.
 */
import { expect, type Page } from '@playwright/test';
import { selectByHand, untilClickable } from './closed-shadow-root.ts';

export const sentence = 'The keeper counted forty lanterns along the northern wall.';
export const paragraph = `<p>Before it came rain, and nobody slept. ${sentence} Then the fog lifted at last.</p>`;

export async function selectSentence(page: Page, words = sentence): Promise<void> {
  await page.bringToFront();
  await selectByHand(page, () => selectByScript(page, words));
}

export async function selectByScript(page: Page, wanted = sentence): Promise<void> {
  await page.evaluate((words) => {
    const letters = (text: string) => text.replace(/\s/g, '');
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode as Text);
    const points = nodes.flatMap((node) =>
      node.data.split('').map((letter, offset) => ({ node, letter, offset })),
    );
    const text = points.map(({ letter }) => letter).join('');
    const start = points[text.indexOf(words)];
    const end = points[text.indexOf(words) + words.length - 1];
    if (start === undefined || end === undefined || letters(text) === '')
      throw new Error('The words are not on the page.');
    getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
  }, wanted);
}

/** Clicks the start of the first highlight that is drawn under this name. */
export async function clickMark(page: Page, name = 'keepsake-highlight'): Promise<void> {
  const at = await page.evaluate((drawn) => {
    const [range] = CSS.highlights.get(drawn) ?? [];
    const { left = 0, top = 0 } = (range as Range | undefined)?.getClientRects()[0] ?? {};
    return { x: left + 4, y: top + 4 };
  }, name);
  await page.mouse.click(at.x, at.y);
}

/** Clicks the first button by position, because no script of a page can reach it. */
export async function pressKeep(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
  await untilClickable(page);
  const box = await page.evaluate(hostBox);
  if (box === null) throw new Error('The buttons are not shown.');
  await page.mouse.click(box.x + 26, box.y + box.height / 2);
}

/** Returns the position of the buttons' host; null while nothing is shown. */
export function hostBox(): { x: number; y: number; width: number; height: number } | null {
  const host = document.querySelector('html > div[popover]');
  if (host === null || getComputedStyle(host).visibility === 'hidden') return null;
  const { x, y, width, height } = host.getBoundingClientRect();
  return width === 0 ? null : { x, y, width, height };
}

export function marked(page: Page): Promise<string[]> {
  return page.evaluate(markedHere, 'keepsake-highlight');
}

/** Returns the text under each drawn highlight, without white space. */
export function markedHere(name: string): string[] {
  const drawn = CSS.highlights.get(name);
  return drawn === undefined
    ? []
    : Array.from(drawn, (range) => (range as Range).toString().replace(/\s/g, ''));
}
