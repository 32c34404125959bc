import { expect, it } from 'vitest';
import { powerOf } from './raised.ts';

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
])('what is raised as %s is the power %s', (words, expected) => {
  expect(powerOf(words)).toBe(expected);
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
])('what is raised as %s is none', (words) => {
  expect(powerOf(words)).toBeNull();
});
