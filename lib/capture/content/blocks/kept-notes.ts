/** Finds the notes that kept text points to: footnotes stand far from it, and by themselves say little. */
import type { Block } from './page-blocks.ts';

const noteMark = /^\[?[\d*†‡§]{1,4}\]?$/;

/** More words than this are no note. */
const longestNote = 300;

/** Notes that make up more than this share of the kept words are a list of sources, which the model judges. */
const mostOfPage = 0.25;

/** Gives the places of the blocks that are notes of kept blocks. */
export function notesOf(blocks: readonly Block[], keeps: readonly boolean[]): readonly number[] {
  const notes = targetsOf(blocks, keeps);
  if (notes.size === 0) return [];
  const found: number[] = [];
  let keptWords = 0;
  let noteWords = 0;
  for (const [at, { section, words }] of blocks.entries()) {
    if (keeps[at] === true) keptWords += words;
    else if (words <= longestNote && isWithin(section.element, notes)) {
      found.push(at);
      noteWords += words;
    }
  }
  return noteWords > mostOfPage * keptWords ? [] : found;
}

/** The elements that note marks in kept blocks lead to. */
function targetsOf(blocks: readonly Block[], keeps: readonly boolean[]): ReadonlySet<Element> {
  const targets = new Set<Element>();
  for (const [at, { texts, link, linkWords }] of blocks.entries()) {
    if (keeps[at] !== true || (link === 0 && linkWords === 0)) continue;
    for (const text of texts) {
      if (text.length > 8 || !noteMark.test(text.data.trim())) continue;
      const href = text.parentElement?.closest('a')?.getAttribute('href') ?? '';
      const target = href.startsWith('#') ? text.ownerDocument.getElementById(href.slice(1)) : null;
      const note = target?.closest('li, p, dd, td, div, aside, section');
      if (note != null && !note.contains(text)) targets.add(note);
    }
  }
  return targets;
}

function isWithin(element: Element, notes: ReadonlySet<Element>): boolean {
  for (let up: Element | null = element; up !== null; up = up.parentElement) {
    if (notes.has(up)) return true;
  }
  return false;
}
