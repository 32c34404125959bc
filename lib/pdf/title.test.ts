import { describe, expect, it } from 'vitest';
import { givenTitleOf, nameOfPdf } from './title.ts';

describe('the title that a file gives', () => {
  it.each([
    ['Of tides', 'Of tides'],
    ['  Of\n tides ', 'Of tides'],
    ['', null],
    ['Untitled', null],
    ['Microsoft Word - draft 3.doc', null],
    ['paper_final.tex', null],
    ['/home/me/x', null],
    ['--', null],
    [undefined, null],
    ['about:blank', null],
    ['https://example.org/tides?page=2', null],
    ['Tides: a study', 'Tides: a study'],
    ['潮汐', '潮汐'],
  ])('%o is %o', (title, taken) => {
    expect(givenTitleOf(title)).toBe(taken);
  });
});

describe('the name in an address', () => {
  it.each([
    ['https://example.org/papers/Of%20tides.pdf?x=1#page=3', 'Of tides'],
    ['https://arxiv.org/pdf/2401.12345', '2401.12345'],
    ['https://example.org/', 'example.org'],
    ['https://example.org/%E0%A4%A', '%E0%A4%A'],
    ['file:///home/me/Tides.PDF', 'Tides'],
  ])('%s is %s', (url, name) => {
    expect(nameOfPdf(url)).toBe(name);
  });
});
