/** Finds which blocks of a page an extractor took for the article. */
import type { Block } from './page-blocks.ts';

/**
 * Gives for each block the share of its letters in `article`, from 0 to 1. The extractor may have rebuilt what it
 * took, so the texts are found again by what they say, in their order.
 */
export function articleShares(blocks: readonly Block[], article: Element): Float64Array {
  const { places, owners } = placesOf(blocks);
  const found = new Float64Array(blocks.length);
  const walker = article.ownerDocument.createTreeWalker(article, 4 /* NodeFilter.SHOW_TEXT */);
  let reached = -1;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const key = (node.nodeValue ?? '').trim();
    const list = key === '' ? undefined : places.get(key);
    if (list === undefined || list.length === 0) continue;
    const after = list.findIndex((place) => place > reached);
    const [place = 0] = list.splice(Math.max(0, after), 1);
    reached = place;
    const owner = owners[place] ?? 0;
    found[owner] = (found[owner] ?? 0) + key.length;
  }
  return found.map((letters, at) => Math.min(1, letters / lettersOf(blocks[at])));
}

/** Where each text stands among all texts, and which block it belongs to. */
function placesOf(blocks: readonly Block[]) {
  const places = new Map<string, number[]>();
  const owners: number[] = [];
  for (const [at, { texts }] of blocks.entries()) {
    for (const { data } of texts) {
      const key = data.trim();
      const list = places.get(key);
      if (list === undefined) places.set(key, [owners.length]);
      else list.push(owners.length);
      owners.push(at);
    }
  }
  return { places, owners };
}

function lettersOf(block: Block | undefined): number {
  let letters = 0;
  for (const { data } of block?.texts ?? []) letters += data.trim().length;
  return Math.max(1, letters);
}
