/** Tests the box on a page: the comment field, the card of a highlight, and their placement. */
import { expect, type Frame, type Page } from '@playwright/test';
import { expectInBox, middleOfButton, untilClickable } from './closed-shadow-root.ts';
import { test } from './highlights-fixture.ts';
import {
  clickMark,
  hostBox,
  marked,
  markedHere,
  paragraph,
  selectSentence,
  sentence,
} from './highlighted-sentence.ts';
import { en, enLead } from '../english.ts';
import { highlightBox } from '../pages/highlight-box.ts';

const html = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Walls</title><body>${body}`;

test.use({
  pages: {
    prose: html(paragraph),
    filled: html(`<style>body { margin: 0 }</style><p style="margin: 0">${sentence}</p>`),
    dark: html(
      '<style>html { filter: invert(1) hue-rotate(180deg) }</style><p>Outside.</p><iframe src="filled" width="230" height="64"></iframe>',
    ),
  },
});

test('saves the open comment with the shortcut if the script was injected by a click', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('My own words');

  await desk.keepsake.pressShortcut(page, 'Alt+Shift+H');

  await expectInBox(page, enLead('highlights_box_kept'));
  await expect.poll(() => marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
});

test('opens the existing highlight for words already highlighted, by button and shortcut, without a duplicate', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.type('My own words');
  await highlightBox(page).click('save');
  await expectInBox(page, enLead('highlights_box_kept'));

  await selectSentence(page, `${sentence} `);
  await highlightBox(page).click('keep');
  await expectInBox(page, en('highlights_box_already'));
  await expectInBox(page, 'My own words');
  await highlightBox(page).click('close');
  await selectSentence(page);
  await desk.keepsake.pressShortcut(page, 'Alt+Shift+H');
  await expectInBox(page, en('highlights_box_already'));

  expect(await marked(page)).toHaveLength(1);
  expect(await desk.listed(page)).toHaveLength(1);
});

test('keeps card and buttons in place when moving between overlapping highlights', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  const [short, long] = ['counted forty lanterns along', 'forty lanterns along the northern'];
  await note(page, short, 'Why?');
  await note(page, long, 'A long comment, of many words. '.repeat(12));
  await clickMark(page, 'keepsake-overlap');
  await expectInBox(page, 'Why?');
  await expectInBox(page, en('highlights_box_which', { at: 1, count: 2 }));
  const first = { card: await page.evaluate(hostBox), other: await otherButton(page) };

  await highlightBox(page).click('other');
  await expectInBox(page, 'A long comment');
  await expectInBox(page, en('highlights_box_which', { at: 2, count: 2 }));
  expect(await page.evaluate(markedHere, 'keepsake-shown')).toEqual([long.replace(/\s/g, '')]);
  expect({ card: await page.evaluate(hostBox), other: await otherButton(page) }).toEqual(first);

  // The button stays under the pointer, so a second click at the same place works immediately.
  await page.mouse.click(first.other.x, first.other.y);
  await expectInBox(page, 'Why?');
});

test('returns to the card when Escape is pressed in an unchanged comment', async ({ desk }) => {
  const page = await desk.open('prose');
  await note(page, sentence, 'Why?');
  await clickMark(page);
  await highlightBox(page).click('edit');
  await expectInBox(page, en('highlights_box_keys'));

  await page.keyboard.press('Escape');

  await highlightBox(page).click('remove');
  await expectInBox(page, en('highlights_hidden'));
});

test('restores a changed comment when its card opens again after Escape', async ({ desk }) => {
  const page = await desk.open('prose');
  await note(page, sentence, 'Why?');
  await clickMark(page);
  await highlightBox(page).click('edit');
  await expectInBox(page, en('highlights_box_keys'));
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' And when?');

  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(hostBox)).toBeNull();
  await clickMark(page);

  await highlightBox(page).click('save');
  await expectInBox(page, en('highlights_commentSaved'));
  expect(await desk.listed(page)).toMatchObject([{ comment: 'Why? And when?' }]);
});

test('draws the box for words in a frame around the frame, unaffected by a dark-mode filter', async ({
  desk,
}) => {
  const page = await desk.open('dark');
  const frame = page.frame({ url: /filled/ });
  if (frame === null) throw new Error('The page has no such frame.');
  await page.frameLocator('iframe').locator('p').click({ clickCount: 3 });
  await highlightBox(page).click('note');
  await page.keyboard.type('My own words');
  const box = await page.evaluate(hostBox);
  const outer = await page.locator('iframe').boundingBox();
  expect(box?.y).toBeGreaterThan((outer?.y ?? 0) + 30);

  await highlightBox(page).click('save');
  await expectInBox(page, enLead('highlights_box_kept'));

  await expect.poll(() => frame.evaluate(markedHere, 'keepsake-highlight')).toHaveLength(1);
  expect(await desk.listed(page)).toMatchObject([{ quote: sentence, comment: 'My own words' }]);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expect.poll(() => page.evaluate(hostBox)).toBeNull();
});

test('ignores a press on an overlay, even if the overlay is removed before release', async ({
  desk,
}) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  const { x, y } = await middleOfButton(page, en('highlights_box_keep'));
  await page.evaluate(coverUntilPressed);
  await untilClickable(page);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await untilClickable(page);
  await page.mouse.up();

  await expectInBox(page, en('highlights_box_covered', { keys: 'Alt+Shift+H' }));
  expect(await desk.listed(page)).toEqual([]);

  await desk.compose(page);
  await expect.poll(() => desk.listed(page)).toMatchObject([{ quote: sentence }]);
});

test('sends a comment under an overlay with the save keys, so it is not lost', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await page.keyboard.insertText('Who laid it?');
  await page.evaluate(coverUntilPressed);
  await untilClickable(page);

  await page.keyboard.press('Control+Enter');
  await expectInBox(page, enLead('highlights_box_covered'));
  expect(await desk.listed(page)).toEqual([]);

  await desk.compose(page);
  await expect.poll(() => desk.listed(page)).toMatchObject([{ comment: 'Who laid it?' }]);
});

test('grows the field with its text up to a limit, and never cuts off a line', async ({ desk }) => {
  const page = await desk.open('prose');
  await selectSentence(page);
  await highlightBox(page).click('note');
  await expectInBox(page, en('highlights_box_comment'));
  const place = await page.evaluate(hostBox);
  const field = fieldOf(page);

  const empty = await field.evaluate(measure);
  await typeLines(page, 5);
  const five = await field.evaluate(measure);
  await typeLines(page, 20);
  await expect.poll(async () => (await field.evaluate(measure)).cut).toBe(0);
  const full = await field.evaluate(measure);

  expect(empty).toMatchObject({ lines: 3, isScrolled: false });
  expect(five).toMatchObject({ lines: 6, isScrolled: false });
  expect(full).toMatchObject({ lines: 9, isScrolled: true });
  for (const { cut, outline } of [empty, five, full]) expect([cut, outline]).toEqual([0, 'none']);
  expect(await page.evaluate(hostBox)).toMatchObject({ x: place?.x, y: place?.y });
});

async function note(page: Page, words: string, comment: string): Promise<void> {
  await selectSentence(page, words);
  await highlightBox(page).click('note');
  await page.keyboard.insertText(comment);
  await highlightBox(page).click('save');
  await expectInBox(page, en('highlights_box_keptSomewhere'));
  await highlightBox(page).click('close');
}

function otherButton(page: Page): Promise<{ x: number; y: number }> {
  return middleOfButton(page, en('highlights_box_next'));
}

/** Returns the frame of the comment field, which contains nothing else. */
function fieldOf(page: Page): Frame {
  const field = page.frames().find((frame) => frame.url() === 'about:blank');
  if (field === undefined) throw new Error('The comment field is not shown.');
  return field;
}

async function typeLines(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
  }
}

/** Measures the field; runs in its frame. `cut` is how much of a line is cut off at the top and bottom. */
function measure(): { lines: number; cut: number; isScrolled: boolean; outline: string } {
  const text = document.querySelector('textarea');
  if (text === null) throw new Error('The comment field is not shown.');
  const { lineHeight, outlineStyle } = getComputedStyle(text);
  const line = Number.parseFloat(lineHeight);
  const { clientHeight, scrollTop, scrollHeight } = text;
  const isWhole = document.documentElement.scrollHeight <= innerHeight;
  return {
    lines: clientHeight / line,
    cut: (scrollTop % line) + (clientHeight % line) + (isWhole ? 0 : 1),
    isScrolled: scrollHeight > clientHeight,
    outline: outlineStyle,
  };
}

/**
 * Runs in the page. Covers the box with an element that lets clicks through, again after each change, until the mouse
 * is pressed.
 */
function coverUntilPressed(): void {
  const cover = document.createElement('div');
  cover.popover = 'manual';
  cover.style.cssText = 'pointer-events: none; inset: 0; width: 100vw; height: 100vh';
  document.body.append(cover);
  const show = () => {
    cover.hidePopover();
    cover.showPopover();
  };
  const reshow = () => setTimeout(show);
  window.addEventListener('toggle', reshow, { capture: true });
  const uncover = () => {
    window.removeEventListener('toggle', reshow, { capture: true });
    cover.remove();
  };
  window.addEventListener('pointerdown', uncover, { capture: true });
  show();
}
