/** Reads the imports of the project's source files as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

export type SourceFile = { path: string; imports: string[] };

const root = join(import.meta.dirname, '../..');
const folders = ['components', 'entrypoints', 'lib', 'service'];
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\s*\)/g;

/**
 * Returns every source file with its imports: project files as paths from the root, packages by name.
 */
export function readSources(): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path, imports: importsOf(path) })),
  );
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').replace(/\?.*$/, '');
    if (!specifier.startsWith('.')) return specifier;
    return relative('.', normalize(join(dirname(path), specifier)));
  });
}
