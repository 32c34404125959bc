/** Tests the selection's buttons and the comment field in Firefox, on an allowed site. */
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { en } from '../english.ts';
import { releaseSites, test } from './firefox-keepsake.ts';
import { expectWords, patiently, storedItems } from './firefox-steps.ts';

const sentence = 'The keeper counted forty lanterns along the northern wall.';

/** WebDriver's key codes for Control and Enter. */
const controlAndEnter = '\uE009\uE007';

let site: PageServer;
test.beforeAll(async ({ sharedFirefox }) => {
  const dark = '<style>html { filter: invert(1) hue-rotate(180deg) }</style>';
  const html = (head: string) =>
    `<!doctype html><meta charset="utf-8"><title>Walls</title>${head}<body><p>${sentence}</p>`;
  site = await servePages({
    '/walls': html(''),
    '/dark': html(dark),
    '/zoomed': html('<style>html { zoom: 1.5 }</style>'),
    '/covered': html(''),
    '/shown-above': html(''),
  });
  await sharedFirefox.open(`${site.origin}/walls`);
  await allowSite(sharedFirefox);
});
test.afterAll(async ({ sharedFirefox }) => {
  await releaseSites(sharedFirefox);
  await site.close();
});
// Each test has its own page, so the tests can share a browser.
test.describe.configure({ mode: 'default' });

test('saves words with the buttons, and hides the comment from the page’s scripts and search', async ({
  settled: keepsake,
}) => {
  await keepsake.open(`${site.origin}/walls`);
  await keepsake.run(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input'])
      window.addEventListener(type, (event) => heard.push(event.type), { capture: true });
  });

  // Search before selecting: the browser moves focus to whatever it finds.
  expect(await keepsake.run(findsAny, ['lanterns'])).toEqual(['lanterns']);
  await selectSentence(keepsake);
  await pressInTools(keepsake, 'last');
  await expect.poll(() => keepsake.run(isFieldFocused), patiently).toBe(true);
  await keepsake.typeKeys('Anselm');
  expect(await keepsake.run(findsAny, ['Anselm', 'comment', en('common_cancel')])).toEqual([]);
  await keepsake.typeKeys(controlAndEnter);

  await expect.poll(() => keepsake.run(drawn), patiently).toEqual([sentence]);
  expect(await keepsake.run(() => (window as unknown as { heard: string[] }).heard)).toEqual([]);
  await keepsake.open('/sidepanel.html');
  const kept = (await storedItems(keepsake)).filter(
    ({ source }) => source.url === `${site.origin}/walls`,
  );
  expect(kept).toMatchObject([{ kind: 'note' }]);
});

for (const path of ['/dark', '/zoomed']) {
  test(`saves words with the button on a page that is entirely ${path.slice(1)}`, async ({
    settled: keepsake,
  }) => {
    await keepsake.open(site.origin + path);

    await selectSentence(keepsake);
    await pressInTools(keepsake, 'first');

    await expect.poll(() => keepsake.run(drawn), patiently).toEqual([sentence]);
  });
}

test('saves nothing by a click if the page covers the buttons with an element that lets clicks through', async ({
  settled: keepsake,
}) => {
  await keepsake.open(`${site.origin}/covered`);
  await selectSentence(keepsake);
  await expect.poll(() => keepsake.run(hostBox), patiently).not.toBeNull();
  const buttons = await keepsake.run(hostBox);

  await keepsake.run(cover);
  await pressInTools(keepsake, 'first');

  await expect.poll(() => heightOfBox(keepsake), patiently).toBeGreaterThan(heightOf(buttons));
  expect(await keepsake.run(drawn)).toEqual([]);
});

test('explains a click under a harmless overlay, and saves the words with the keys', async ({
  settled: keepsake,
}) => {
  await keepsake.open(`${site.origin}/shown-above`);
  await keepsake.run(() => {
    const far = document.createElement('div');
    far.popover = 'manual';
    far.style.cssText = 'inset: auto 0 0 auto; width: 40px; height: 20px';
    document.body.append(far);
    far.showPopover();
  });
  await selectSentence(keepsake);
  await expect.poll(() => keepsake.run(hostBox), patiently).not.toBeNull();
  const buttons = await keepsake.run(hostBox);

  await pressInTools(keepsake, 'first');
  await expect.poll(() => heightOfBox(keepsake), patiently).toBeGreaterThan(heightOf(buttons));
  expect(await keepsake.run(drawn)).toEqual([]);

  await keepsake.pressShortcut('H');
  await expect.poll(() => keepsake.run(drawn), patiently).toEqual([sentence]);
});

function heightOf(box: ReturnType<typeof hostBox>): number {
  return box === null ? 0 : box.bottom - box.top;
}

async function heightOfBox(keepsake: FirefoxExtension): Promise<number> {
  return heightOf(await keepsake.run(hostBox));
}

/** Turns the highlight button on for the current page's site in the popup. */
async function allowSite(keepsake: FirefoxExtension): Promise<void> {
  const popup = await keepsake.openPopup();
  await popup.click('[data-act="site"]');
  await expectWords(popup, en('highlights_site_line_on'));
  await popup.close();
}

/** Drags the mouse over the sentence. */
async function selectSentence(keepsake: FirefoxExtension): Promise<void> {
  const { left, right, y } = await keepsake.run(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('p') ?? document.body);
    const box = range.getBoundingClientRect();
    return { left: box.left, right: box.right, y: (box.top + box.bottom) / 2 };
  });
  await keepsake.dragOver({ x: left + 1, y }, { x: (left + right) / 2, y }, { x: right + 5, y });
}

/** Presses one of the two buttons once they have been visible long enough. */
async function pressInTools(keepsake: FirefoxExtension, which: 'first' | 'last'): Promise<void> {
  await expect.poll(() => keepsake.run(hostBox), patiently).not.toBeNull();
  await keepsake.run(async () => {
    const since = performance.now();
    while (performance.now() - since < 400) await new Promise(requestAnimationFrame);
  });
  const box = await keepsake.run(hostBox);
  if (box === null) throw new Error('The buttons are not shown.');
  await keepsake.dragOver({
    x: which === 'first' ? box.left + 26 : box.right - 26,
    y: (box.top + box.bottom) / 2,
  });
}

// The functions below run in the page and can't use anything from this file.

/** Returns the position of Keepsake's box in the viewport; null while nothing is shown. */
function hostBox(): { left: number; top: number; right: number; bottom: number } | null {
  const host = document.querySelector('html > div[popover]');
  if (host === null || getComputedStyle(host).visibility === 'hidden') return null;
  const { left, top, right, bottom } = host.getBoundingClientRect();
  return right === left ? null : { left, top, right, bottom };
}

/** Covers the buttons until the mouse is pressed, with the cover that is hardest for Keepsake to detect. */
function cover(): void {
  const host = document.createElement('div');
  const above = document.createElement('div');
  above.popover = 'manual';
  above.style.cssText = 'pointer-events: none; inset: 0; width: 100vw; height: 100vh';
  host.attachShadow({ mode: 'closed' }).append(above);
  document.body.append(host);
  above.showPopover();
  window.addEventListener('pointerdown', () => above.hidePopover(), { capture: true });
}

/** Returns whether the box has focus. The page sees only the host element. */
function isFieldFocused(): boolean {
  return document.activeElement?.matches('html > div[popover]') === true;
}

/** Returns which of the words `window.find` finds on the page, frames included. */
function findsAny(words: string[]): string[] {
  const { find } = window as unknown as { find: (...how: (string | boolean)[]) => boolean };
  return words.filter((one) => find.call(window, one, false, false, true, false, true));
}

function drawn(): string[] {
  const marks = CSS.highlights.get('keepsake-highlight');
  return marks === undefined ? [] : Array.from(marks, (range) => (range as Range).toString());
}
