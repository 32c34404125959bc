import { describe, expect, it } from 'vitest';
import { matchRanges, searchTerms } from './search-terms.ts';

describe('searchTerms', () => {
  it.each([
    ['words', 'salty rivers', ['salt', 'river']],
    ['a repeated word once', 'rivers River RIVER', ['river']],
    ['no English stop words', 'how do the rivers run to the sea', ['river', 'run', 'sea']],
    ['stop words if nothing else is left', 'to be or not to be', ['to', 'be', 'or', 'not']],
    ['no contracted stop words', "why doesn't it rain", ['rain']],
    ['no German stop words', 'wie hoch ist der Berg', ['hoch', 'berg']],
    ['a German stop word in an English query', 'die hard', ['die', 'hard']],
    ['no single German stop word in a query with an umlaut', 'die Brücke', ['bruck']],
    ['no French stop words', 'où est la gare de la ville', ['gare', 'vill']],
    ['no Spanish stop words', 'cuándo sale el tren para Bilbao', ['sale', 'tren', 'bilba']],
    ['no Portuguese stop words', 'onde fica a estação do porto', ['fica', 'estaca', 'port']],
    ['no Italian stop words', 'perché il mare della baia', ['mare', 'baia']],
    ['no Dutch stop words', 'waarom zijn de havens zout', ['hav', 'zout']],
    ['no Swedish stop words', 'varför och när fryser havet', ['fryser', 'havet']],
    ['no Norwegian stop words', 'hvorfor fryser ikke havet', ['fryser', 'havet']],
    ['no Polish stop words', 'kiedy odpływa statek do Gdyni', ['odplyw', 'statek', 'gdyn']],
    ['the words of an ambiguous query as English', 'so the die was in brass', ['die', 'brass']],
    [
      'Korean words that only look like stop words',
      '그림 고양이 누가복음 하는일',
      ['그림', '고양', '누가', '가복', '복음', '하는', '는일'],
    ],
    ['a Korean word with a particle in the middle', '대학도서관', ['대학', '학도', '도서', '서관']],
    ['no Korean question words', '왜 바다는 어디에서', ['바다']],
    ['no Korean verb endings', '바다가 있습니까 합니까', ['바다']],
    ['no Thai stop words', 'กาแฟคืออะไร', ['กาแ', 'าแฟ']],
    ['no Russian stop words', 'где находится река', ['находитс', 'рек']],
    ['Japanese words without particles', '猫は何を食べますか', ['猫', '食べ']],
    ['a Korean word without its particle', '도서관에서', ['도서', '서관']],
    ['a Korean syllable with and without its particle', '책을', ['책을', '책']],
    ['Chinese stop words if nothing else is left', '在哪里', ['在哪', '哪里']],
    ['no Arabic stop words', 'من هو الكاتب', ['كاتب']],
    ['pairs of ideographs', '北京大学', ['北京', '京大', '大学']],
    ['one ideograph', '茶', ['茶']],
    ['triples of Thai letters', 'กาแฟ', ['กาแ', 'าแฟ']],
    ['a pair of Thai letters if there are only two', 'กา', ['กา']],
    ['nothing for a soft hyphen', '\u00AD', []],
    ['nothing for punctuation', '"*(){}^:-+"', []],
    ['words that look like operators', 'cats AND dogs NEAR/3 "', ['cat', 'dog', 'near', '3']],
  ])('returns %s', (_name, query, expected) => {
    expect(searchTerms(query)).toEqual(expected);
  });
});

describe('matchRanges', () => {
  function marked(text: string, query: string): string {
    let shown = '';
    let last = 0;
    for (const [start, end] of matchRanges(text, query)) {
      shown += `${text.slice(last, start)}[${text.slice(start, end)}]`;
      last = end;
    }
    return shown + text.slice(last);
  }

  it.each([
    [
      'inflected forms',
      'Rivers ran; the river runs.',
      'river running',
      '[Rivers] [ran]; the [river] [runs].',
    ],
    ['accents and case', 'À l’École', 'ecole', 'À [l’École]'],
    ['ideographs as one range', '我在北京大学学习', '北京大学', '我在[北京大学]学习'],
    ['adjacent matches as one range', 'In Tokyo東京', 'tokyo 東京', 'In [Tokyo東京]'],
    ['a Thai word within a sentence', 'ฉันดื่มกาแฟทุกวัน', 'กาแฟ', 'ฉันดื่ม[กาแฟ]ทุกวัน'],
    ['no stop words', 'the cat and the hat', 'the hat', 'the cat and the [hat]'],
    ['nothing for a query without words', 'a + b', '+', 'a + b'],
    ['nothing if nothing matches', 'a cat', 'dog', 'a cat'],
    ['the word being typed', 'A heron nests; a hero', 'pond hero', 'A [heron] nests; a [hero]'],
    ['no beginnings of earlier words', 'A heron nests', 'hero pond', 'A heron nests'],
    [
      'compounds with a word at either end',
      'Krankenversicherungsbeiträge, Lebensversicherung, Wohnraumlüftung, Versi',
      'Versicherung Lüftung',
      'Krankenversicherungsbeiträge, [Lebensversicherung], [Wohnraumlüftung], Versi',
    ],
    ['no operators', 'the site of salt', 'salt site:example.org -lake', 'the site of [salt]'],
    ['phrases', 'salt of the lake', '"salt of the lake"', '[salt] of the [lake]'],
  ])('marks %s', (_name, text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });
});
