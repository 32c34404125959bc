import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customIdOf } from './custom-id.ts';

const document = readFileSync('docs/custom-id.md', 'utf8');
const tests = readFileSync('lib/core/custom-id/custom-id.test.ts', 'utf8');

type Row = { rule: string; page: string; link: string | null; id: string; test: string };

/** Every line of the tables, by the addresses in its code marks and the words around them. */
const rows = document
  .split('\n')
  .filter((line) => /^\|[^|]+\| *`/.test(line))
  .map(rowOf);

function rowOf(line: string): Row {
  const cells = line.split('|').map((cell) => cell.trim());
  const [rule = '', page = '', ...rest] = cells.slice(1, -1);
  const [link = null, id = ''] = rest.length === 4 ? rest : [null, rest[0]];
  const bare = (text: string) => text.replace(/^`|`$/g, '');
  return {
    rule,
    page: bare(page),
    link: link === null ? null : bare(link),
    id: bare(id),
    test: cells.at(-2) ?? '',
  };
}

describe('docs/custom-id.md', () => {
  it('shows every rule with an example', () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows)('is right about: $rule ($page)', ({ page, link, id }) => {
    expect(customIdOf({ url: page, canonicalLink: link })).toBe(id);
  });

  it.each(rows)('names the test of: $rule', ({ test }) => {
    expect(test).not.toBe('');
    expect(tests).toContain(`'${test}'`);
  });
});
