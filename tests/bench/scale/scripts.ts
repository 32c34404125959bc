/** Generates words of several scripts from their rank, so that a vocabulary of any size needs no table. */
import { FUNCTION_WORDS, NUCLEI, ONSETS } from '../vocabulary.ts';

export interface Script {
  readonly name: string;
  /** The percentage of documents in this script. */
  readonly percent: number;
  /** The separator between words. */
  readonly space: string;
  readonly stop: string;
  /** How many of the most frequent words carry no meaning. */
  readonly functionWords: number;
  /** Returns the word of a rank; rank 0 is the most frequent. Frequent words are short. */
  readonly word: (rank: number) => string;
}

const CYRILLIC = pairsOf('бвгджзклмнпрстфхцчшщ', 'аеиоуыя');
const ARABIC = 'بتثجحخدذرزسشصضطظعغفقكلمنهوي'.split('');
const HAN = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 6));
const PARTICLES = 'のにはをたがでてとしれさ'.split('');
const THAI = pairsOf('กขคงจชดตถทนบปผพมยรลวสห', 'ะาิีุูเแ');

export const scripts: readonly Script[] = [
  {
    name: 'Latin',
    percent: 62,
    space: ' ',
    stop: '. ',
    functionWords: FUNCTION_WORDS.length,
    word: (rank) => FUNCTION_WORDS[rank] ?? inflected(rank - FUNCTION_WORDS.length),
  },
  spaced('Cyrillic', 12, (rank) => spell(rank, CYRILLIC)),
  spaced('Arabic', 8, (rank) => `${rank % 3 === 0 ? 'ال' : ''}${spell(rank + 400, ARABIC)}`),
  unspaced('Han', 10, (rank) => spell(rank, HAN)),
  unspaced('Japanese', 5, (rank) => PARTICLES[rank] ?? `${spell(rank, HAN)}${kana(rank)}`),
  { ...unspaced('Thai', 3, (rank) => spell(rank, THAI)), stop: ' ' },
];

const LATIN = ONSETS.flatMap((onset) => NUCLEI.map((nucleus) => onset + nucleus));
const ENDINGS = ['n', 's', 'r', 'ning', 'ned', 'l', 'ting', 'ck', 'rs', 'nt'];

/** Returns a stem with an ending. Each stem belongs to two consecutive ranks, which differ in the ending. */
function inflected(rank: number): string {
  return `${spell(Math.floor(rank / 2), LATIN)}${ENDINGS[(rank * 7) % ENDINGS.length] ?? ''}`;
}

function kana(rank: number): string {
  return PARTICLES[(rank * 5) % PARTICLES.length] ?? '';
}

/** Spells each number differently, with as few of the `signs` as possible. */
function spell(number: number, signs: readonly string[]): string {
  const last = signs[(number * 17) % signs.length] ?? '';
  const rest = Math.floor(number / signs.length);
  return rest === 0 ? last : spell(rest - 1, signs) + last;
}

function spaced(name: string, percent: number, word: Script['word']): Script {
  return { name, percent, space: ' ', stop: '. ', functionWords: 60, word };
}

function unspaced(name: string, percent: number, word: Script['word']): Script {
  return { name, percent, space: '', stop: '。', functionWords: 12, word };
}

function pairsOf(onsets: string, nuclei: string): string[] {
  return onsets.split('').flatMap((onset) => nuclei.split('').map((nucleus) => onset + nucleus));
}
