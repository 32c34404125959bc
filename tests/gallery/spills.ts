/** What sticks out of a page to the left or to the right, whichever way its lines run. */
import type { Page } from '@playwright/test';

/**
 * Names what a person would have to scroll sideways for, or could never reach, also where a part of the page scrolls and
 * not the page itself. What is cut on purpose is none of it.
 */
export function spillsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page, ${scrollWidth} px wide`] : [];
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      const words = sticksOut(box) ? box : textsIn(element).find(sticksOut);
      if (words === undefined) continue;
      const holder = words === box ? element.parentElement : element;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (!isCutBy(holder) && !isForEarsAlone(element)) {
        const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
        found.push(`${name}, from ${Math.round(words.left)} to ${Math.round(words.right)} px`);
      }
    }
    return found;

    function sticksOut({ left, right, width }: DOMRect): boolean {
      return width > 0 && (left < -1 || right > clientWidth + 1);
    }

    /** Words can be wider than the element they stand in. */
    function textsIn(element: Element): DOMRect[] {
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return [];
        const range = document.createRange();
        range.selectNode(node);
        return [range.getBoundingClientRect()];
      });
    }

    /** Ends in an ellipsis, or is the row of Memories, which is scrolled on purpose. */
    function isCutBy(holder: Element | null): boolean {
      for (let at = holder; at !== null; at = at.parentElement) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(at);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true;
        if (at.matches('.memory-filter, svg')) return true;
      }
      return false;
    }

    function isForEarsAlone(element: Element): boolean {
      return element.closest('.visually-hidden, [aria-live]') !== null;
    }
  });
}
