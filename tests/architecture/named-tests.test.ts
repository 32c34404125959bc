/** Documents that name the tests behind what they say: each of these has to be there, as a test or a step of one. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A link to a file of tests with the name of one of them behind it. */
const mention = /\[[^\]]+\]\(\.\.\/([^)]+)\): (.*?)(?=<br>| +\||\n|$)/g;

function testsNamedIn(page: string): { file: string; title: string }[] {
  return [...readFileSync(page, 'utf8').matchAll(mention)].map(([, file = '', title = '']) => ({
    file,
    title: title.replace(/\\(.)/g, '$1'),
  }));
}

/** What stands in a file at the beginning of a call's first words, as the name of a test does. */
function isTestOf(file: string, title: string): boolean {
  if (!existsSync(file) || !/\.tsx?$/.test(file)) return false;
  const text = readFileSync(file, 'utf8');
  return text.split(title).some((before, at, parts) => {
    return at < parts.length - 1 && /\(\s*['"`]$/.test(before);
  });
}

describe.each([
  ['docs/api.md', 60],
  ['docs/security.md', 60],
  ['docs/privacy.md', 5],
])('%s', (page, fewest) => {
  it('names many tests', () => {
    expect(testsNamedIn(page).length).toBeGreaterThan(fewest);
  });

  it('names only tests that are there', () => {
    const missing = testsNamedIn(page).filter(({ file, title }) => !isTestOf(file, title));

    expect(missing).toEqual([]);
  });
});
