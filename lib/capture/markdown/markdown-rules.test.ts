import { expect, it } from 'vitest';
import { caretPowerOf } from './markdown-rules.ts';

it.each([
  ['2', '^2'],
  ['−12', '^−12'],
  ['n', '^n'],
  ['2+', '^2+'],
  ['n+1', '^(n+1)'],
  ['n − 1', '^(n − 1)'],
  ['(k−1)', '^(k−1)'],
  ['1/2', '^(1/2)'],
  ['2n', '^(2n)'],
  ['−kt', '^(−kt)'],
  ['iπ', '^(iπ)'],
  ['π', '^π'],
  ['a+b', '^(a+b)'],
  ['n-k', '^(n-k)'],
])('writes the superscript %s as %s', (words, expected) => {
  expect(caretPowerOf(words)).toBe(expected);
});

it.each([
  'st',
  'th',
  'er',
  'ème',
  'TM',
  '®',
  'a',
  '[1]',
  '1–3',
  '1, 2',
  '†',
  'citation needed',
  'ος',
  'ης',
  'a-c',
  'a–c',
  'n/a',
  'c/o',
  'e-mail',
  'А-1',
])("doesn't write the superscript %s as a power", (words) => {
  expect(caretPowerOf(words)).toBeNull();
});
