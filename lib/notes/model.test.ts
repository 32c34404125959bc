import { describe, expect, it } from 'vitest';
import { commentIn, noteContentOf, sourceLine } from './model.ts';

const quote = '  The moon pulls\n\nat the sea. ';
const source = { title: 'Tides', url: 'https://example.org/tides' };

describe('noteContentOf', () => {
  it.each([
    ['the quote alone, letter by letter', { comment: null, source: null }, quote],
    ['the quote alone where the comment is blank', { comment: ' \n', source: null }, quote],
    [
      'the comment under the quotation',
      { comment: ' Ask Ada.\nSoon. ', source: null },
      '>   The moon pulls\n>\n> at the sea. \n\nAsk Ada.\nSoon.',
    ],
    [
      'the source in the last line',
      { comment: null, source },
      `${quote}\n\n— Tides, https://example.org/tides`,
    ],
    [
      'all three',
      { comment: 'Ask Ada.', source },
      '>   The moon pulls\n>\n> at the sea. \n\nAsk Ada.\n\n— Tides, https://example.org/tides',
    ],
  ])('is %s', (_name, more, content) => {
    expect(noteContentOf({ quote, ...more })).toBe(content);
  });

  it.each(['\r\n', '\r', '\n', '\u2028'])('quotes every line after %j', (breakOfLine) => {
    const content = noteContentOf({ quote: `a${breakOfLine}b`, comment: 'c', source: null });

    expect(content).toBe('> a\n> b\n\nc');
  });
});

describe('commentIn', () => {
  it.each([
    ['the comment there was', { comment: 'Ask Ada.\n\nSoon.', source: null }, 'Ask Ada.\n\nSoon.'],
    ['the comment above the source', { comment: 'Ask Ada.', source }, 'Ask Ada.'],
    ['no comment where there was none', { comment: null, source: null }, null],
    ['no comment where only the source is added', { comment: null, source }, null],
  ])('gives %s', (_name, more, comment) => {
    expect(commentIn(noteContentOf({ quote, ...more }), { quote, source })).toBe(comment);
  });

  it.each([
    ['written anew', 'The sun pulls too.', 'The sun pulls too.'],
    ['written anew among blanks', '\n The sun pulls too. \n', 'The sun pulls too.'],
    [
      'written anew above its source',
      'The sun pulls too.\n\n— Tides, https://example.org/tides',
      'The sun pulls too.',
    ],
    ['cleared under its quotation', '>   The moon pulls\n>\n> at the sea.', null],
    ['put under the bare quote', '  The moon pulls\n\nat the sea. \nIndeed.', 'Indeed.'],
    ['shortened to a part of the quote', 'The moon pulls', null],
    [
      'broken into lines otherwise',
      '>   The moon pulls\r\n>\r\n> at the sea. \r\n\r\nMine.',
      'Mine.',
    ],
  ])('gives what a note %s says', (_name, content, comment) => {
    expect(commentIn(content, { quote, source })).toBe(comment);
  });
});

describe('sourceLine', () => {
  it.each([
    [' Two\n\nlines ', '— Two lines, https://example.org/tides'],
    ['  ', '— https://example.org/tides'],
  ])('stays one line with the title %j', (title, line) => {
    expect(sourceLine({ ...source, title })).toBe(line);
  });
});
