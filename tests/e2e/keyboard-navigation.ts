/** Moves through a page by Tab, without a pointer, and checks that focus is visible at every stop. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The maximum number of presses. No surface has this many stops, so after that focus is looping. */
const mostPresses = 60;

/**
 * Presses Tab or Shift+Tab until the control has focus, and checks that each stop is visible. Fails
 * after 60 presses and lists the stops.
 */
export async function tabTo(
  page: Page,
  goal: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(goal).toBeAttached();
  const stops: string[] = [];
  for (let presses = 0; presses <= mostPresses; presses += 1) {
    const hasFocus = await goal.evaluateAll((found) =>
      found.some((element) => element === document.activeElement),
    );
    if (hasFocus) return expectFocusSeen(page);
    if (presses > 0) await expectFocusSeen(page);
    stops.push(await focusedIn(page));
    await page.keyboard.press(key);
  }
  throw new Error(`${key} doesn't reach ${goal.toString()}. It reaches:\n${stops.join('\n')}`);
}

export async function tabAndPress(page: Page, goal: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press(key);
}

/** Replaces the text of the focused field. */
export async function writeAnew(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/**
 * Expects this element to have focus within its page. Doesn't check that the page itself has focus: a side panel may
 * lose focus to the web page and still receive the driver's keys.
 */
export async function expectFocusOn(goal: Locator): Promise<void> {
  const hasFocus = () => goal.evaluate((element) => element === document.activeElement);
  await expect.poll(hasFocus, { message: `The focus is on ${goal.toString()}.` }).toBe(true);
}

/** Expects the focused element, or one that contains it, to be outlined and in view. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const unseen = async () =>
    page.evaluate(() => {
      const active = document.activeElement;
      // Between the last stop and the first, the browser itself has focus.
      if (active === null || active === document.body) return null;
      const around = [active, active.parentElement, active.parentElement?.parentElement];
      const card = active.closest('article, li, label');
      const isOutlined = [...around, card].some((element) => {
        if (element == null || element === document.body) return false;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        return (
          outlineStyle !== 'none' &&
          Number.parseFloat(outlineWidth) >= 1 &&
          outlineColor !== 'rgba(0, 0, 0, 0)'
        );
      });
      const { top, bottom, left, right } = active.getBoundingClientRect();
      const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      if (isOutlined && isInSight) return null;
      return `${isOutlined ? 'out of sight' : 'not outlined'}: ${active.outerHTML.slice(0, 200)}`;
    });
  // Scrolling may take a moment.
  await expect.poll(unseen, { message: 'The focus is visible.', timeout: 2_000 }).toBeNull();
}

function focusedIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : null;
    const words = (label ?? activeElement)?.textContent ?? '';
    const name = activeElement?.getAttribute('aria-label') ?? words;
    return `<${activeElement?.tagName.toLowerCase()}> ${name.trim().slice(0, 60)}`;
  });
}
