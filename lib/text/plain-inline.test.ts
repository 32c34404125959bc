import { describe, expect, it } from 'vitest';
import { plainInline } from './plain-text.ts';

describe('plainInline', () => {
  it.each([
    ['a mark with a word at one side', '*a* b_ _c', 'a b c'],
    ['two stars or tildes within a word', 'a**b**c d~~e', 'abc de'],
    ['code between two ticks, with one in it', '``a ` *b*`` *c*', 'a ` *b* c'],
    ['an escaped mark', String.raw`\*a\* \!\~`, '*a* !~'],
    ['two links', '[a](b) and [c](d)', 'a and c'],
    ['a link within brackets', '[a [b](c) d](e)', 'a b d'],
    ['a link around brackets', '[a [b] c](d)', 'a [b] c'],
    ['three ticks within a line', 'a ```b``` c', 'a b c'],
    ['a link after a bracket without an end', '[a [b](c)', '[a b'],
    ['an escaped parenthesis of an address', String.raw`[a](b\)c)d`, 'ad'],
    ['an address with parentheses in parentheses', '[a](1(2(3)))b', 'ab'],
    ['a long address', `[a](${'x'.repeat(4095)})b`, 'ab'],
    [
      'addresses in angle brackets',
      '<HTTP://a.example/b_c> <ada@b.example>',
      'HTTP://a.example/b_c ada@b.example',
    ],
    ['breaks', 'a<br/>b<BR />c', 'a b c'],
  ])('takes off %s', (_what, text, expected) => {
    expect(plainInline(text)).toBe(expected);
  });

  it.each([
    ['marks with space around them', 'a * b ** c _ d ~~ e'],
    ['marks alone', '*'],
    ['a mark before a gap at the beginning, after one at the end', '* a *'],
    ['underscores within a word, however many', 'a_b a__b'],
    ['one star or tilde within a word', '2*3 a~b'],
    ['one tilde before a number', '~5'],
    ['a backslash before a letter', String.raw`C:\dir`],
    ['four ticks', '````a````'],
    ['one tick that two follow', '`a``'.slice(0, 1)],
    ['brackets without an address', '[a] (b) c] [d]'],
    ['an exclamation', 'Ah! [b] Ah!b](c)'],
    ['an address without an end', '[a](b [c](d'],
    ['parentheses too deep for an address', '[a](1(2(3(4))))'],
    ['an address that is too long', `[a](${'x'.repeat(4096)})`],
    ['tags and comparisons', '<b> a<b c>d <a b@c> <http:>'],
  ])('leaves %s', (_what, text) => {
    expect(plainInline(text)).toBe(text);
  });
});
