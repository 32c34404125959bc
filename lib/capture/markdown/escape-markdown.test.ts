import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from './escape-markdown.ts';

describe('escapeMarkdown', () => {
  it.each([
    ['*a*', '\\*a\\*'],
    ['_a_', '\\_a\\_'],
    ['__init__', '\\_\\_init\\_\\_'],
    ['a`b', 'a\\`b'],
    ['~~a~~', '\\~\\~a\\~\\~'],
    ['[a](b)', '[a\\](b)'],
    ['[a]: b', '[a\\]: b'],
    ['<b>', '\\<b>'],
    ['<!-- a', '\\<!-- a'],
    ['&lt;', '\\&lt;'],
    ['\\*', '\\\\\\*'],
    ['# a', '\\# a'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['+', '\\+'],
    ['1. a', '1\\. a'],
    ['2) a', '2\\) a'],
    ['> a', '\\> a'],
    ['---', '\\---'],
  ])('escapes %s', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });

  it.each([
    'snake_case_name',
    '3 * 4',
    'a [1] b',
    '2 < 3 & 4',
    'C:\\dir',
    '#tag',
    '-5',
    '3.5',
    'a - b',
    'a ~ b',
    'Wait!',
  ])('leaves %s as it is', (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });
});
