/** Generates articles with the wording and size of real ones. The same seed gives the same pages. */
import { createRandom, type Random } from './random.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

export interface GeneratedPage {
  readonly url: string;
  readonly title: string;
  /** The article as Markdown. */
  readonly content: string;
}

/** Generates pages of about 900 words. Each mixes words from its topic with common words. */
export function generatePages(count: number, seed: number): GeneratedPage[] {
  const vocabulary = createVocabulary(createRandom(seed));
  return Array.from({ length: count }, (_, index) =>
    page(index, createRandom(seed * 1_000_003 + index + 1), vocabulary),
  );
}

const SITES = [
  'journal.example',
  'notes.example',
  'weekly.example',
  'field.example',
  'archive.example',
];

interface Author {
  readonly random: Random;
  readonly vocabulary: Vocabulary;
  /** Words that recur in this article. */
  readonly topic: readonly string[];
}

function page(index: number, random: Random, vocabulary: Vocabulary): GeneratedPage {
  const author = { random, vocabulary, topic: vocabulary.topic(random) };
  const title = titleOf(author);
  const sections = Array.from({ length: random.between(3, 5) }, () => section(author));
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    url: `https://${random.pick(SITES)}/${2015 + (index % 11)}/${slug}-${index}`,
    title,
    content: [...paragraphs(author, random.between(1, 2)), ...sections].join('\n\n'),
  };
}

function section(author: Author): string {
  const blocks = paragraphs(author, author.random.between(2, 4));
  if (author.random.next() < 0.25) blocks.push(list(author));
  return [`## ${titleOf(author)}`, ...blocks].join('\n\n');
}

function paragraphs(author: Author, count: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: author.random.between(2, 5) }, () => sentence(author)).join(' '),
  );
}

function list(author: Author): string {
  const length = author.random.between(3, 6);
  return Array.from({ length }, () => `- ${sentence(author)}`).join('\n');
}

function titleOf({ random, vocabulary, topic }: Author): string {
  const words = Array.from({ length: random.between(3, 6) }, (_, place) =>
    place % 2 === 0 ? random.pick(topic) : vocabulary.content(random),
  );
  return capitalized(words.join(' '));
}

/** Mixes function and content words, with an occasional comma and a rare number or link. */
function sentence(author: Author): string {
  const length = author.random.between(8, 26);
  const words = Array.from({ length }, (_, place) => {
    const isComma = place > 3 && place < length - 3 && author.random.next() < 0.07;
    return isComma ? `${word(author)},` : word(author);
  });
  return `${capitalized(words.join(' '))}${author.random.next() < 0.05 ? '?' : '.'}`;
}

function word({ random, vocabulary, topic }: Author): string {
  const roll = random.next();
  if (roll < 0.45) return vocabulary.function(random);
  if (roll < 0.57) return random.pick(topic);
  if (roll < 0.985) return vocabulary.content(random);
  if (roll < 0.995) return String(random.between(2, 2100));
  const linked = random.pick(topic);
  return `[${linked}](https://${random.pick(SITES)}/${linked})`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
