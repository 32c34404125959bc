/** What the person can see of an element, by the style the browser computed for it. */
import type { RawDom } from './raw-dom.ts';

/**
 * Says whether the element and everything in it is out of sight: not displayed, faded out, cut away, or off the screen.
 * What a component has given no slot has no style at all. `display` is that of `style`, as each question to it takes a
 * while.
 */
export function isUnseen(style: CSSStyleDeclaration, display: string): boolean {
  if (display === 'none' || display === '') return true;
  // Sizes and places make the browser lay the page out, so they are asked for only where they can matter. What is taken
  // out of its line is a block.
  if (display === 'inline' || !isTakenOut(style)) return false;
  return isFadedOut(style) || isClipped(style) || isOffScreen(style);
}

/** Says whether the element's own words are out of sight; an element in it may show itself again. */
export function isBlank(style: CSSStyleDeclaration): boolean {
  return isHidden(style) || style.fontSize === '0px';
}

/** Says whether the element is to take its room without being drawn. */
export function isHidden({ visibility }: CSSStyleDeclaration): boolean {
  return visibility === 'hidden' || visibility === 'collapse';
}

/** Says whether the page's style strikes the words out, as it does an old price. */
export function isStruck({ textDecorationLine }: CSSStyleDeclaration): boolean {
  return textDecorationLine === 'line-through';
}

/** Says whether the element starts and ends a line of its own. */
export function isBlockDisplay(display: string): boolean {
  return (
    display !== '' && display !== 'inline' && !/^(inline|contents|none|ruby|math)/.test(display)
  );
}

/**
 * Says whether an element that is hidden from screen readers alone can be left out: an icon's name, the copy of a
 * slide. An app that opens a dialog hides the page behind it in the same way, and that page is kept.
 */
export function isDecoration(element: Element, dom: RawDom): boolean {
  const page = 'main, article, h1';
  return !dom.matches(element, 'main, article, body') && dom.find(element, page) === null;
}

function isTakenOut({ position }: CSSStyleDeclaration): boolean {
  return position === 'absolute' || position === 'fixed';
}

/** What cannot be clicked either waits to be called; what is only transparent may fade in as the page is scrolled. */
function isFadedOut({ opacity, pointerEvents }: CSSStyleDeclaration): boolean {
  return opacity === '0' && pointerEvents === 'none';
}

/** The known ways to keep words for screen readers alone. */
function isClipped(style: CSSStyleDeclaration): boolean {
  if (/^rect\([01]px/.test(style.clip) || /^inset\((50|100)%/.test(style.clipPath)) return true;
  const hides = style.overflow === 'hidden' || style.overflow === 'clip';
  return hides && Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1;
}

function isOffScreen({ left, top }: CSSStyleDeclaration): boolean {
  return Number.parseFloat(left) <= -999 || Number.parseFloat(top) <= -999;
}
