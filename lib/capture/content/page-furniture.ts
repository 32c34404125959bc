/** What stands around the text of a page on every page of a site: menus, notices about cookies, share bars. */
import { headingTags } from '../element-kinds.ts';

/** What lies over the page until it is closed. */
export const dialogs = 'dialog, [role=dialog i], [role=alertdialog i], [aria-modal=true]';

/** Dialogs and notices lie over the page and are no part of it. */
const overlays =
  `${dialogs}, [id*=cookie i], [class*=cookie i], ` +
  '[id*=consent i], [class*=consent i], [class*=gdpr i], [id*=gdpr i]';

const surroundings =
  'nav, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], ' +
  '[role=search], [role=menu], [role=menubar], [role=toolbar], form[action*=search i]';

const shares =
  '[class*=share-], [class*=-share], [class*=social-], [class*=sharing], [aria-label*=share i]';

/** More words than this are no notice, whatever it is called. */
const longestNotice = 3_000;

/** Takes the notices off a copied page. */
export function removeOverlays(root: Element): void {
  removeAll(root, overlays, longestNotice);
}

/** Takes off a copied page everything that says itself that it is not the text, unless nothing would be left. */
export function removeFurniture(root: Element): void {
  removeAll(root, `script, ${surroundings}, ${overlays}`, Number.POSITIVE_INFINITY);
  removeAll(root, shares, longestNotice);
  for (const header of Array.from(root.querySelectorAll('header'))) {
    // The header of an article holds its title, that of a site its menu.
    if (header.closest('main, article') === null && header.querySelector(headingTags) === null) {
      header.remove();
    }
  }
}

function removeAll(root: Element, selector: string, longest: number): void {
  for (const element of Array.from(root.querySelectorAll(selector))) {
    const holdsThePage =
      element.matches('main, article, h1') || element.querySelector('main, article, h1') !== null;
    if (!holdsThePage && element.textContent.length <= longest) element.remove();
  }
}
