import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile } from './imports.ts';
import { nodeFolders, whyForbidden } from './layout.ts';

const sources = readSources();

describe('the layout', () => {
  it('has no forbidden imports', () => {
    const breaches = sources.flatMap(({ path, imports }) =>
      imports.flatMap((imported) => {
        const why = whyForbidden(path, imported);
        return why === null ? [] : [`${path} → ${imported}: ${why}`];
      }),
    );

    expect(sources.length).toBeGreaterThan(300);
    expect(breaches).toEqual([]);
  });

  it('keeps Node out of what runs in the extension', () => {
    const breaches = sources.filter(
      ({ path, imports }) =>
        imports.some((imported) => imported.startsWith('node:')) &&
        !nodeFolders.some((folder) => path.startsWith(folder)),
    );

    expect(breaches.map(({ path }) => path)).toEqual([]);
  });

  it('has no cycles', () => {
    expect(findCycle(sources)).toBeNull();
  });
});

describe('the walkthroughs in docs/architecture.md', () => {
  const section =
    readFileSync('docs/architecture.md', 'utf8').split(/^## Request paths$/m)[1] ?? '';
  const walks = (section.split(/^## /m)[0] ?? '')
    .split(/^### /m)
    .slice(1)
    .map((text) =>
      Array.from(
        text.matchAll(/`((?:entrypoints|components|lib|service)\/[^`\s]+\.tsx?)`/g),
        ([, path = '']) => path,
      ),
    );
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const areTied = (one: string, other: string) =>
    importsOf.get(one)?.includes(other) === true || importsOf.get(other)?.includes(one) === true;

  it('name existing files, each connected to another in its walkthrough', () => {
    const loose = walks.flatMap((files) =>
      files.filter((file) => !files.some((other) => other !== file && areTied(file, other))),
    );

    expect(walks.flat().filter((file) => !importsOf.has(file))).toEqual([]);
    expect(loose).toEqual([]);
  });
});

describe('the cycle finder', () => {
  it('finds a cycle of three', () => {
    const cycle = findCycle([
      { path: 'a', imports: ['b'] },
      { path: 'b', imports: ['c'] },
      { path: 'c', imports: ['a'] },
    ]);

    expect(cycle).toEqual(['a', 'b', 'c', 'a']);
  });
});

function findCycle(files: readonly SourceFile[]): string[] | null {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const finished = new Set<string>();

  function visit(path: string, trail: string[]): string[] | null {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return null;
    for (const imported of importsOf.get(path) ?? []) {
      const cycle = visit(imported, [...trail, path]);
      if (cycle !== null) return cycle;
    }
    finished.add(path);
    return null;
  }

  for (const { path } of files) {
    const cycle = visit(path, []);
    if (cycle !== null) return cycle;
  }
  return null;
}
