/** Reads everything in a page that a capture could change. */
import type { Page } from '@playwright/test';

/**
 * Returns the page's markup with its shadow roots and frames, what its own observers and components recorded (`seen`),
 * and its focus, selection and scroll position.
 */
export async function pageState(page: Page) {
  return page.evaluate(() => {
    const htmlOf = (root: Document | ShadowRoot): string => {
      // Don't use `instanceof` here: a frame's document is an instance of the frame's own classes.
      const own = 'documentElement' in root ? root.documentElement.outerHTML : root.innerHTML;
      const inner = Array.from(root.querySelectorAll('*'), (element) => {
        const frame =
          element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement
            ? element.contentDocument
            : null;
        const tree = element.shadowRoot ?? frame;
        return tree === null ? '' : htmlOf(tree);
      });
      return own + inner.join('');
    };
    const seen = (globalThis as unknown as { seen?: () => unknown }).seen?.();
    const focused = document.activeElement?.id;
    const selected = String(document.getSelection());
    return { html: htmlOf(document), seen, focused, selected, scrolled: window.scrollY };
  });
}
