import { describe, expect, it } from 'vitest';
import { countMarkdownWords, countWords } from './word-count.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['  \n ', 0],
    ['— … !', 0],
    ['One two  three\nfour', 4],
    ["don't well-known 3.5 e.g.", 4],
    ['before—after', 2],
    ['Über Straße naïve', 3],
    ['كان الجليد يباع', 3],
    ['얼음은 겨울에', 2],
    ['古人冬天取冰。', 6],
    ['氷はカタカナ', 6],
    ['HTML 是标准', 4],
    ['สวัสดีชาวโลก', 3],
  ])('counts %j as %i', (text, expected) => {
    expect(countWords(text)).toBe(expected);
  });
});

describe('countMarkdownWords', () => {
  it.each([
    ['# A title\n\n**Bold** words', 4],
    ['[a link](https://example.org/some/path_(x\\)) and more', 4],
    ['![a picture](https://example.org/a.png)', 2],
    ['1. one\n2. two', 2],
    ['| a | b |\n| --- | --- |', 2],
  ])('counts %j as %i', (text, expected) => {
    expect(countMarkdownWords(text)).toBe(expected);
  });
});
