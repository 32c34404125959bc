import { describe, expect, it } from 'vitest';
import type { HighlightView } from '../../lib/highlights/model.ts';
import { highlightMarkdown, pageMarkdown } from './highlights-markdown.ts';

const one: HighlightView = {
  id: 'a',
  quote: 'Straw kept the ice.\nAll summer.',
  comment: null,
  url: 'https://example.org/ice_(water)',
  title: 'Ice [1]\n and  straw',
  createdAt: 1,
  isMarked: true,
  color: 'yellow',
  placement: 'unknown',
  state: null,
  memory: null,
  earlierId: null,
};

describe('Markdown of highlights', () => {
  it('quotes the text and links to its source', () => {
    expect(highlightMarkdown(one)).toBe(
      '> Straw kept the ice.\n> All summer.\n\n— [Ice \\[1\\] and straw](https://example.org/ice_%28water%29)\n',
    );
  });

  it('puts the comment below the quote, and the address in place of a missing title', () => {
    expect(highlightMarkdown({ ...one, comment: 'Really?', title: ' ' })).toBe(
      '> Straw kept the ice.\n> All summer.\n\nReally?\n\n— <https://example.org/ice_%28water%29>\n',
    );
  });

  it('lists all highlights of a page below its title', () => {
    const page = { title: 'Ice', url: 'https://example.org/' };

    expect(
      pageMarkdown(page, [
        { ...one, quote: 'A' },
        { ...one, quote: 'B', comment: 'C' },
      ]),
    ).toBe('## [Ice](https://example.org/)\n\n> A\n\n> B\n\nC\n');
  });
});
