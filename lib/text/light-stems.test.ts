import { expect, it } from 'vitest';
import { stem } from './stem.ts';

it.each([
  ['Arabic words with the article and prefixes', 'الكتاب بالكتاب كالكتاب فالكتاب للكتاب', 'كتاب'],
  ['Arabic words with “and”, with and without the article', 'وكتاب والكتاب وبالكتاب', 'كتاب'],
  ['Arabic endings of nouns', 'كتابها كتابان كتابات كتابيه كتابه كتابي', 'كتاب'],
  ['Arabic words of two letters', 'اب الاب ابي', 'اب'],
  ['Arabic plurals of people', 'معلمون معلمين', 'معلم'],
  ['Russian adjectives', 'старыми старого старая старый старых старо', 'стар'],
  ['French plurals in -eux', 'lieu lieux', 'lieu'],
  ['Swedish plurals', 'skog skogar skogarna skogorna skogerna', 'skog'],
  ['endings in -en', 'frau frauen', 'frau'],
])('reduces to one stem: %s', (_what, words, term) => {
  expect(new Set(words.split(' ').map((word) => stem(word)))).toEqual(new Set([term]));
});

it.each([
  'ورد',
  'الب',
  'بالب',
  'دين',
  'дом',
  'мое',
  'open',
  'data',
  'jeux',
  'sugar',
  'client',
  'bordeauxwein',
  'x2cats',
  'ж2книга',
  '2كتابها',
])('keeps %s unchanged', (word) => {
  expect(stem(word)).toBe(word);
});
