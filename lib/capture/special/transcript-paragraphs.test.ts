import { describe, expect, it } from 'vitest';
import { transcriptParagraphs } from './transcript-paragraphs.ts';

const cue = (start: number, text: string) => ({ start, text });

describe('transcriptParagraphs', () => {
  it('ends a paragraph with the first sentence that ends after half a minute', () => {
    const cues = [cue(0, 'One.'), cue(28, 'Two'), cue(31, 'three.'), cue(35, 'Four.')];

    expect(transcriptParagraphs(cues)).toBe('0:00 One. Two three.\n\n0:35 Four.');
  });

  it('ends one after a minute where no sentence ends', () => {
    const cues = [0, 30, 59, 60, 3_661].map((start) => cue(start, 'and on'));

    expect(transcriptParagraphs(cues.map((each, at) => cue(each.start, `and on ${at}`)))).toBe(
      '0:00 and on 0 and on 1 and on 2\n\n1:00 and on 3\n\n1:01:01 and on 4',
    );
  });

  it('leaves out what live captions repeat', () => {
    const cues = [
      cue(0, 'Ice was'),
      cue(1, 'Ice was kept'),
      cue(2, 'Ice was kept'),
      cue(3, 'cold'),
    ];

    expect(transcriptParagraphs([...cues])).toBe('0:00 Ice was kept cold');
  });

  it('leaves out the lines that roll up', () => {
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

  it('keeps a line after a cue whose last line has no match', () => {
    const cues = [cue(0, 'let x is\nundefined'), cue(2, 'let x is')];

    expect(transcriptParagraphs(cues)).toBe('0:00 let x is undefined let x is');
  });

  // Minutes, where each of so many lines is looked for among all.
  it('comes to the end of cues of many lines', () => {
    const lines = 'no\n'.repeat(100_000);

    expect(transcriptParagraphs([cue(0, `${lines}yes`), cue(2, `${lines}no`)])).toMatch(
      /yes.* no$/,
    );
  });

  it('keeps what is said twice', () => {
    const cues = [cue(0, 'I said no'), cue(2, 'no'), cue(4, 'nobody\nno'), cue(6, 'nor')];

    expect(transcriptParagraphs(cues)).toBe('0:00 I said no no nobody no nor');
  });

  it('writes no marks that the speaker did not say', () => {
    expect(transcriptParagraphs([cue(0, '*Applause* [1](x)')])).toBe(
      '0:00 \\*Applause\\* [1\\](x)',
    );
  });
});
