/** Reads in one go what the tag and the attributes of an element say of its part in the page. */
import { blockMark, collapsedMark } from '../../element-kinds.ts';
import { dialogs } from '../page-furniture.ts';
import { createNameReader } from './section-names.ts';

export type Marks = {
  /** Bits of `nameGroups`. */
  names: number;
  /** The page's style shows it as a block. */
  isBlock: boolean;
  isCollapsed: boolean;
  /** It says itself that it is there to get about. */
  isMenu: boolean;
  /** It lies over the page. */
  isDialog: boolean;
};

const naming: ReadonlySet<string> = new Set(['class', 'id', 'role', 'itemprop', 'data-testid']);

const menus: ReadonlySet<string> = new Set(['navigation', 'menu', 'menubar', 'search', 'toolbar']);

const bare: Marks = {
  names: 0,
  isBlock: false,
  isCollapsed: false,
  isMenu: false,
  isDialog: false,
};

/** Makes the reader of one page. Only the attributes that an element has are asked for: most have one or none. */
export function createMarkReader(): (element: Element) => Marks {
  const bitsOf = createNameReader();
  return (element) => {
    const { localName } = element;
    if (!element.hasAttributes() && localName !== 'nav' && localName !== 'dialog') return bare;
    const marks = { ...bare, isMenu: localName === 'nav' };
    let mayBeDialog = localName === 'dialog';
    for (const attribute of element.getAttributeNames()) {
      if (attribute === blockMark) marks.isBlock = true;
      else if (attribute === collapsedMark) marks.isCollapsed = true;
      else if (attribute === 'aria-modal') mayBeDialog = true;
      else if (naming.has(attribute)) {
        const value = element.getAttribute(attribute) ?? '';
        marks.names |= bitsOf(value);
        if (attribute !== 'role') continue;
        mayBeDialog = true;
        marks.isMenu ||= menus.has(value.toLowerCase());
      }
    }
    marks.isDialog = mayBeDialog && element.matches(dialogs);
    return marks;
  };
}
