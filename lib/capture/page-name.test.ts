import { describe, expect, it } from 'vitest';
import { named } from './page-name.ts';

const url = 'https://www.example.org/herons';

describe('named', () => {
  it('keeps an existing title', () => {
    const page = { title: 'Herons', url, content: '# Birds' };

    expect(named(page)).toBe(page);
  });

  it.each([
    ['its first heading', 'By Ada.\n\n## The  *grey* heron ##\n\nIt stands.', 'The grey heron'],
    ['its first words', '\n\n- The **heron** stands.\n- It waits.', 'The heron stands.'],
    ['a line of code that looks like a heading', '```\n# make\n```\n\nBuild it.', '# make'],
    ['its words rather than a rule', '---\n\nThe heron.', 'The heron.'],
    ['its first words, up to a space', 'word '.repeat(40), `${'word '.repeat(16).trim()}…`],
    ['the start of an overlong word', 'x'.repeat(200), `${'x'.repeat(80)}…`],
    [
      'its first words if the heading is far below',
      `Herons.\n\n${'word '.repeat(4_000)}\n\n# Sources`,
      'Herons.',
    ],
    ['its site if it has no words', '![](a.png)', 'example.org'],
  ])('names a page without a title after %s', (_, content, title) => {
    expect(named({ title: ' \n', url, content }).title).toBe(title);
  });

  it.each(['', 'www.example.org/herons', url])('treats %j as a missing title', (title) => {
    expect(named({ title, url, content: 'The heron stands.' }).title).toBe('The heron stands.');
  });

  it('returns an empty title for a page without words or URL', () => {
    expect(named({ title: '', url: '', content: ' ' }).title).toBe('');
  });

  it("doesn't split a character", () => {
    const { title } = named({ title: '', url, content: `${'x'.repeat(79)}🪶🪶` });

    expect(title.isWellFormed()).toBe(true);
  });
});
