import { describe, expect, it } from 'vitest';
import { commentIn, noteContentOf, sourceLine, splitNote } from './model.ts';

const quote = '  The moon pulls\n\nat the sea. ';
const source = { title: 'Tides', url: 'https://example.org/tides' };

describe('noteContentOf', () => {
  it.each([
    ['the unchanged quote', { comment: null, source: null }, quote],
    ['the quote if the comment is blank', { comment: ' \n', source: null }, quote],
    [
      'the quote followed by the comment',
      { comment: ' Ask Ada.\nSoon. ', source: null },
      '>   The moon pulls\n>\n> at the sea. \n\nAsk Ada.\nSoon.',
    ],
    [
      'the quote followed by the source',
      { comment: null, source },
      `${quote}\n\n— Tides, https://example.org/tides`,
    ],
    [
      'quote, comment and source',
      { comment: 'Ask Ada.', source },
      '>   The moon pulls\n>\n> at the sea. \n\nAsk Ada.\n\n— Tides, https://example.org/tides',
    ],
  ])('returns %s', (_name, more, content) => {
    expect(noteContentOf({ quote, ...more })).toBe(content);
  });

  it.each(['\r\n', '\r', '\n', '\u2028'])('quotes every line after %j', (breakOfLine) => {
    const content = noteContentOf({ quote: `a${breakOfLine}b`, comment: 'c', source: null });

    expect(content).toBe('> a\n> b\n\nc');
  });
});

describe('splitNote', () => {
  it.each([
    ['a commented quote', '> a\n>\n> b\n\nc\n\nd', 'a\n\nb', 'c\n\nd'],
    ['a quote that was cut', '> a long', 'a long', ''],
    ['a plain note', 'a > b\n> c', '', 'a > b\n> c'],
  ])('splits %s', (_name, content, words, comment) => {
    expect(splitNote(content)).toEqual({ quote: words, comment });
  });
});

describe('commentIn', () => {
  it.each([
    ['the comment', { comment: 'Ask Ada.\n\nSoon.', source: null }, 'Ask Ada.\n\nSoon.'],
    ['the comment above the source', { comment: 'Ask Ada.', source }, 'Ask Ada.'],
    ['null if there is no comment', { comment: null, source: null }, null],
    ['null if there is only a source', { comment: null, source }, null],
  ])('returns %s', (_name, more, comment) => {
    expect(commentIn(noteContentOf({ quote, ...more }), { quote, source })).toBe(comment);
  });

  it.each([
    ['that was rewritten', 'The sun pulls too.', 'The sun pulls too.'],
    [
      'that was rewritten with blank lines around it',
      '\n The sun pulls too. \n',
      'The sun pulls too.',
    ],
    [
      'that was rewritten above its source',
      'The sun pulls too.\n\n— Tides, https://example.org/tides',
      'The sun pulls too.',
    ],
    ['whose comment was removed', '>   The moon pulls\n>\n> at the sea.', null],
    [
      'with a comment below the unformatted quote',
      '  The moon pulls\n\nat the sea. \nIndeed.',
      'Indeed.',
    ],
    ['that was shortened to part of the quote', 'The moon pulls', null],
    ['with other line breaks', '>   The moon pulls\r\n>\r\n> at the sea. \r\n\r\nMine.', 'Mine.'],
  ])('returns the comment of a note %s', (_name, content, comment) => {
    expect(commentIn(content, { quote, source })).toBe(comment);
  });
});

describe('sourceLine', () => {
  it.each([
    [' Two\n\nlines ', '— Two lines, https://example.org/tides'],
    ['  ', '— https://example.org/tides'],
  ])('stays on one line with the title %j', (title, line) => {
    expect(sourceLine({ ...source, title })).toBe(line);
  });
});
