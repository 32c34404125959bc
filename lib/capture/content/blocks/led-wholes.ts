/** Finds the lists, tables and code that kept words lead up to: what is announced is not left out. */
import { headingTags } from '../../element-kinds.ts';
import { isLong } from './block-surroundings.ts';
import { isDataTable } from './data-table.ts';
import { largestWhole } from './kept-wholes.ts';
import { type Block, type Section, tellingTags } from './page-blocks.ts';
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
    const isLed = led[at] === true;
    for (const code of isLed ? [] : framedCode(blocks, at, wordsOfPage)) led[code] = true;
  }
  return blocks.flatMap((_, at) => (led[at] === true ? [at] : []));
}

const preBit = 1 << tellingTags.indexOf('pre');

/** More words are no name of a tab or a file. */
const longestLabel = 4;

function isLabel({ section, words, linkWords }: Block): boolean {
  const isSmall = words <= longestLabel && linkWords === 0;
  return isSmall && !section.element.matches(`p, ${headingTags}`);
}

/** Gives the places of the code in a frame that begins at this block: tabs, or one with a name above the code. */
function framedCode(blocks: readonly Block[], at: number, wordsOfPage: number): readonly number[] {
  const lead = blocks[at - 1]?.section.element;
  let found: readonly number[] = [];
  for (let up = blocks[at]?.section ?? null; up !== null; up = up.parent) {
    if (lead === undefined || up.element.contains(lead)) break;
    if (up.words > largestWhole * wordsOfPage) break;
    const parts = blocks.slice(at, at + up.blocks);
    const isCode = ({ section }: Block) => (section.tags & preBit) !== 0;
    if (!parts.every((part) => isCode(part) || isLabel(part))) break;
    found = parts.flatMap((part, step) => (isCode(part) ? [at + step] : []));
  }
  return found;
}

/** In the same element as the words of the lead, or in the one beside it; code also after a list or a table. */
function isLedBy(lead: Block, whole: Section): boolean {
  const { element, words, linkWords } = whole;
  const around = alone(whole).parent;
  if (element.localName === 'pre') return around?.element.contains(lead.section.element) === true;
  if (around !== lead.section && around !== alone(lead.section).parent) return false;
  if (linkWords > words / 3 || isAside(whole, lead)) return false;
  const isAnnounced = /[:：]$/.test(lead.text) || lead.section.element.matches(headingTags);
  return element.localName === 'table'
    ? isDataTable(whole) && (isAnnounced || isLong(lead))
    : isAnnounced;
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
