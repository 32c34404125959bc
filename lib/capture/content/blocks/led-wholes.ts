/** Finds the lists, tables and code that kept words lead up to: what is announced is not left out. */
import { headingTags } from '../../element-kinds.ts';
import { isLong } from './block-surroundings.ts';
import { isDataTable } from './data-table.ts';
import { largestWhole } from './kept-wholes.ts';
import type { Block, Section } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';

const wholes = new Set(['ul', 'ol', 'dl', 'table', 'pre']);

/** Gives the places of the blocks that the kept block right before their list, table or code leads up to. */
export function ledWholes(
  blocks: readonly Block[],
  keeps: readonly boolean[],
  wordsOfPage: number,
): readonly number[] {
  const led = [...keeps];
  for (const [at, { section }] of blocks.entries()) {
    const lead = blocks[at - 1];
    if (lead === undefined || led[at - 1] !== true) continue;
    for (let up: Section | null = section; up !== null; up = up.parent) {
      if (!wholes.has(up.element.localName)) continue;
      if (up.element.contains(lead.section.element)) break;
      if (up.words <= largestWhole * wordsOfPage && isLedBy(lead, up))
        led.fill(true, at, at + up.blocks);
    }
  }
  return blocks.flatMap((_, at) => (led[at] === true ? [at] : []));
}

function isLedBy(lead: Block, whole: Section): boolean {
  const { element, words, linkWords } = whole;
  if (element.localName === 'pre') return isRightAfter(lead, whole) || isAfterList(lead, whole);
  if (!isRightAfter(lead, whole) || linkWords > words / 3 || isAside(whole, lead)) return false;
  const isAnnounced = /[:：]$/.test(lead.text) || lead.section.element.matches(headingTags);
  return element.localName === 'table'
    ? isDataTable(whole) && (isAnnounced || isLong(lead))
    : isAnnounced;
}

/** In the same element as the words of the lead, or in the one beside it. */
function isRightAfter(lead: Block, whole: Section): boolean {
  const around = alone(whole).parent;
  return around === lead.section || around === alone(lead.section).parent;
}

/** Beside the list or the table that ends with the lead. */
function isAfterList(lead: Block, whole: Section): boolean {
  const around = alone(whole).parent;
  for (let up: Section | null = lead.section; up !== null && up !== around; up = up.parent) {
    if (wholes.has(up.element.localName) && alone(up).parent === around) return true;
  }
  return false;
}

/** The outermost section with the same blocks. */
function alone(section: Section): Section {
  let up = section;
  while (up.parent !== null && up.parent.blocks === section.blocks) up = up.parent;
  return up;
}

const asides = /comment|share|related|sidebar|advert|menu/;

/** Named, or in something named, for what stands beside a text, where the lead is not. */
function isAside({ named }: Section, { section }: Block): boolean {
  return nameGroups.some(
    ([name], bit) => asides.test(name) && (named[bit] ?? 0) > (section.named[bit] ?? 0),
  );
}
