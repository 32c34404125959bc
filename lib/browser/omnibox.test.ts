import { describe, expect, it } from 'vitest';
import type { Line } from './omnibox.ts';
import { addressBarMarkup, addressBarText } from './omnibox.ts';

const line: Line = [
  { text: '<url>&"', look: 'plain' },
  { text: "it's", look: 'match' },
  { text: ' · </dim>', look: 'dim' },
];

describe('addressBarMarkup', () => {
  it('escapes markup in text', () => {
    expect(addressBarMarkup(line)).toBe(
      '&lt;url&gt;&amp;&quot;<match>it&apos;s</match><dim> · &lt;/dim&gt;</dim>',
    );
  });

  it('escapes text that looks escaped already', () => {
    expect(addressBarMarkup([{ text: '&amp;', look: 'plain' }])).toBe('&amp;amp;');
  });
});

describe('addressBarText', () => {
  it('returns the plain text', () => {
    expect(addressBarText(line)).toBe('<url>&"it\'s · </dim>');
  });
});
