/** Everything a capture could change in a page. */
import type { Page } from '@playwright/test';

/**
 * Returns every tree of the page as text, what its own observers and components recorded (`seen`),
 * and the person's position in it.
 */
export async function pageState(page: Page) {
  return page.evaluate(() => {
    const htmlOf = (root: Document | ShadowRoot): string => {
      // Frame documents have their own classes.
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
