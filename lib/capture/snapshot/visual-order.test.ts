import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from './page-snapshot.ts';

/** Returns the copied text. Elements with a `data-at` attribute are at this place: left, top, width, height. */
function shownIn(html: string): string {
  const { window } = new JSDOM(html);
  window.Element.prototype.getBoundingClientRect = function place() {
    const [x = 0, y = 0, width = 0, height = 0] = (this.getAttribute('data-at') ?? '')
      .split(' ')
      .map(Number);
    return { top: y, bottom: y + height, left: x, right: x + width } as DOMRect;
  };
  return takeSnapshot(window.document).body.textContent.replace(/\s+/g, ' ').trim();
}

const row = (text: string, at: string) => `<div style="top: 0" data-at="${at}">${text}</div>`;

describe('the visual order', () => {
  it.each([
    ['a reversed column', 'display: flex; flex-direction: column-reverse', 'c b a'],
    ['a reversed row', 'display: inline-flex; flex-direction: row-reverse', 'c b a'],
    ['a flex box', 'display: flex', 'a b c'],
    ['no flex box', 'flex-direction: column-reverse', 'a b c'],
  ])('is that of %s', (_, style, expected) => {
    expect(shownIn(`<div style="${style}"><p>a</p> <p>b</p> <p>c</p></div>`)).toBe(expected);
  });

  it.each([
    ['flex', '2 3 1'],
    ['grid', '2 3 1'],
    ['block', '1 2 3'],
  ])('follows CSS orders in display: %s', (display, expected) => {
    const items = '<p style="order: 1">1 </p><p style="order: -1">2 </p><p>3 </p>';

    expect(shownIn(`<div style="display: ${display}">${items}</div>`)).toBe(expected);
  });

  it('is from top to bottom in a list of positioned rows', () => {
    const rows = row('c ', '0 60 100 20') + row('a ', '0 0 100 20') + row('b ', '0 30 100 20');

    expect(shownIn(`<div>${rows}</div>`)).toBe('a b c');
  });

  it('is row by row in a grid of positioned cells', () => {
    const cell = (text: string, at: string) =>
      `<i role="gridcell" style="left: 0" data-at="${at}">${text}</i>`;
    const cells =
      cell('a ', '0 0 50 20') +
      cell('c ', '0 22 50 20') +
      cell('b ', '60 1 50 20') +
      cell('d ', '60 22 50 20');

    expect(shownIn(`<div>${cells}</div>`)).toBe('a b c d');
    expect(shownIn(`<div dir="rtl">${cells}</div>`)).toBe('b a d c');
  });

  it.each([
    ['elements are side by side', row('b ', '60 0 50 20') + row('a ', '0 40 50 20')],
    ['an element has no place', row('b ', '0 40 50 20') + row('a ', '0 0 50 20') + '<p>c</p>'],
    ['an element has no size', row('b ', '0 40 50 20') + row('a ', '0 0 0 0')],
  ])('is that of the document if %s', (_, rows) => {
    expect(shownIn(`<div>${rows}</div>`)).toMatch(/^b a/);
  });
});
