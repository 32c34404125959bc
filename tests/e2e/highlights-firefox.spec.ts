/** The selection's buttons and the field for a comment in Firefox, on a site the person allowed. */
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { en } from '../english.ts';
import { expectWords, patiently, storedItems, test } from './firefox-keepsake.ts';

const sentence = 'The keeper counted forty lanterns along the northern wall.';

/** As WebDriver names them. */
const controlAndEnter = '\uE009\uE007';

let site: PageServer;
test.beforeAll(async ({ settled }) => {
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
  await settled.open(`${site.origin}/walls`);
  await allowSite(settled);
});
test.afterAll(() => site.close());
// Each has a page of its own, in one browser.
test.describe.configure({ mode: 'default' });

test('words are kept by the buttons, with a comment that the page neither hears nor finds', async ({
  settled: keepsake,
}) => {
  await keepsake.open(`${site.origin}/walls`);
  await keepsake.run(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input'])
      window.addEventListener(type, (event) => heard.push(event.type), { capture: true });
  });

  // Whatever it finds, the browser puts the focus there.
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
  const kept = (await storedItems(keepsake)).filter(({ source }) => source.url.endsWith('/walls'));
  expect(kept).toMatchObject([{ kind: 'note' }]);
});

for (const path of ['/dark', '/zoomed']) {
  test(`words are kept by the button on a page that is ${path.slice(1)} as a whole`, async ({
    settled: keepsake,
  }) => {
    await keepsake.open(site.origin + path);

    await selectSentence(keepsake);
    await pressInTools(keepsake, 'first');

    await expect.poll(() => keepsake.run(drawn), patiently).toEqual([sentence]);
  });
}

test('a page that lays a cover over the buttons that lets clicks through gets nothing kept by a click', async ({
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

test('where a page shows a harmless thing above everything, a click is answered and the keys keep the words', async ({
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

/** Turns the highlight button on for the site of the page in front, by the popup. */
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

/** Presses one of the two buttons, once they have stood for as long as they have to. */
async function pressInTools(keepsake: FirefoxExtension, which: 'first' | 'last'): Promise<void> {
  await expect.poll(() => keepsake.run(hostBox), patiently).not.toBeNull();
  await keepsake.run(async () => {
    const since = performance.now();
    while (performance.now() - since < 400) await new Promise(requestAnimationFrame);
  });
  const box = await keepsake.run(hostBox);
  if (box === null) throw new Error('There are no buttons.');
  await keepsake.dragOver({
    x: which === 'first' ? box.left + 26 : box.right - 26,
    y: (box.top + box.bottom) / 2,
  });
}

// The functions below run in the page: nothing from this file is in their scope.

/** Where what is shown stands in the viewport; null while nothing is. */
function hostBox(): { left: number; top: number; right: number; bottom: number } | null {
  const host = document.querySelector('html > div[popover]');
  if (host === null || getComputedStyle(host).visibility === 'hidden') return null;
  const { left, top, right, bottom } = host.getBoundingClientRect();
  return right === left ? null : { left, top, right, bottom };
}

/** Lays something over the buttons, where a page hides it best, until the mouse is pressed. */
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

/** Whether the focus is in the box: a page is told of its host alone. */
function isFieldFocused(): boolean {
  return document.activeElement?.matches('html > div[popover]') === true;
}

/** Those of the words that a script of the page finds, in frames too. */
function findsAny(words: string[]): string[] {
  const { find } = window as unknown as { find: (...how: (string | boolean)[]) => boolean };
  return words.filter((one) => find.call(window, one, false, false, true, false, true));
}

function drawn(): string[] {
  const marks = CSS.highlights.get('keepsake-highlight');
  return marks === undefined ? [] : Array.from(marks, (range) => (range as Range).toString());
}
