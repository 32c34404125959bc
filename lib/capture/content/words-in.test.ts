import { describe, expect, it } from 'vitest';
import { measureText } from '../../../tests/extraction/training-features.ts';
import { wordsIn } from './words-in.ts';

describe('measureText', () => {
  it.each([
    ['', { words: 0, sentences: 0 }],
    ['Two words.', { words: 2, capitals: 1, sentences: 1 }],
    ['Version 1.5, or 2; both!', { words: 6, digits: 3, commas: 2, sentences: 1 }],
    ['Größe über alles', { words: 3 }],
    ['東京は、雨。', { words: 4, commas: 1, sentences: 1 }],
    ['“Quoted” – and more…', { words: 3, sentences: 1 }],
  ])('measures %j', (text, expected) => {
    expect(measureText(text)).toMatchObject(expected);
    expect(wordsIn(text)).toBe(expected.words);
  });
});
