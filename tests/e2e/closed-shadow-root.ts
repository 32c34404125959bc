/** What stands in a closed shadow root, which no selector reaches: found and clicked as a person would. */
import { expect, type Page } from '@playwright/test';

type DomNode = {
  nodeName: string;
  backendNodeId: number;
  nodeValue: string;
  /** Names and values by turns. */
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
  /** Of a frame. */
  contentDocument?: DomNode;
};

/** Clicks the button with these words, once it is there. */
export async function clickInBox(page: Page, words: string): Promise<void> {
  await middleOfButton(page, words);
  // Looked up once more where it has come to stand: a box moves with its words, and as its own words change.
  await untilClickable(page);
  const { x, y } = await middleOfButton(page, words);
  await page.mouse.click(x, y);
}

/** Where the button with these words is in the viewport, once it is there. */
export async function middleOfButton(page: Page, words: string): Promise<{ x: number; y: number }> {
  const cdp = await page.context().newCDPSession(page);
  try {
    let at = { x: 0, y: 0 };
    await expect(async () => {
      const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
      const found = shadowNodes(root as DomNode).find(
        (node) => node.nodeName === 'BUTTON' && textOf(node).includes(words),
      );
      expect(found, `a button “${words}”`).toBeDefined();
      const { model } = await cdp.send('DOM.getBoxModel', {
        backendNodeId: found?.backendNodeId ?? 0,
      });
      const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
      at = { x: (left + right) / 2, y: (top + bottom) / 2 };
    }).toPass({ timeout: 10_000 });
    return at;
  } finally {
    await cdp.detach();
  }
}

/** A box that has only just come to its place, or in sight, hears no click; one that stays hidden is waited for a while. */
export async function untilClickable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const host = document.querySelector('html > div[popover]');
    const place = () => JSON.stringify(host?.getBoundingClientRect() ?? null);
    const longest = performance.now() + 3000;
    let last = place();
    let since = performance.now();
    // Of the second version, which tells of what lies over an element.
    const tracking: IntersectionObserverInit & { trackVisibility: true; delay: 100 } = {
      trackVisibility: true,
      delay: 100,
    };
    const observer = new IntersectionObserver(() => (since = performance.now()), tracking);
    if (host !== null) observer.observe(host);
    while (performance.now() - since < 500 && performance.now() < longest) {
      await new Promise(requestAnimationFrame);
      if (place() === last) continue;
      last = place();
      since = performance.now();
    }
    observer.disconnect();
  });
}

/** Has a script select while the mouse is pressed: to the page that is the person's own selection. */
export async function selectByHand(page: Page, select: () => Promise<void>): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.down();
  await select();
  // The browser tells of a selection a moment later.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await page.mouse.up();
}

/** Waits until these words stand in the box. */
export async function expectInBox(page: Page, words: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await expect(async () => {
      const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
      expect(
        shadowNodes(root as DomNode)
          .map(textOf)
          .join('\n'),
      ).toContain(words);
    }).toPass({ timeout: 10_000 });
  } finally {
    await cdp.detach();
  }
}

/** All that stands below any shadow root and can be seen: what is inert is not. */
function shadowNodes(node: DomNode, isInside = false): DomNode[] {
  if (node.attributes?.includes('inert') === true) return [];
  const below = [
    ...(node.children ?? []).flatMap((child) => shadowNodes(child, isInside)),
    ...(node.contentDocument === undefined ? [] : shadowNodes(node.contentDocument, isInside)),
    ...(node.shadowRoots ?? []).flatMap((root) => shadowNodes(root, true)),
  ];
  return isInside ? [node, ...below] : below;
}

/** The words, which are drawn from an attribute. */
function textOf({ nodeValue, attributes = [], children = [] }: DomNode): string {
  if (attributes.includes('inert')) return '';
  const at = attributes.indexOf('data-words');
  const drawn = at === -1 ? '' : (attributes[at + 1] ?? '');
  return nodeValue + drawn + children.map(textOf).join('');
}
