/** Tests that every file, folder, command and decision mentioned in the docs exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const pages = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')];
/** MCP methods, which only look like paths. */
const methods = new Set(['tools/list', 'tools/call']);
const tops = 'components|docs|entrypoints|lib|public|service|tests|tools';
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;
const ownNames = new Set(
  globSync(`{${tops.replaceAll('|', ',')}}/**/*.{ts,tsx,css,md,json,html}`).map((path) =>
    basename(path),
  ),
);

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Returns whether a path in the docs exists. It can also be a glob pattern. */
function isThere(path: string): boolean {
  return existsSync(path) || globSync(path).length > 0;
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names existing files and folders', () => {
    const paths = matchesOf(
      text,
      new RegExp(`(?<![\\w./-])(?:${tops})/[\\w./*{},-]*[\\w*}/]`, 'g'),
    );
    const names = matchesOf(text, /`([\w-]+\.(?:test\.|spec\.)?(?:ts|tsx|css))`/g);

    expect(paths.filter((path) => !methods.has(path) && !isThere(path))).toEqual([]);
    expect(names.filter((name) => !ownNames.has(name))).toEqual([]);
  });

  it('links to existing targets', () => {
    const links = [
      ...matchesOf(text, /\]\(([^)\s#]+)[^)]*\)/g),
      ...matchesOf(text, /(?:src|srcset)="([^"]+)"/g),
    ].filter((link) => !/^[a-z]+:/.test(link));

    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it('names existing commands and decisions', () => {
    const commands = matchesOf(text, /npm run (?:--silent )?([\w:]+)/g);
    const decisions = matchesOf(text, /[Dd]ecisions? (\d{4})/g);

    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    expect(
      decisions.filter((number) => globSync(`docs/decisions/${number}-*.md`).length === 0),
    ).toEqual([]);
  });
});
