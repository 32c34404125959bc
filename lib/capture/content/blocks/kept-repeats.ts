/** Finds what a page says twice: many hold a part once for wide screens and once for small ones. */
import { tellingTags, type Block, type Section } from './page-blocks.ts';

/** Fewer words than these may well be said twice; they go where what stands beside them does. */
const fewestWords = 12;

const quoteBits = bitOf('blockquote') | bitOf('pre');

/**
 * Gives the places of the kept blocks that stand above in elements of another build. Of the same build, such as the same
 * parameter of two functions, they are meant; so are quotations and code.
 */
export function repeatsOf(blocks: readonly Block[], keeps: readonly boolean[]): readonly number[] {
  const kept = blocks.flatMap((_, at) => (keeps[at] === true ? [at] : []));
  const earlier = new Map<string, Block[]>();
  const again = new Set<number>();
  const found = new Set<number>();
  for (const at of kept) {
    const block = blocks[at];
    if (block === undefined) continue;
    const before = earlier.get(block.text);
    if (before === undefined) {
      earlier.set(block.text, [block]);
      continue;
    }
    if ((block.section.tags & quoteBits) === 0 && before.every((each) => differs(each, block))) {
      if (before.some((each) => tagOf(each) === tagOf(block))) again.add(at);
      // A list of contents stands above what it leads to.
      const isText =
        !/^h[1-6]$/.test(tagOf(block)) && before.some((each) => !isLink(each) || isLink(block));
      if (isText && block.words >= fewestWords) found.add(at);
    }
    before.push(block);
  }
  if (found.size === 0) return [];
  for (const row of [kept, kept.toReversed()]) {
    for (const [step, at] of row.entries()) {
      if (again.has(at) && found.has(row[step - 1] ?? -1)) found.add(at);
    }
  }
  return [...found];
}

/** Says whether two blocks stand in other elements, up to the one that holds both. */
function differs(one: Block, other: Block): boolean {
  let a: Section | null = one.section;
  let b: Section | null = other.section;
  for (; a !== b; a = a.parent, b = b.parent) {
    if (a === null || b === null || buildOf(a) !== buildOf(b)) return true;
  }
  return false;
}

/** Numbers in class names count items and widths. */
function buildOf({ element }: Section): string {
  return `${element.localName}.${(element.getAttribute('class') ?? '').replace(/\d+/g, '')}`;
}

function isLink({ linkWords, words }: Block): boolean {
  return linkWords > words / 2;
}

function tagOf({ section }: Block): string {
  return section.element.localName;
}

function bitOf(tag: string): number {
  return 1 << tellingTags.indexOf(tag);
}
