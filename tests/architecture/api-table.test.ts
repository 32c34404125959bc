/** docs/api.md names the tests that show the contract: each of them has to be there. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/api.md', 'utf8');
const named = [...page.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\): (.*?)(?=<br>| +\|)/g)].map(
  ([, file = '', title = '']) => ({ file, title: title.replace(/\\(.)/g, '$1') }),
);

describe('docs/api.md', () => {
  it('names many tests', () => {
    expect(named.length).toBeGreaterThan(60);
  });

  it('names only tests that are there', () => {
    const missing = named.filter(
      ({ file, title }) =>
        !existsSync(file) || !/\.tsx?$/.test(file) || !readFileSync(file, 'utf8').includes(title),
    );

    expect(missing).toEqual([]);
  });
});
