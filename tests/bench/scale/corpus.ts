/** Generates a collection of any size from a seed. A larger collection starts with the documents of a smaller one. */
import { createRandom, type Random } from '../random.ts';
import { scripts, type Script } from './scripts.ts';

export interface GeneratedDocument {
  readonly script: Script;
  /** Words that recur in this document. */
  readonly topic: readonly string[];
  readonly title: string;
  /** The document as Markdown, in paragraphs of about 120 words. */
  readonly content: string;
}

/** The host of all documents' addresses. */
export const HOST = 'journal.example';

const SEED = 20261122;
/** The size of a script's vocabulary. The k-th word is used in proportion to 1 / (k + OFFSET) (Zipf and Mandelbrot). */
const VOCABULARY = 500_000;
const OFFSET = 2.7;
const TOPIC_WORDS = 16;
/** The share of a document's words that belong to its topic. */
const TOPIC_SHARE = 0.12;

/** Returns the document with this number, which is the same in every run. */
export function documentAt(index: number): GeneratedDocument {
  const random = createRandom(SEED + index * 7_919);
  const script = scriptOf(random);
  const topic = Array.from({ length: TOPIC_WORDS }, () => contentWord(script, random));
  const author: Author = { random, script, topic };
  const paragraphs = Array.from({ length: random.between(3, 13) }, () => paragraph(author));
  return { script, topic, title: sentence(author, 5), content: paragraphs.join('\n\n') };
}

/** Returns a random content word, excluding the most frequent ones. */
function contentWord(script: Script, random: Random): string {
  return script.word(random.between(1_000, VOCABULARY));
}

interface Author {
  readonly random: Random;
  readonly script: Script;
  readonly topic: readonly string[];
}

function paragraph(author: Author): string {
  const { random, script } = author;
  const sentences = Array.from({ length: random.between(5, 9) }, () =>
    sentence(author, random.between(8, 26)),
  );
  return (sentences.join(script.stop) + script.stop).trim();
}

function sentence({ random, script, topic }: Author, length: number): string {
  const words = Array.from({ length }, () =>
    random.next() < TOPIC_SHARE ? random.pick(topic) : script.word(zipf(random)),
  );
  return words.join(script.space);
}

function zipf(random: Random): number {
  return Math.floor(OFFSET * ((VOCABULARY + OFFSET) / OFFSET) ** random.next() - OFFSET);
}

function scriptOf(random: Random): Script {
  let left = random.next() * 100;
  for (const script of scripts) {
    left -= script.percent;
    if (left < 0) return script;
  }
  throw new Error('The script shares add up to less than a hundred.');
}
