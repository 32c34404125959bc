import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customIdOf } from './custom-id.ts';

const document = readFileSync('docs/custom-id.md', 'utf8');

type Row = { rule: string; page: string; link: string | null; id: string };

/** The rows of both tables. The second table has a column for the canonical link. */
const rows = document
  .split('\n')
  .filter((line) => /^\|[^|]+\| *`/.test(line))
  .map(rowOf);

function rowOf(line: string): Row {
  const cells = line.split('|').map((cell) => cell.trim());
  const [rule = '', page = '', ...rest] = cells.slice(1, -1);
  const [link = null, id = ''] = rest.length === 3 ? rest : [null, rest[0]];
  const bare = (text: string) => text.replace(/^`|`$/g, '');
  return {
    rule,
    page: bare(page),
    link: link === null ? null : bare(link),
    id: bare(id),
  };
}

describe('docs/custom-id.md', () => {
  it('contains the examples', () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows)('matches the code: $rule ($page)', ({ page, link, id }) => {
    expect(customIdOf({ url: page, canonicalLink: link })).toBe(id);
  });

  it('names only existing test files', () => {
    const named = document.match(/lib\/custom-id\/[\w-]+\.test\.ts/g) ?? [];

    expect(named.length).toBeGreaterThan(0);
    for (const path of named) expect(existsSync(path)).toBe(true);
  });
});
