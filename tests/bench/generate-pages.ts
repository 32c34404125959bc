/** Articles that read and weigh like real ones, made from a seed: the same seed gives the same pages for ever. */
import { createRandom, type Random } from './random.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

export interface GeneratedPage {
  readonly url: string;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
}

/** Makes pages of about 900 words each; every page has words of its own topic beside the common ones. */
export function generatePages(count: number, seed: number): GeneratedPage[] {
  const vocabulary = createVocabulary(createRandom(seed));
  return Array.from({ length: count }, (_, index) => page(index, createRandom(seed * 1_000_003 + index + 1), vocabulary));
}

const SITES = ['journal.example', 'notes.example', 'weekly.example', 'field.example', 'archive.example'];

function page(index: number, random: Random, vocabulary: Vocabulary): GeneratedPage {
  const topic = vocabulary.topic(random);
  const title = titleOf(random, vocabulary, topic);
  const sections = Array.from({ length: random.between(3, 5) }, () => section(random, vocabulary, topic));
  const intro = paragraphs(random, vocabulary, topic, random.between(1, 2));
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    url: `https://${random.pick(SITES)}/${2015 + (index % 11)}/${slug}-${index}`,
    title,
    content: [...intro, ...sections].join('\n\n'),
  };
}

function section(random: Random, vocabulary: Vocabulary, topic: readonly string[]): string {
  const blocks = paragraphs(random, vocabulary, topic, random.between(2, 4));
  if (random.next() < 0.25) blocks.push(list(random, vocabulary, topic));
  return [`## ${titleOf(random, vocabulary, topic)}`, ...blocks].join('\n\n');
}

function paragraphs(random: Random, vocabulary: Vocabulary, topic: readonly string[], count: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: random.between(3, 5) }, () => sentence(random, vocabulary, topic)).join(' '),
  );
}

function list(random: Random, vocabulary: Vocabulary, topic: readonly string[]): string {
  const items = Array.from({ length: random.between(3, 6) }, () => `- ${sentence(random, vocabulary, topic)}`);
  return items.join('\n');
}

function titleOf(random: Random, vocabulary: Vocabulary, topic: readonly string[]): string {
  const words = Array.from({ length: random.between(3, 6) }, (_, place) =>
    place % 2 === 0 ? random.pick(topic) : vocabulary.content(random),
  );
  return capitalized(words.join(' '));
}

/** Function and content words in turn, a comma now and then, a number or a link rarely. */
function sentence(random: Random, vocabulary: Vocabulary, topic: readonly string[]): string {
  const length = random.between(8, 26);
  const words: string[] = [];
  for (let place = 0; place < length; place += 1) {
    const word = wordFor(random, vocabulary, topic);
    const isComma = place > 3 && place < length - 3 && random.next() < 0.07;
    words.push(isComma ? `${word},` : word);
  }
  return `${capitalized(words.join(' '))}${random.next() < 0.05 ? '?' : '.'}`;
}

function wordFor(random: Random, vocabulary: Vocabulary, topic: readonly string[]): string {
  const roll = random.next();
  if (roll < 0.45) return vocabulary.function(random);
  if (roll < 0.57) return random.pick(topic);
  if (roll < 0.985) return vocabulary.content(random);
  if (roll < 0.995) return String(random.between(2, 2100));
  const word = random.pick(topic);
  return `[${word}](https://${random.pick(SITES)}/${word})`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
