/** What the person can see of an element, by the style the browser computed for it. */

/** Says whether the element and everything in it is out of sight: not displayed, cut away, or off the screen. */
export function isUnseen(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none') return true;
  return isTakenOut(style) && (isClipped(style) || isOffScreen(style)) && !holdsFormula(element);
}

/** Says whether the element's own words are out of sight; an element in it may show itself again. */
export function isBlank(style: CSSStyleDeclaration): boolean {
  return style.visibility === 'hidden' || style.visibility === 'collapse';
}

/** Says whether the element starts and ends a line of its own. */
export function isBlockDisplay({ display }: CSSStyleDeclaration): boolean {
  return display !== '' && !/^(inline|contents|none|ruby|math)/.test(display);
}

/**
 * Says whether an element that is hidden from screen readers alone can be left out: an icon's name, the copy of a
 * slide. An app that opens a dialog hides the page behind it in the same way, and that page is kept.
 */
export function isDecoration(element: Element): boolean {
  if (element.getAttribute('aria-hidden') !== 'true') return false;
  return (
    !element.matches('main, article, body') && element.querySelector('main, article, h1') === null
  );
}

function isTakenOut({ position }: CSSStyleDeclaration): boolean {
  return position === 'absolute' || position === 'fixed';
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

/** Formulas are drawn from shapes, and their source stands beside them for screen readers. */
function holdsFormula(element: Element): boolean {
  return element.getElementsByTagName('math').length > 0;
}
