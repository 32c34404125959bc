/**
 * Tests that documents link their claims about security, privacy and the contract to the test files that prove them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const link = /\]\((\.\.\/(?:tests\/[^)\s#]+|[^)\s#]+\.test)\.tsx?)\)/g;

describe.each([
  ['docs/api.md', 60],
  ['docs/security.md', 40],
  ['docs/privacy.md', 5],
])('%s', (page, fewest) => {
  const files = [...readFileSync(page, 'utf8').matchAll(link)].map(([, path = '']) =>
    join(dirname(page), path),
  );

  it('links its claims to tests', () => {
    expect(files.length).toBeGreaterThan(fewest);
  });

  it('links only to existing test files', () => {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
