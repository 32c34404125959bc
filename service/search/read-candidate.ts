/** Candidates whose words were read, which further ranking judges by. */
import { plainText } from '../../lib/core/text/plain-text.ts';
import { tokenize } from '../../lib/core/text/tokenize.ts';
import type { FoundPassage } from '../db/passages.ts';

export interface Candidate {
  readonly passage: FoundPassage;
  /** BM25 of the passage at first; greater is better. */
  readonly score: number;
}

export interface ReadCandidate extends Candidate {
  /** Terms of the text, in their order. */
  readonly words: readonly string[];
}

/** Reads the words of a candidate. */
export function readCandidate(candidate: Candidate): ReadCandidate {
  const words = tokenize(plainText(candidate.passage.text)).map(({ term }) => term);
  return { ...candidate, words };
}

const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Terms of ideographs overlap, so that neither their neighbours nor their number say anything. */
export function isWord(term: string): boolean {
  return !IDEOGRAPHS.test(term);
}
