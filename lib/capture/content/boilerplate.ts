import { headingTags } from '../elements.ts';

export const dialogs = 'dialog, [role=dialog i], [role=alertdialog i], [aria-modal=true]';

const consentBanners =
  '[id*=cookie i], [class*=cookie i], [id*=consent i], [class*=consent i], [class*=gdpr i], [id*=gdpr i]';

const overlays = `${dialogs}, ${consentBanners}`;

const surroundings =
  'nav, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], ' +
  '[role=search], [role=menu], [role=menubar], [role=toolbar], form[action*=search i]';

const shareBars =
  '[class*=share-], [class*=-share], [class*=social-], [class*=sharing], [aria-label*=share i]';

const maxOverlayLength = 3_000;

export function removeOverlays(root: Element): void {
  removeAll(root, { selector: overlays, maxLength: maxOverlayLength });
}

/**
 * Removes only overlays about cookies, for a person who wants the whole page. Keeps recipes for cookies, and an element
 * around all of the page that notes what the person consented to.
 */
export function removeConsentOverlays(root: Element): void {
  const isBanner = (element: Element) =>
    element.closest('main, article') === null &&
    (element.matches(consentBanners) || /cookie/i.test(element.textContent)) &&
    root.textContent.trim().length > element.textContent.trim().length;
  removeAll(root, { selector: overlays, maxLength: maxOverlayLength, isUnwanted: isBanner });
}

/** Removes menus, footers and other elements around the content, unless the content is inside them. */
export function removeBoilerplate(root: Element): void {
  removeAll(root, { selector: `script, ${surroundings}, ${overlays}` });
  removeAll(root, { selector: shareBars, maxLength: maxOverlayLength });
  for (const header of Array.from(root.querySelectorAll('header'))) {
    // An article's header holds its title; a site's header holds its menu.
    if (header.closest('main, article') === null && header.querySelector(headingTags) === null) {
      header.remove();
    }
  }
}

type Unwanted = {
  selector: string;
  maxLength?: number;
  isUnwanted?: (element: Element) => boolean;
};

function removeAll(
  root: Element,
  { selector, maxLength = Number.POSITIVE_INFINITY, isUnwanted = () => true }: Unwanted,
): void {
  for (const element of Array.from(root.querySelectorAll(selector))) {
    const holdsContent =
      element.matches('main, article, h1') || element.querySelector('main, article, h1') !== null;
    if (holdsContent || element.textContent.length > maxLength) continue;
    if (isUnwanted(element)) element.remove();
  }
}
