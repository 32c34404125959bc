import { describe, expect, it } from 'vitest';
import { plainInline } from './plain-text.ts';

describe('plainInline', () => {
  it.each([
    ['a mark next to a word on one side', '*a* b_ _c', 'a b c'],
    ['two stars or tildes within a word', 'a**b**c d~~e', 'abc de'],
    ['code between two backticks that contains one', '``a ` *b*`` *c*', 'a ` *b* c'],
    ['an escaped mark', String.raw`\*a\* \!\~`, '*a* !~'],
    ['two links', '[a](b) and [c](d)', 'a and c'],
    ['a link within brackets', '[a [b](c) d](e)', 'a b d'],
    ['a link that contains brackets', '[a [b] c](d)', 'a [b] c'],
    ['three backticks within a line', 'a ```b``` c', 'a b c'],
    ['a link after an unclosed bracket', '[a [b](c)', '[a b'],
    ['an escaped parenthesis in a URL', String.raw`[a](b\)c)d`, 'ad'],
    ['a URL with nested parentheses', '[a](1(2(3)))b', 'ab'],
    ['a long URL', `[a](${'x'.repeat(4095)})b`, 'ab'],
    ['autolinks', '<HTTP://a.example/b_c> <ada@b.example>', 'HTTP://a.example/b_c ada@b.example'],
    ['line breaks', 'a<br/>b<BR />c', 'a b c'],
  ])('removes the markup of %s', (_what, text, expected) => {
    expect(plainInline(text)).toBe(expected);
  });

  it.each([
    ['marks between spaces', 'a * b ** c _ d ~~ e'],
    ['a mark alone', '*'],
    ['marks at both ends next to spaces', '* a *'],
    ['any underscores within a word', 'a_b a__b'],
    ['one star or tilde within a word', '2*3 a~b'],
    ['one tilde before a number', '~5'],
    ['a backslash before a letter', String.raw`C:\dir`],
    ['four backticks', '````a````'],
    ['one backtick alone', '`a``'.slice(0, 1)],
    ['brackets without a URL', '[a] (b) c] [d]'],
    ['an exclamation mark', 'Ah! [b] Ah!b](c)'],
    ['an unclosed URL', '[a](b [c](d'],
    ['parentheses nested too deeply for a URL', '[a](1(2(3(4))))'],
    ['an overlong URL', `[a](${'x'.repeat(4096)})`],
    ['tags and comparisons', '<b> a<b c>d <a b@c> <http:>'],
  ])('keeps %s', (_what, text) => {
    expect(plainInline(text)).toBe(text);
  });
});
