import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { normalizeCode } from './prepare-markdown.ts';

it('handles a long run of spaces in a line in linear time', () => {
  const run = ' '.repeat(200_000);
  const { document } = new JSDOM(`<p><code>\n a${run}b<br>c${run}<br> </code></p>`).window;
  normalizeCode(document.body);
  expect(document.querySelector('pre > code')?.textContent).toBe(`  a${run.slice(0, 500)}b\nc`);
});

it('leaves a code block unchanged except for overlong runs of spaces', () => {
  const { document } = new JSDOM('<pre><code></code></pre>').window;
  const code = document.querySelector('code');
  const shown = (text: string) => {
    code?.replaceChildren(text);
    normalizeCode(document.body);
    return code?.textContent;
  };
  const column = ' '.repeat(499);
  expect(shown(`a${column}b\n\n\n  c`)).toBe(`a${column}b\n\n\n  c`);
  expect(shown(`a${'\n'.repeat(100_000)}b`)).toBe(`a${'\n'.repeat(500)}b`);
});
