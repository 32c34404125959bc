import { describe, expect, it } from 'vitest';
import { passageUrl } from './text-fragment.ts';

const page = 'https://example.org/a';

/** Returns the ranges of all occurrences of the words in the passage. */
function marksOf(passage: string, ...words: string[]): [number, number][] {
  return words.flatMap((word) =>
    [...passage.matchAll(new RegExp(word, 'gi'))].map(({ index }): [number, number] => [
      index,
      index + word.length,
    ]),
  );
}

function directive(passage: string, ...words: string[]): string {
  const link = passageUrl({ url: page, passage, marks: marksOf(passage, ...words) });
  return decodeURIComponent(link.replace(`${page}#:~:text=`, ''));
}

describe('passageUrl', () => {
  it.each([
    [
      'a short sentence whole',
      'Ice keeps for months. Straw kept it cold in summer. Then came machines.',
      ['straw', 'summer'],
      'Straw kept it cold in summer',
    ],
    [
      'a long sentence by its ends',
      'The merchants of the harbour packed every block of ice in sawdust before the ships set sail for the south.',
      ['sawdust'],
      'The merchants of the harbour,set sail for the south',
    ],
    [
      'a long sentence by whole words',
      'The merchants of the sea-side,” they said, packed every block of ice in straw before it sailed',
      ['straw'],
      'The merchants of the sea-side,in straw before it sailed',
    ],
    [
      'nine words whole',
      'One two three four five six seven eight nine',
      [],
      'One two three four five six seven eight nine',
    ],
    [
      'a sentence after two spaces',
      'Ice keeps for months.  Straw kept it.',
      ['straw'],
      'Straw kept it',
    ],
    ['the first of two equally good sentences', 'Ice one.\nIce two.', [], 'Ice one'],
    [
      'the line with the matches, not a longer one after it',
      'Ice and salt.\nNothing else of that is here.',
      ['ice', 'salt'],
      'Ice and salt',
    ],
    ['only one line', 'The heading\nThe text below it.', ['heading', 'text'], 'The text below it'],
    [
      'the line with the most different matches, not the most repeated',
      'ice ice ice ice\nice and salt',
      ['ice', 'salt'],
      'ice and salt',
    ],
    [
      'one cell of a table row',
      'Year | Blocks of ice | Price\n1840 | 12,000 | 9',
      ['blocks'],
      'Blocks of ice',
    ],
    [
      'a long sentence if nothing matches',
      'Short.\nThis line says more.',
      [],
      'This line says more',
    ],
    ['no list marker', '- A list of things', ['list'], 'A list of things'],
    ['no quotation marks', '“A quoted line,”', ['quoted'], 'A quoted line'],
    [
      'a sentence with abbreviations',
      'It costs 3.5 kr. a kilo, e.g. here. The end.',
      ['kilo'],
      'It costs 3.5 kr. a kilo, e.g. here',
    ],
    [
      'white space as the browser collapses it',
      'two   words\u00a0 here',
      ['words'],
      'two words here',
    ],
    ['an Arabic sentence', 'كان الجليد يباع في الصيف؟ ثم جاءت الآلات.', ['الآلات'], 'ثم جاءت الآلات'],
    ['a Chinese sentence', '古人冬天取冰。夏天用冰消暑。后来有了机器。', ['消暑'], '夏天用冰消暑'],
    [
      'a Japanese sentence',
      '氷は冬に切り出された。夏まで保存された。',
      ['保存'],
      '夏まで保存された',
    ],
    [
      'a Hindi sentence',
      'बर्फ सर्दी में काटी जाती थी। गर्मी में बिकती थी। अंत',
      ['बिकती'],
      'गर्मी में बिकती थी',
    ],
  ])('quotes %s', (...[, passage, words, expected]) => {
    expect(directive(passage, ...words)).toBe(expected);
  });

  it('cuts a long Chinese sentence between words', () => {
    const passage =
      '到了清代末年，北京的冰窖仍然在每年冬天从护城河里采集大量的天然冰块，供给宫廷和百姓在夏天使用';
    const [start = '', end = ''] = directive(passage, '冰窖').split(',');

    const segments = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(passage)];
    const words = segments.filter(({ isWordLike }) => isWordLike);
    const tenth = words[9];
    expect(start).toBe(passage.slice(0, (tenth?.index ?? 0) + (tenth?.segment.length ?? 0)));
    expect(end).toBe(passage.slice(words.at(-10)?.index));
  });

  it.each([
    [
      'hyphens, commas and ampersands',
      'well-known, salt & ice',
      'well%2Dknown%2C%20salt%20%26%20ice',
    ],
    ['percent signs', '50% of it', '50%25%20of%20it'],
    ['letters of every script', 'Straße', 'Stra%C3%9Fe'],
    ['a lone surrogate', 'odd \ud83d word', 'odd%20%EF%BF%BD%20word'],
  ])('escapes %s', (_, passage, expected) => {
    expect(passageUrl({ url: page, passage, marks: [] })).toBe(`${page}#:~:text=${expected}`);
  });

  it.each([
    ['https://example.org/#/inbox', 'https://example.org/#/inbox:~:text=A%20word'],
    ['http://example.org/a', 'http://example.org/a#:~:text=A%20word'],
    ['https://example.org/a#part', 'https://example.org/a#part:~:text=A%20word'],
    ['https://example.org/a#', 'https://example.org/a#:~:text=A%20word'],
    ['https://example.org/a#:~:text=old', 'https://example.org/a#:~:text=A%20word'],
    ['https://example.org/#/in:~:text=old', 'https://example.org/#/in:~:text=A%20word'],
  ])('keeps the fragment of %s', (url, expected) => {
    expect(passageUrl({ url, passage: 'A word', marks: [] })).toBe(expected);
  });

  it.each([
    ['the source of a page', 'view-source:https://example.org/', 'A word'],
    ['a file', 'file:///connection/ada/a.html', 'A word'],
    ['a script', 'javascript:alert(1)', 'A word'],
    ['an invalid URL', 'https://', 'A word'],
    ['a passage without words', page, ' … — '],
    ['an empty passage', page, ''],
  ])('keeps the URL of %s', (_, url, passage) => {
    expect(passageUrl({ url, passage, marks: [] })).toBe(url);
  });
});
