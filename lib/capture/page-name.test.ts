import { describe, expect, it } from 'vitest';
import { named } from './page-name.ts';

const url = 'https://www.example.org/herons';

describe('named', () => {
  it('leaves a page its own title', () => {
    const page = { title: 'Herons', url, content: '# Birds' };

    expect(named(page)).toBe(page);
  });

  it.each([
    ['its first heading', 'By Ada.\n\n## The  *grey* heron ##\n\nIt stands.', 'The grey heron'],
    ['its first words', '\n\n- The **heron** stands.\n- It waits.', 'The heron stands.'],
    ['no heading inside code', '```\n# make\n```\n\nBuild it.', '# make'],
    ['words instead of a rule', '---\n\nThe heron.', 'The heron.'],
    ['words up to a gap where they are many', 'word '.repeat(40), `${'word '.repeat(16).trim()}…`],
    ['half of what has no gap', 'x'.repeat(200), `${'x'.repeat(80)}…`],
    [
      'its first words before a heading far below',
      `Herons.\n\n${'word '.repeat(4_000)}\n\n# Sources`,
      'Herons.',
    ],
    ['its site where it has no words', '![](a.png)', 'example.org'],
  ])('calls one without a title by %s', (_, content, title) => {
    expect(named({ title: ' \n', url, content }).title).toBe(title);
  });

  it.each(['', 'www.example.org/herons', url])('takes %j for no title', (title) => {
    expect(named({ title, url, content: 'The heron stands.' }).title).toBe('The heron stands.');
  });

  it('calls one nothing that has neither words nor an address', () => {
    expect(named({ title: '', url: '', content: ' ' }).title).toBe('');
  });

  it('cuts no character in two', () => {
    const { title } = named({ title: '', url, content: `${'x'.repeat(79)}🪶🪶` });

    expect(title.isWellFormed()).toBe(true);
  });
});
