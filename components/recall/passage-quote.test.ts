import { describe, expect, it } from 'vitest';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { quoteOf } from './passage-quote.ts';

function quote(changes: Partial<RecallHit>): string {
  return quoteOf({
    key: '1',
    memory: 'Reading',
    kind: 'page',
    title: 'Tides',
    url: 'https://example.org/tides',
    passage: 'The moon pulls.',
    marks: [],
    savedAt: null,
    ...changes,
  });
}

describe('quoteOf', () => {
  it('gives the words as a quotation, with title and link', () => {
    expect(quote({})).toBe('> The moon pulls.\n\n— [Tides](https://example.org/tides)\n');
  });

  it('keeps blocks apart', () => {
    expect(quote({ passage: ' One.\n\nTwo. \n Three.\n' })).toMatch(
      /^> One\.\n>\n> Two\.\n>\n> Three\.\n/,
    );
  });

  it('names the host for want of a title, and the note where there is no source', () => {
    expect(quote({ title: null })).toContain('— [example.org](https://example.org/tides)');
    expect(quote({ title: null, url: null, kind: 'note' })).toContain('— Your note');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('links nowhere for %s', (url) => {
    expect(quote({ url })).toContain('— Tides\n');
  });

  it.each([
    ['# not a heading', String.raw`\# not a heading`],
    ['#hashtag', '#hashtag'],
    ['- not an item', String.raw`\- not an item`],
    ['1. not an item', String.raw`1\. not an item`],
    ['1.5 litres', '1.5 litres'],
    ['a *b* `c` [d](e) <f>', String.raw`a \*b\* \`c\` \[d\](e) \<f\>`],
    ['snake_case and _this_', String.raw`snake_case and \_this\_`],
    [String.raw`C:\temp`, String.raw`C:\\temp`],
    ['3 - 2 = 1, 4 + 5', '3 - 2 = 1, 4 + 5'],
  ])('lets no letter of %j become a mark', (passage, expected) => {
    expect(quote({ passage }).split('\n')[0]).toBe(`> ${expected}`);
  });

  it('keeps the link whole', () => {
    expect(quote({ title: 'A [b]', url: 'https://example.org/a_(b)' })).toContain(
      String.raw`— [A \[b\]](<https://example.org/a_(b)>)`,
    );
  });
});
