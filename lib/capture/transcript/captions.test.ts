import { describe, expect, it } from 'vitest';
import { parseWebVtt, transcriptParagraphs } from './captions.ts';

describe('parseWebVtt', () => {
  it('returns the cues of a file in order', () => {
    const file =
      'WEBVTT - Ice\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE a note --> of the maker\n\n' +
      '1\n00:01.500 --> 00:04.000 align:start\nIce was kept\nin straw.\n\n' +
      '01:02:03.000 --> 01:02:05.000\n<v.loud Ada>It <i>kept</i> &amp; kept</v>\n';

    expect(parseWebVtt(file)).toEqual([
      { start: 1, text: 'Ice was kept\nin straw.' },
      { start: 3723, text: 'Ada: It kept & kept' },
    ]);
  });

  it.each([
    ['SubRip', '1\r\n00:00:02,000 --> 00:00:03,000\r\nIce\r\n\r\n'],
    ['a byte order mark', '\uFEFFWEBVTT\n\n00:02.000 --> 00:03.000\nIce'],
    ['numeric references', 'WEBVTT\n\n00:02.000 --> 00:03.000\nI&#x63;&#101;'],
    ['timestamps only', 'WEBVTT\n\n00:02.000 --> 00:03.000\nIce\n\n00:04.000 --> 00:05.000\n'],
  ])('reads a file with %s', (_, file) => {
    expect(parseWebVtt(file)).toEqual([{ start: 2, text: 'Ice' }]);
  });

  // Quadratic time would take minutes and fail by timeout.
  it.each([
    ['opening brackets', '<'.repeat(600_000), '<'.repeat(600_000)],
    ['spaces', `<v${' '.repeat(600_000)}`, '<v'],
  ])('handles a cue with an unclosed tag and many %s in linear time', (_, tags, text) => {
    expect(parseWebVtt(`WEBVTT\n\n00:02.000 --> 00:03.000\n${tags}\n`)).toEqual([
      { start: 2, text },
    ]);
  });

  it('starts a cue at its time even without a blank line', () => {
    const file = 'WEBVTT\n00:02.000 --> 00:03.000\nIce\n00:04.000 --> 00:05.000\nSalt &#x;\n';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice' },
      { start: 4, text: 'Salt &#x;' },
    ]);
  });

  it.each([
    ['an arrow inside', 'Press A\nThen B --> C\nend', 'Press A\nThen B --> C\nend'],
    ['a tag across two lines', '<v Ada\nLovelace>hi\nyou', 'Ada Lovelace: hi\nyou'],
    ['less-than and greater-than signs', 'x <3\n4> x', 'x <3\n4> x'],
    ['a number on its last line', 'The year was\n1987', 'The year was\n1987'],
    ['an invalid numeric reference', 'Ice &#9e9; x', 'Ice &#9e9; x'],
    ['characters outside the BMP', '&#128512;&#x1F600;&#x10ffff;', '😀😀\u{10ffff}'],
    ['half a surrogate pair', '&#55357; &#xDFFF;', '&#55357; &#xDFFF;'],
    [
      'references to invalid characters',
      '&#0; &#x110000; &#9999999;',
      '&#0; &#x110000; &#9999999;',
    ],
    ['an apostrophe', 'Ada&apos;s', "Ada's"],
  ])('reads a cue with %s', (_, cue, text) => {
    const file = `WEBVTT\n\n00:02.000 --> 00:03.000\n${cue}\n00:04.000 --> 00:05.000\nSalt`;

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text },
      { start: 4, text: 'Salt' },
    ]);
  });

  it('leaves out cue numbers without blank lines between cues', () => {
    const file =
      '\uFEFF1\n00:00:02,000 --> 00:00:03,000\nIce of\n1987\n2\n00:00:08,000 --> 00:00:09,000\nSalt\n3';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice of\n1987' },
      { start: 8, text: 'Salt\n3' },
    ]);
  });

  it('separates SubRip cues', () => {
    const file =
      '1\r\n00:00:02,000 --> 00:00:03,000\r\nIce\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nSalt\r\n';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice' },
      { start: 4, text: 'Salt' },
    ]);
  });

  it.each(['', '<!doctype html><p>00:01 not found --></p>', 'WEBVTT'])(
    'finds no cue in %j',
    (file) => {
      expect(parseWebVtt(file)).toEqual([]);
    },
  );
});

const cue = (start: number, text: string) => ({ start, text });

describe('transcriptParagraphs', () => {
  it('ends a paragraph at the first sentence end after half a minute', () => {
    const cues = [cue(0, 'One.'), cue(28, 'Two'), cue(31, 'three.'), cue(35, 'Four.')];

    expect(transcriptParagraphs(cues)).toBe('0:00 One. Two three.\n\n0:35 Four.');
  });

  it('ends a paragraph after a minute without a sentence end', () => {
    const cues = [0, 30, 59, 60, 3_661].map((start) => cue(start, 'and on'));

    expect(transcriptParagraphs(cues.map((each, at) => cue(each.start, `and on ${at}`)))).toBe(
      '0:00 and on 0 and on 1 and on 2\n\n1:00 and on 3\n\n1:01:01 and on 4',
    );
  });

  it('drops lines that live captions repeat', () => {
    const cues = [
      cue(0, 'Ice was'),
      cue(1, 'Ice was kept'),
      cue(2, 'Ice was kept'),
      cue(3, 'cold'),
    ];

    expect(transcriptParagraphs([...cues])).toBe('0:00 Ice was kept cold');
  });

  it('drops lines that scroll up', () => {
    const cues = [
      cue(0, 'Ice was kept'),
      cue(2, 'Ice was kept'),
      cue(2, 'Ice was kept\nin straw'),
      cue(4, 'in straw'),
      cue(4, 'in straw\nall summer.'),
      cue(6, 'in straw\nall summer. And'),
      cue(8, 'all summer. And\nno'),
    ];

    expect(transcriptParagraphs(cues)).toBe('0:00 Ice was kept in straw all summer. And no');
  });

  it("keeps a line after a cue whose last line doesn't match", () => {
    const cues = [cue(0, 'let x is\nundefined'), cue(2, 'let x is')];

    expect(transcriptParagraphs(cues)).toBe('0:00 let x is undefined let x is');
  });

  // Comparing each line with all others would take minutes and fail by timeout.
  it('handles cues of many lines in linear time', () => {
    const lines = 'no\n'.repeat(100_000);

    expect(transcriptParagraphs([cue(0, `${lines}yes`), cue(2, `${lines}no`)])).toMatch(
      /yes.* no$/,
    );
  });

  it('keeps lines that are spoken twice', () => {
    const cues = [cue(0, 'I said no'), cue(2, 'no'), cue(4, 'nobody\nno'), cue(6, 'nor')];

    expect(transcriptParagraphs(cues)).toBe('0:00 I said no no nobody no nor');
  });

  it('escapes Markdown in captions', () => {
    expect(transcriptParagraphs([cue(0, '*Applause* [1](x)')])).toBe(
      '0:00 \\*Applause\\* [1\\](x)',
    );
  });
});
