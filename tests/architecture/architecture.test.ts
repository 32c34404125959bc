import { describe, expect, it } from 'vitest';
import { importTable, nodeRooms, type Room } from './import-table.ts';
import { readSources, type SourceFile } from './imports.ts';

const sources = readSources();
const ownFiles = new Set(sources.map(({ path }) => path));

describe('the import table', () => {
  it('covers every source file', () => {
    const homeless = sources.filter(({ path }) => roomOf(path) === null);

    expect(homeless.map(({ path }) => path)).toEqual([]);
    expect(sources.length).toBeGreaterThan(50);
  });

  it('is kept by every import', () => {
    const breaches = sources.flatMap((source) =>
      source.imports
        .filter((imported) => !isAllowed(source.path, imported))
        .map((imported) => `${source.path} → ${imported}`),
    );

    expect(breaches).toEqual([]);
  });

  it('keeps Node out of what runs in the extension', () => {
    const breaches = sources.filter(
      ({ path, imports }) =>
        imports.some((imported) => imported.startsWith('node:')) &&
        !nodeRooms.some((room) => path.startsWith(room)),
    );

    expect(breaches.map(({ path }) => path)).toEqual([]);
  });

  it('lets only lib/platform see the browser', () => {
    const seers = sources.filter(({ imports }) => imports.includes('wxt/browser'));

    expect(seers.length).toBeGreaterThan(0);
    expect(
      seers.map(({ path }) => path).filter((path) => !path.startsWith('lib/platform/')),
    ).toEqual([]);
  });

  it('lets no feature import a sibling', () => {
    const featureOf = (path: string) => /^lib\/features\/([^/]+)/.exec(path)?.[1];
    const breaches = sources.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => featureOf(path) !== undefined && featureOf(imported) !== undefined)
        .filter((imported) => featureOf(path) !== featureOf(imported))
        .map((imported) => `${path} → ${imported}`),
    );

    expect(breaches).toEqual([]);
  });

  it('has no cycles', () => {
    expect(findCycle(sources)).toBeNull();
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

function roomOf(path: string): string | null {
  const rooms = Object.keys(importTable).filter(
    (room) => path === room || path.startsWith(`${room}/`),
  );
  return rooms.sort((a, b) => b.length - a.length)[0] ?? null;
}

function isAllowed(path: string, imported: string): boolean {
  const home = roomOf(path);
  const room = home === null ? undefined : importTable[home];
  if (home === null || room === undefined) return false;
  const isOwnFile =
    ownFiles.has(imported) || /^(components|entrypoints|lib|service|public)\//.test(imported);
  if (!isOwnFile) return allowsPackage(room, imported);
  const target = roomOf(imported);
  return target !== null && (target === home || room.rooms.includes(target));
}

function allowsPackage({ packages }: Room, imported: string): boolean {
  return packages.some(
    (name) => imported === name || (/[/:]$/.test(name) && imported.startsWith(name)),
  );
}

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
