/** Operates a scene in a gallery page as a person does, and checks the page. */
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';
import type { FakeBridge } from './fake-bridge.ts';
import type { Step, Scene, Surface } from './scenes.ts';

declare global {
  var gallery: FakeBridge;
  var showScene: (name: string) => void;
}

/** The axe library, available in the page once its script has loaded. */
declare const axe: typeof Axe;

/** The window sizes each surface is shown in. */
export const windowSizes: Record<Surface, readonly [Size, ...(readonly Size[])]> = {
  popup: [{ width: 380, height: 576 }],
  sidepanel: [
    { width: 400, height: 800 },
    { width: 320, height: 720 },
    { width: 700, height: 800 },
  ],
  welcome: [
    { width: 1280, height: 860 },
    { width: 320, height: 720 },
  ],
  options: [
    { width: 1280, height: 860 },
    { width: 320, height: 720 },
    { width: 700, height: 860 },
  ],
};

type Size = { width: number; height: number };

/** The axe rules that can pass in one theme and fail in the other. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

export async function perform(page: Page, { steps = [] }: Scene): Promise<void> {
  for (const step of steps) await performOne(page, step);
}

async function performOne(page: Page, step: Step): Promise<void> {
  if ('click' in step) await page.locator(step.click).first().click();
  else if ('choose' in step) {
    const file = { name: 'keepsake-2026-11-20.jsonl', mimeType: '', buffer: Buffer.from('{}') };
    await page.locator(step.choose).setInputFiles(file);
  } else if ('tell' in step)
    await page.evaluate((event) => globalThis.gallery.tell(event), step.tell);
  else if ('select' in step) await page.locator(step.select[0]).selectOption(step.select[1]);
  else if ('fill' in step) await page.locator(step.fill[0]).fill(step.fill[1]);
  else await page.keyboard.press(step.press);
}

/** Describes each serious or critical violation of the named axe rules, or of all. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const chosenRules = runOnly === undefined ? {} : { runOnly: [...runOnly] };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // No rule used here needs the assets that axe would preload.
      preload: false,
      ...chosenRules,
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes: [node] }) =>
        [`${impact}: ${id}`, node?.html.slice(0, 160), node?.failureSummary].join('\n'),
      );
  }, rules);
}

/**
 * Lists elements that need sideways scrolling or can't be reached, even if only a part of the
 * page scrolls. Ignores text that is shortened on purpose.
 */
export function overflowsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page, ${scrollWidth} px wide`] : [];
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      const text = sticksOut(box) ? box : textsIn(element).find(sticksOut);
      if (text === undefined) continue;
      const container = text === box ? element.parentElement : element;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (!isCutBy(container) && !isForScreenReaders(element)) {
        const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
        found.push(`${name}, from ${Math.round(text.left)} to ${Math.round(text.right)} px`);
      }
    }
    return found;

    function sticksOut({ left, right, width }: DOMRect): boolean {
      return width > 0 && (left < -1 || right > clientWidth + 1);
    }

    /** Returns the boxes of the element's own texts, which may be wider than the element. */
    function textsIn(element: Element): DOMRect[] {
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return [];
        const range = document.createRange();
        range.selectNode(node);
        return [range.getBoundingClientRect()];
      });
    }

    /**
     * Returns whether the text is cut off on purpose: by an ellipsis, in the row of Memories, which scrolls, or in an SVG
     * image.
     */
    function isCutBy(container: Element | null): boolean {
      for (let at = container; at !== null; at = at.parentElement) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(at);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true;
        if (at.matches('.memory-filter, svg')) return true;
      }
      return false;
    }

    function isForScreenReaders(element: Element): boolean {
      return element.closest('.visually-hidden, [aria-live]') !== null;
    }
  });
}
