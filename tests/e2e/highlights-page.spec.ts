/**
 * Tests highlights and the selection's buttons on pages in a real Chromium, where layout, frames, policies and real
 * keys matter.
 */
import { expect, type Page } from '@playwright/test';
import { expectInBox, middleOfButton, untilClickable } from './closed-shadow-root.ts';
import { test } from './highlights-fixture.ts';
import {
  clickMark,
  hostBox,
  marked,
  markedHere,
  paragraph,
  pressKeep,
  selectByScript,
  selectSentence,
  sentence,
} from './highlighted-sentence.ts';
import { en, enLead } from '../english.ts';
import { highlightBox } from '../pages/highlight-box.ts';

const prose: Record<string, string> = {
  prose: paragraph,
  'inline elements': paragraph.replace('forty lanterns', '<b>forty <i>lan</i>terns</b>'),
  'two paragraphs': paragraph.replace('lanterns along', 'lanterns</p> <p>along'),
  table: `<table><tr><td>Wall</td><td>${sentence}</td></tr><tr><td>Gate</td><td>None there.</td></tr></table>`,
  code: `<pre>first()\n\n  ${sentence}\nlast()</pre>`,
  'a right-to-left page': `<div dir="rtl" lang="ar"><p>كان الحارس يعد المصابيح كل ليلة.</p><p>${sentence} ثم نام.</p></div>`,
};

const hostile =
  '<style>body *, html > :not(head, body) { display: none !important; all: unset !important } p, body { display: block !important }</style>';
const strict =
  "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin";

const html = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Walls</title><body>${body}`;
const withPolicy = (policy: string) => () =>
  new Response(html(paragraph), {
    headers: { 'content-type': 'text/html', 'content-security-policy': policy },
  });

test.use({
  pages: {
    ...Object.fromEntries(Object.entries(prose).map(([name, body]) => [name, html(body)])),
    hostile: html(hostile + paragraph),
    strict: withPolicy(strict),
    sandboxed: withPolicy('sandbox allow-scripts'),
    framed: html(`<p>Outside.</p><iframe src="prose" width="600" height="300"></iframe>`),
    typing: html(`${paragraph}<textarea>${sentence}</textarea>`),
  },
});

for (const name of Object.keys(prose)) {
  test(`saves words in ${name} and highlights them again when the page is reopened`, async ({
    desk,
  }) => {
    const page = await desk.open(name);
    const before = await page.content();

    await selectSentence(page);
    await pressKeep(page);

    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.content()).toBe(before);
    await page.reload();
    await desk.letIn(page);
    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
    expect(await page.content()).toBe(before);
    const [one] = await desk.listed(page);
    expect(one).toMatchObject({ comment: null, placement: 'placed' });
    expect(one?.quote.replace(/\s+/g, ' ')).toBe(sentence);
  });
}

for (const path of ['hostile', 'strict']) {
  test(`shows working buttons on a ${path} page`, async ({ desk }) => {
    const page = await desk.open(path);

    await selectSentence(page);
    await pressKeep(page);

    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
  });
}

test('accepts a comment on a page with a strict policy', async ({ desk }) => {
  const page = await desk.open('strict');

  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('My own words');
  await highlightBox(page).click('save');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ comment: 'My own words' }]);
});

test('saves words without a comment if Keepsake can’t reach the frames of a sandboxed page', async ({
  desk,
}) => {
  const page = await desk.open('sandboxed');

  await selectSentence(page);
  await highlightBox(page).click('note');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: null }]);
});

test('follows the person’s dark mode, whatever the page does', async ({ desk }) => {
  const page = await desk.visit('prose');
  await page.emulateMedia({ colorScheme: 'dark' });
  await desk.letIn(page);

  await selectSentence(page);
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
  const box = await page.evaluate(hostBox);
  if (box === null) throw new Error('The buttons are not shown.');
  await untilClickable(page);

  // This point lies between the top edge of the box and its buttons.
  expect(await brightnessAt(page, { x: box.x + box.width / 2, y: box.y + 2.5 })).toBeLessThan(80);
});

test('highlights words in a frame within that frame', async ({ desk }) => {
  const page = await desk.open('framed');
  const frame = page.frame({ url: /prose/ });
  if (frame === null) throw new Error('The page has no such frame.');

  await page.frameLocator('iframe').locator('p').click({ clickCount: 3 });
  await pressKeep(page);

  await expect.poll(() => frame.evaluate(markedHere, 'keepsake-highlight')).toHaveLength(1);
  expect(await marked(page)).toEqual([]);
});

test('updates highlights with the page: changed text keeps them, deleted text loses them', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await pressKeep(page);
  await expect.poll(() => marked(page)).toHaveLength(1);

  await page.evaluate(() => {
    document.body.innerHTML = `<h1>News</h1>${document.body.innerHTML.replace('forty', 'fifty')}`;
  });
  await expect
    .poll(() => marked(page))
    .toEqual([sentence.replace('forty', 'fifty').replace(/\s/g, '')]);
  await page.evaluate(() => document.querySelector('p')?.remove());
  await expect.poll(() => marked(page)).toEqual([]);
  await page.evaluate((more) => document.body.insertAdjacentHTML('beforeend', more), paragraph);
  await expect.poll(() => marked(page)).toHaveLength(1);
});

test('clears the highlights when the same document shows another page', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await pressKeep(page);
  await expect.poll(() => marked(page)).toHaveLength(1);

  await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
  await expect.poll(() => marked(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => marked(page)).toHaveLength(1);
});

test('shows no buttons in a text area, and hides typing in the box from the page', async ({
  desk,
}) => {
  const page = await desk.open('typing');
  await listen(page);

  await page.locator('textarea').dblclick();
  await page.waitForFunction(() => getSelection()?.toString() !== '');
  await selectSentence(page);
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
  await untilClickable(page);
  const box = await page.evaluate(hostBox);
  if (box === null) throw new Error('The buttons are not shown.');
  await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  await page.keyboard.type('My own words');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('End');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await heardBy(page)).toEqual([]);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

test('hides the box, stored comments and a comment being typed from the page’s search', async ({
  desk,
}) => {
  const page = await desk.open('prose');

  await selectSentence(page);
  expect(await findsAny(page, ['lanterns'])).toEqual(['lanterns']);
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('Brother Anselm');
  await page.keyboard.press('Enter');
  await page.keyboard.type('told me');
  await expectInBox(page, en('highlights_box_comment'));
  expect(
    await findsAny(page, [
      'Anselm',
      'told me',
      en('preview_selection_comment'),
      en('common_cancel'),
    ]),
  ).toEqual([]);
  await highlightBox(page).click('save');
  await expectInBox(page, en('highlights_box_kept', { memory: 'Reading' }));
  expect(
    await findsAny(page, [en('highlights_box_keptSomewhere'), 'Reading', en('common_undo')]),
  ).toEqual([]);
  await clickMark(page);
  await expectInBox(page, 'Brother Anselm\ntold me');
  expect(await findsAny(page, ['Anselm', 'told me', en('highlights_box_remove')])).toEqual([]);

  expect(await desk.listed(page)).toMatchObject([{ comment: 'Brother Anselm\ntold me' }]);
});

test('removes a highlight by keyboard without the page noticing', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await pressKeep(page);
  await expect.poll(() => marked(page)).toHaveLength(1);
  await highlightBox(page).click('close');
  await listen(page);

  await clickMark(page);
  await expectInBox(page, en('highlights_box_remove'));
  await untilClickable(page);
  await page.keyboard.press('Space');

  await expectInBox(page, en('highlights_hidden'));
  expect(await marked(page)).toEqual([]);
  expect(await heardBy(page)).toEqual([]);
});

test('exposes the box to screen readers', async ({ desk }) => {
  const page = await desk.open('prose');

  await selectSentence(page);
  await expectInBox(page, en('highlights_box_note'));
  expect(await spoken(page)).toEqual(
    expect.arrayContaining([
      `button: ${en('highlights_box_keep')}`,
      `button: ${en('highlights_box_note')}`,
    ]),
  );
  await highlightBox(page).click('note');
  await expectInBox(page, en('highlights_box_comment'));
  expect(await spoken(page)).toEqual(
    expect.arrayContaining([
      `dialog: ${en('highlights_box_box')}`,
      `heading: ${en('highlights_box_box')}`,
      `textbox: ${en('highlights_box_comment')}`,
      `StaticText: ${sentence}`,
      `button: ${en('common_save')}`,
    ]),
  );
});

test('shows no buttons for a selection made by a script', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();

  await untilPressesAreOld(page);
  await selectByScript(page);
  await page.evaluate(() => getSelection()?.modify('extend', 'backward', 'word'));

  await expect.poll(() => page.evaluate(hostBox)).toBeNull();
});

const tricks: Record<string, (host: HTMLElement) => void> = {
  'the buttons transparent': (host) => host.style.setProperty('opacity', '0', 'important'),
  'the buttons move': (host) => host.style.setProperty('left', '300px', 'important'),
  'the page transparent': () => (document.documentElement.style.opacity = '0'),
  'a click-through cover over the buttons': () => {
    const cover = document.createElement('div');
    cover.popover = 'manual';
    cover.style.cssText =
      'pointer-events: none; inset: 0; width: 100vw; height: 100vh; background: #ffeeaa';
    document.body.append(cover);
    // Show the cover again whenever the buttons reappear.
    window.addEventListener(
      'toggle',
      () =>
        setTimeout(() => {
          cover.hidePopover();
          cover.showPopover();
        }),
      { capture: true },
    );
    cover.showPopover();
  },
  'the buttons transparent until they are pressed': (host) => {
    host.style.setProperty('opacity', '0', 'important');
    window.addEventListener('pointerdown', () =>
      host.style.setProperty('opacity', '1', 'important'),
    );
  },
};

const harmless: Record<string, () => void> = {
  'is turned dark by a filter': () => {
    document.documentElement.style.filter = 'invert(0.9) hue-rotate(180deg) brightness(1.1)';
  },
  'is zoomed in': () => document.documentElement.style.setProperty('zoom', '1.5'),
  'shows a note in a corner above everything': () => {
    const note = document.createElement('div');
    note.popover = 'manual';
    note.style.cssText = 'inset: auto; right: 0; bottom: 0; width: 90px; height: 30px';
    document.body.append(note);
    note.showPopover();
  },
};

for (const [name, change] of Object.entries(harmless)) {
  test(`places working buttons by the words on a page that ${name}`, async ({ desk }) => {
    const page = await desk.open('prose');
    const isBefore = name.startsWith('is ');
    if (isBefore) await page.evaluate(change);
    await selectSentence(page);
    await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();
    if (!isBefore) await page.evaluate(change);

    const box = await page.evaluate(hostBox);
    const words = await page.evaluate(() => {
      const { right, bottom } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? {};
      return { right: right ?? 0, bottom: bottom ?? 0 };
    });
    expect(box?.y).toBeCloseTo(words.bottom + 8, 0);
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(words.right, 0);
    await pressKeep(page);

    await expect.poll(() => marked(page)).toEqual([sentence.replace(/\s/g, '')]);
  });
}

/** Tricks that leave the buttons in place but invisible. A click on the buttons then shows an explanation. */
const answered = new Set([
  'the buttons transparent',
  'a click-through cover over the buttons',
  'the buttons transparent until they are pressed',
]);

for (const [name, trick] of Object.entries(tricks)) {
  test(`saves nothing by a click on a page that makes ${name}`, async ({ desk }) => {
    const page = await desk.open('prose');
    await selectSentence(page);
    await expect.poll(() => page.evaluate(hostBox)).not.toBeNull();

    await page.evaluate(`(${trick.toString()})(document.querySelector('html > div[popover]'))`);
    await pressKeep(page);

    if (answered.has(name)) await expectInBox(page, enLead('highlights_box_covered'));
    else await expect.poll(() => page.evaluate(hostBox)).toBeNull();
    expect(await desk.listed(page)).toEqual([]);
  });
}

test('announces, shows and removes each of two highlights over the same words', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  const [short, long] = ['counted forty lanterns along', 'forty lanterns along the northern'];
  const shared = ['fortylanternsalong'];
  for (const words of [short, long]) {
    await selectSentence(page, words);
    await highlightBox(page).click('note');
    await page.keyboard.type(`On “${words}”`);
    await highlightBox(page).click('save');
    await expectInBox(page, en('highlights_box_keptSomewhere'));
    await highlightBox(page).click('close');
  }
  await expect.poll(() => marked(page)).toHaveLength(2);
  expect(await page.evaluate(markedHere, 'keepsake-overlap')).toEqual(shared);

  await clickMark(page, 'keepsake-overlap');
  await expectInBox(page, `On “${short}”`);
  expect(await page.evaluate(markedHere, 'keepsake-shown')).toEqual([short.replace(/\s/g, '')]);
  await highlightBox(page).click('other');
  await expectInBox(page, `On “${long}”`);
  await highlightBox(page).click('remove');

  await expect.poll(() => marked(page)).toEqual([short.replace(/\s/g, '')]);
  expect(await page.evaluate(markedHere, 'keepsake-overlap')).toEqual([]);
  await middleOfButton(page, en('common_undo'));
  await untilClickable(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(markedHere, 'keepsake-overlap')).toEqual(shared);
});

test('keeps a comment being written when the shortcut is pressed again', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('My own');

  expect(await desk.compose(page)).toEqual({ isThere: true });
  await page.locator('p').click({ clickCount: 3 });
  expect(await desk.compose(page)).toEqual({ isThere: true });
  await page.keyboard.type(' words');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');

  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

test('restores an abandoned or undone comment for the same words', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('My own');
  await page.keyboard.press('Escape');

  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' words');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);

  await highlightBox(page).click('undo');
  await expect.poll(() => marked(page)).toEqual([]);
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' again');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ comment: 'My own words again' }]);
});

test('hides a comment from a page that reopens its document', async ({ desk }) => {
  const page = await desk.open('prose');
  await page.evaluate((written) => {
    document.open();
    document.write(written);
    document.close();
  }, paragraph);
  await selectSentence(page);

  await listen(page);
  expect(await desk.compose(page)).toEqual({ isThere: true });
  await page.keyboard.type('My own words');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');

  await expectInBox(page, en('highlights_box_keptSomewhere'));
  expect(await heardBy(page)).toEqual([]);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

/** Makes the page record every event that could reveal what is typed. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['keydown', 'keyup', 'beforeinput', 'input', 'textInput', 'copy', 'paste'])
      window.addEventListener(type, (event) => heard.push(event.type), { capture: true });
  });
}

function heardBy(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/** Returns which of the words `window.find` finds on the page, frames included. Keeps the selection. */
function findsAny(page: Page, words: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    type Finding = { find: (...how: (string | boolean)[]) => boolean };
    const { find } = window as unknown as Finding;
    const selection = getSelection();
    const range = selection?.rangeCount === 1 ? selection.getRangeAt(0).cloneRange() : null;
    const found = all.filter((one) => find.call(window, one, false, false, true, false, true));
    selection?.removeAllRanges();
    if (range !== null) selection?.addRange(range);
    return found;
  }, words);
}

/**
 * Returns what assistive technology reads from the page, closed shadow roots and frames included.
 */
async function spoken(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const ids = [frameTree, ...(frameTree.childFrames ?? [])].map(({ frame }) => frame.id);
  const trees = await Promise.all(
    ids.map((frameId) => cdp.send('Accessibility.getFullAXTree', { frameId })),
  );
  await cdp.detach();
  return trees.flatMap(({ nodes }) =>
    nodes.map(({ role, name }) => `${String(role?.value)}: ${String(name?.value)}`),
  );
}

/** Waits until the last mouse press is too old to count as the start of the next selection. */
async function untilPressesAreOld(page: Page): Promise<void> {
  const now = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 1200, now);
}

/** Returns the brightness of a point on the screen, from 0 to 255. */
async function brightnessAt(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const clip = { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.fromBase64(data)], { type: 'image/png' }),
    );
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
    return Math.max(red, green, blue);
  }, png);
}
