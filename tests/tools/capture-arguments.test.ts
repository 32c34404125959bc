import { describe, expect, it } from 'vitest';
import { wishOf } from '../../tools/capture/arguments.ts';
import { readable } from '../../tools/capture/reading.ts';

describe('wishOf', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['HTTP://example.org/', 'HTTP://example.org/'],
    ['file:///tmp/a.html', 'file:///tmp/a.html'],
    ['/tmp/a b.html', 'file:///tmp/a%20b.html'],
  ])('accepts %s', (word, address) => {
    expect(wishOf([word])).toEqual({ isJson: false, addresses: [address] });
  });

  it('resolves a file against the working directory', () => {
    expect(wishOf(['a.html', '--json'])).toEqual({
      isJson: true,
      addresses: [`file://${process.cwd()}/a.html`],
    });
  });

  it.each([[[]], [['--json']], [['--jsonl', 'a.html']], [['-h']], [['']]])(
    'rejects %j',
    (words) => {
      expect(wishOf(words)).toBeNull();
    },
  );
});

describe('readable', () => {
  it('shows the metadata, and the text below it', () => {
    const text = readable({
      url: 'https://example.org/a?utm_source=x',
      custom_id: 'https://example.org/a',
      title: 'Ice',
      content: '## Straw',
      metadata: { kind: 'article', word_count: 1, author: 'Ada Lind' },
      extractor: 'blocks',
      milliseconds: 12,
    });

    expect(text.split('\n')).toEqual([
      'title:     Ice',
      'url:       https://example.org/a?utm_source=x',
      'custom_id: https://example.org/a',
      'kind:      article',
      'extractor: blocks',
      'words:     1',
      'ms:        12',
      'author:    Ada Lind',
      '',
      '## Straw',
      '',
    ]);
  });

  it('reports why nothing would be saved', () => {
    const error = { code: 'page.no-text', message: 'Nothing to read.' };

    expect(readable({ url: 'https://example.org/', error })).toContain('page.no-text\nNothing');
  });
});
