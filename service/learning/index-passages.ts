/** Turns a document or a note into the passages and terms that are searched. */
import { plainText } from '../../lib/core/text/plain-text.ts';
import { splitPassages, type Passage } from '../../lib/core/text/split-passages.ts';
import { tokenize } from '../../lib/core/text/tokenize.ts';
import type { MaterialRow } from '../db/materials.ts';
import type { NewPassage } from '../db/passages.ts';

/** Cuts a document or a note into passages; the terms of each are made when its turn comes. */
export function passagesOf(material: MaterialRow): Passage[] {
  return splitPassages(material.content, material.title ?? '');
}

/** Gives a passage as it is stored and indexed. */
export function indexed(passage: Passage, material: MaterialRow): NewPassage {
  return {
    material: material.seq,
    container: material.container,
    position: passage.position,
    lead: passage.lead,
    text: passage.text,
    titleTerms: termsOf(passage.headings.join('\n')),
    bodyTerms: termsOf(plainText(passage.text)),
  };
}

function termsOf(text: string): string {
  return tokenize(text)
    .map((token) => token.term)
    .join(' ');
}
