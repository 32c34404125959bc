import { describe, expect, it } from 'vitest';
import { parseWebVtt } from './web-vtt.ts';

describe('parseWebVtt', () => {
  it('reads the cues of a file in their order', () => {
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
    ['letters told by number', 'WEBVTT\n\n00:02.000 --> 00:03.000\nI&#x63;&#101;'],
    ['a time alone', 'WEBVTT\n\n00:02.000 --> 00:03.000\nIce\n\n00:04.000 --> 00:05.000\n'],
  ])('reads a file with %s', (_, file) => {
    expect(parseWebVtt(file)).toEqual([{ start: 2, text: 'Ice' }]);
  });

  // Minutes, and so beyond what a test is given, where the time grows with the square.
  it.each([
    ['beginnings', '<'.repeat(600_000), '<'.repeat(600_000)],
    ['gaps', `<v${' '.repeat(600_000)}`, '<v'],
  ])('comes to the end of a cue of a tag that has none, but many %s', (_, tags, text) => {
    expect(parseWebVtt(`WEBVTT\n\n00:02.000 --> 00:03.000\n${tags}\n`)).toEqual([
      { start: 2, text },
    ]);
  });

  it('begins a cue with its time where no empty line does', () => {
    const file = 'WEBVTT\n00:02.000 --> 00:03.000\nIce\n00:04.000 --> 00:05.000\nSalt &#x;\n';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice' },
      { start: 4, text: 'Salt &#x;' },
    ]);
  });

  it.each([
    ['an arrow within it', 'Press A\nThen B --> C\nend', 'Press A\nThen B --> C\nend'],
    ['a tag over two lines', '<v Ada\nLovelace>hi\nyou', 'Ada Lovelace: hi\nyou'],
    ['signs of less and of more', 'x <3\n4> x', 'x <3\n4> x'],
    ['a number last', 'The year was\n1987', 'The year was\n1987'],
    ['digits that are no number', 'Ice &#9e9; x', 'Ice &#9e9; x'],
    ['letters beyond the first plane', '&#128512;&#x1F600;&#x10ffff;', '😀😀\u{10ffff}'],
    ['half a letter', '&#55357; &#xDFFF;', '&#55357; &#xDFFF;'],
    ['numbers of no letter', '&#0; &#x110000; &#9999999;', '&#0; &#x110000; &#9999999;'],
    ['an apostrophe', 'Ada&apos;s', "Ada's"],
  ])('reads a cue with %s', (_, cue, text) => {
    const file = `WEBVTT\n\n00:02.000 --> 00:03.000\n${cue}\n00:04.000 --> 00:05.000\nSalt`;

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text },
      { start: 4, text: 'Salt' },
    ]);
  });

  it('leaves out the numbers of cues where no empty line parts them', () => {
    const file =
      '\uFEFF1\n00:00:02,000 --> 00:00:03,000\nIce of\n1987\n2\n00:00:08,000 --> 00:00:09,000\nSalt\n3';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice of\n1987' },
      { start: 8, text: 'Salt\n3' },
    ]);
  });

  it('tells the cues of SubRip apart', () => {
    const file =
      '1\r\n00:00:02,000 --> 00:00:03,000\r\nIce\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nSalt\r\n';

    expect(parseWebVtt(file)).toEqual([
      { start: 2, text: 'Ice' },
      { start: 4, text: 'Salt' },
    ]);
  });

  it.each(['', '<!doctype html><p>00:01 not found --></p>', 'WEBVTT'])(
    'finds none in %j',
    (file) => {
      expect(parseWebVtt(file)).toEqual([]);
    },
  );
});
