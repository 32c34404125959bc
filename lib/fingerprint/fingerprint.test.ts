import { describe, expect, it } from 'vitest';
import { contentDigest, compareFingerprints, fingerprintOf } from './fingerprint.ts';

const syllables = [
  'ha',
  'bou',
  'lot',
  'led',
  'ger',
  'tide',
  'ro',
  'fros',
  'nel',
  'mi',
  'san',
  'ker',
];

/** Returns different sentences of twelve words each. */
function sentences(count: number, from = 0): string {
  return Array.from({ length: count }, (_, index) => sentence(from + index)).join(' ');
}

function sentence(number: number): string {
  let seed = number * 7_919 + 17;
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    const [a, b, c] = [seed, seed >> 6, seed >> 12].map((at) => syllables[at % syllables.length]);
    return `${a}${b}${c}`;
  };
  return `${Array.from({ length: 12 }, word).join(' ')}.`;
}

function compared(before: string, after: string): string {
  return compareFingerprints(fingerprintOf(before), fingerprintOf(after));
}

const short = sentences(12);
const article = `# Harbours\n\n${sentences(30)}\n\n${sentences(30, 30)}`;

describe('fingerprintOf', () => {
  it.each([
    ['nothing', ''],
    ['one word', 'Tide'],
    ['an article', article],
    ['a very long page', sentences(6_000)],
    ['Japanese', '港の長い記憶。'.repeat(400)],
  ])('is short for %s', (_name, text) => {
    expect(fingerprintOf(text).length).toBeLessThanOrEqual(400);
  });

  it.each([
    ['nothing', '', 0],
    ['one word', 'Tide', 1],
    ['three words', 'The tide turns', 1],
    ['four words', 'The tide turns now', 2],
    ['a repeated word', 'Tide '.repeat(10), 1],
    ['letters of a script without spaces', '港の記憶', 2],
    ['Thai letters', 'กาแฟ', 2],
    ['numbers as one word', 'Page 7 of 1 204 now', 3],
  ])('counts the trigrams of %s', (_name, text, runs) => {
    expect(fingerprintOf(text).split('.')[1]).toBe(`${runs}`);
  });

  // Fingerprints are stored. A change of the algorithm needs a new `form`, or every page would seem changed.
  it('is the same as in earlier versions', async () => {
    expect((await contentDigest(fingerprintOf(article))).slice(0, 16)).toBe('8b2a01f117a5d843');
  });

  it('is the same for the same text', () => {
    expect(fingerprintOf(article)).toBe(fingerprintOf(article));
  });
});

describe('compareFingerprints', () => {
  it.each([
    ['a counter', `${short} 7 comments.`, `${short} 1,204 comments.`],
    ['a counter with a unit', `${short} 980 views`, `${short} 1.2K views`],
    ['a date', `Updated 3 May 2026. ${short}`, `Updated 21 November 2026. ${short}`],
    ['a relative time', `3 hours ago. ${short}`, `Yesterday. ${short}`],
    ['the URL of a link', `${short} [Next](/a?s=1)`, `${short} [Next](/b?s=zzz)`],
    ['emphasis', `${short} More words.`, `${short} **More** words.`],
    ['a word in an article', article, article.replace(/[a-z]+(?=\.)/, 'another')],
    ['nothing in an empty text', '', ''],
    // A limitation of short fingerprints, documented at `compareFingerprints`.
    ['a sentence in a very long page', sentences(3_000), `${sentences(3_000)} It rained at last.`],
  ])('ignores %s', (_name, before, after) => {
    expect(compared(before, after)).toBe('same');
  });

  it.each([
    ['a paragraph in a short text', short, `${short}\n\n${sentences(3, 500)}`],
    ['a paragraph in an article', article, `${article}\n\n${sentences(5, 500)}`],
    ['a removed paragraph', article, `# Harbours\n\n${sentences(30)}`],
    ['another text', article, sentences(60, 900)],
    ['text in an empty page', '', short],
    [
      'another short notice',
      'Closed until Monday morning, sorry.',
      'The boat sank yesterday; everybody drowned.',
    ],
    ['another word in a sentence', 'The harbour is open today.', 'The harbour is closed today.'],
    ['a tenth of a long page', sentences(3_000), sentences(3_000, 300)],
    [
      'Japanese sentences',
      '港の長い記憶。税関は焼け落ちた。',
      '下町の人びとは、どの家が北の灯を守っていたかを覚えていた。',
    ],
  ])('notices %s', (_name, before, after) => {
    expect(compared(before, after)).toBe('changed');
  });

  /** Returns a fingerprint of `runs` trigrams whose sketch is all zeros except for `end`. */
  const note = (runs: number, end = '') =>
    `1.${runs.toString(36)}.${btoa(end.padStart(256, '\0'))}`;

  it.each([
    ['a fifth of a few lines', 20, 86],
    ['sixteen trigrams of an article', 100, 110],
    ['three percent of a long page', 1_000, 121],
  ])('ignores a change of %s and notices a larger one', (_name, runs, shared) => {
    const other = (rows: number) => note(runs, '\u0000\u0001'.repeat(128 - rows));

    expect(compareFingerprints(note(runs), other(shared))).toBe('same');
    expect(compareFingerprints(note(runs), other(shared - 1))).toBe('changed');
  });

  it('reads both bytes of a value', () => {
    expect(compareFingerprints(note(1, '\u0001\u0000'.repeat(128)), note(1))).toBe('changed');
    expect(compareFingerprints(note(1, '\u0000\u0001'.repeat(128)), note(1))).toBe('changed');
  });

  it.each(['', '2.a.AAAA', '1.a.AAAA', '1.a.AAAAA', '1.a.not base 64', 'x'.repeat(400)])(
    'returns unknown for a fingerprint in another format: %s',
    (other) => {
      expect(compareFingerprints(fingerprintOf(short), other)).toBe('unknown');
      expect(compareFingerprints(other, fingerprintOf(short))).toBe('unknown');
    },
  );

  it.each(['x1.k.', '1.K.', '2.k.'])(
    'returns unknown for a fingerprint that starts with %s',
    (start) => {
      const rest = note(20).slice('1.k.'.length);

      expect(compareFingerprints(note(20), `1.k.${rest}`)).toBe('same');
      expect(compareFingerprints(note(21), `${start}${rest}`)).toBe('unknown');
      expect(compareFingerprints(note(21), `1.k.${rest}=`)).toBe('unknown');
    },
  );
});
