import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { normalizeCode } from './markdown-code.ts';

it('ends soon on a long run of spaces within a line', () => {
  const run = ' '.repeat(200_000);
  const { document } = new JSDOM(`<p><code>\n a${run}b<br>c${run}<br> </code></p>`).window;
  normalizeCode(document.body);
  expect(document.querySelector('pre > code')?.textContent).toBe(`  a${run}b\nc`);
});
