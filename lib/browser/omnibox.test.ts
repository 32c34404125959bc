import { describe, expect, it } from 'vitest';
import type { Line } from './omnibox.ts';
import { addressBarMarkup, addressBarText } from './omnibox.ts';

const line: Line = [
  { text: '<url>&"', look: 'plain' },
  { text: "it's", look: 'match' },
  { text: ' · </dim>', look: 'dim' },
];

describe('addressBarMarkup', () => {
  it('lets no text be markup', () => {
    expect(addressBarMarkup(line)).toBe(
      '&lt;url&gt;&amp;&quot;<match>it&apos;s</match><dim> · &lt;/dim&gt;</dim>',
    );
  });

  it('escapes what looks escaped already', () => {
    expect(addressBarMarkup([{ text: '&amp;', look: 'plain' }])).toBe('&amp;amp;');
  });
});

describe('addressBarText', () => {
  it('is the words alone', () => {
    expect(addressBarText(line)).toBe('<url>&"it\'s · </dim>');
  });
});
