/** Finds and clicks elements in a closed shadow root, which no selector reaches. */
import { expect, type Frame, type Page } from '@playwright/test';

type DomNode = {
  nodeName: string;
  backendNodeId: number;
  nodeValue: string;
  /** Alternating names and values. */
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
  /** The document inside a frame element. */
  contentDocument?: DomNode;
};

/** Clicks the button with this text once it appears. */
export async function clickInBox(page: Page, words: string): Promise<void> {
  await middleOfButton(page, words);
  // Look up the button again once the box has settled: the box moves with the selected words and when its own text
  // changes.
  await untilClickable(page);
  const { x, y } = await middleOfButton(page, words);
  await page.mouse.click(x, y);
}

/** Returns the center of the button with this text in the viewport, once it appears. */
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
    }).toPass({ timeout: 30_000 });
    return at;
  } finally {
    await cdp.detach();
  }
}

/** Waits until the box accepts clicks, which it ignores right after moving or becoming visible; at most 3 s. */
export async function untilClickable(holder: Page | Frame): Promise<void> {
  await holder.evaluate(async () => {
    const host = document.querySelector('html > div[popover]');
    const place = () => JSON.stringify(host?.getBoundingClientRect() ?? null);
    const longest = performance.now() + 3000;
    let last = place();
    let since = performance.now();
    // Version 2 of the API reports when something covers an element.
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

/** Runs a script that selects text while the mouse is down, so that the selection counts as the person's own. */
export async function selectByHand(page: Page, select: () => Promise<void>): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.down();
  await select();
  // The browser reports a selection a moment later.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await page.mouse.up();
}

/** Waits until the box shows this text. */
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
    }).toPass({ timeout: 30_000 });
  } finally {
    await cdp.detach();
  }
}

/** Returns every visible node below a shadow root, except inert ones. */
function shadowNodes(node: DomNode, isInside = false): DomNode[] {
  if (node.attributes?.includes('inert') === true) return [];
  const below = [
    ...(node.children ?? []).flatMap((child) => shadowNodes(child, isInside)),
    ...(node.contentDocument === undefined ? [] : shadowNodes(node.contentDocument, isInside)),
    ...(node.shadowRoots ?? []).flatMap((root) => shadowNodes(root, true)),
  ];
  return isInside ? [node, ...below] : below;
}

/** Returns an element's text, including what it draws from its `data-words` attribute. */
function textOf({ nodeValue, attributes = [], children = [] }: DomNode): string {
  if (attributes.includes('inert')) return '';
  const at = attributes.indexOf('data-words');
  const drawn = at === -1 ? '' : (attributes[at + 1] ?? '');
  return nodeValue + drawn + children.map(textOf).join('');
}
