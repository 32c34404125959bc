/** A vocabulary with the word frequencies of English: real function words, and mostly made-up content words. */
import type { Random } from './random.ts';

export interface Vocabulary {
  function(random: Random): string;
  /** Returns a content word. The k-th word is used in proportion to 1 / (k + 30), close to Zipf's law. */
  content(random: Random): string;
  /** Returns the 24 words that recur in an article. */
  topic(random: Random): string[];
}

export const FUNCTION_WORDS =
  `the of and to in a is that it was for on are as with his they at be this from have or by one had
  not but what all were when we there can an your which their said if do will each about how up out them then she many
  some so these would other into has more her two like him see time could no make than first been its who now people my
  made over did down only way find use may long little very after called just where most know`.split(
    /\s+/,
  );

const KNOWN_WORDS =
  `river garden winter letter market engine forest harbor bridge teacher painter violin compass glacier
  orchard lantern granite pottery shepherd almanac monsoon telescope archive saddle meadow copper thunder cabin salmon
  canyon library cathedral railway voyage dialect harvest kitchen portrait memory theory signal current pressure surface
  protein climate election budget treaty museum journey island mountain village captain merchant weaver carpenter
  physician senator poet`.split(/\s+/);

export const ONSETS =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w'.split(
    ' ',
  );
export const NUCLEI = 'a e i o u ai ea ee oa ou'.split(' ');
const CODAS = [
  '',
  '',
  '',
  'b',
  'ck',
  'd',
  'l',
  'ld',
  'm',
  'mp',
  'n',
  'nd',
  'nt',
  'p',
  'r',
  'rd',
  'rn',
  's',
  'sh',
  'st',
  't',
];
const ENDINGS = ['', '', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ment', 'tion', 'ness', 'able'];

const CONTENT_WORDS = 12_000;
const TOPIC_WORDS = 24;

/** Creates a vocabulary. Pages have words in common if they are made from the same one. */
export function createVocabulary(random: Random): Vocabulary {
  const words = contentWords(random);
  const shares = cumulative(words.length, 30);
  const functionShares = cumulative(FUNCTION_WORDS.length, 2);
  return {
    function: (source) => pickBy(functionShares, FUNCTION_WORDS, source),
    content: (source) => pickBy(shares, words, source),
    topic: (source) => Array.from({ length: TOPIC_WORDS }, () => source.pick(words)),
  };
}

function contentWords(random: Random): string[] {
  const words = new Set(KNOWN_WORDS);
  while (words.size < CONTENT_WORDS) {
    const syllables = Array.from(
      { length: random.between(1, 3) },
      () => random.pick(ONSETS) + random.pick(NUCLEI),
    );
    words.add(syllables.join('') + random.pick(CODAS) + random.pick(ENDINGS));
  }
  return [...words];
}

/** Returns the running sums of 1 / (rank + offset) as shares of the total. */
function cumulative(length: number, offset: number): number[] {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 0; rank < length; rank += 1) sums.push((sum += 1 / (rank + offset)));
  return sums.map((value) => value / sum);
}

function pickBy(shares: readonly number[], words: readonly string[], random: Random): string {
  const wanted = random.next();
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) < wanted) low = middle + 1;
    else high = middle;
  }
  return words[low] ?? '';
}
