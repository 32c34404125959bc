/** What a capture could disturb in a page. */
import type { Page } from '@playwright/test';

/**
 * Every tree of the page as text, what its own observers and components saw where it keeps count of that (`seen`), and
 * where the person is in it.
 */
export async function pageState(page: Page) {
  return page.evaluate(() => {
    const htmlOf = (root: Document | ShadowRoot): string => {
      // Documents of frames are made by classes of their own.
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
