import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources } from './imports.ts';

const importsOf = new Map(readSources().map(({ path, imports }) => [path, imports]));

const sheets = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => `components/${path}`);
/** The style sheets that define each class. */
const definedIn = Map.groupBy(
  sheets.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/^\.([a-z][\w-]*)/gm), ([, name = '']) => ({
      name,
      path,
    })),
  ),
  ({ name }) => name,
);

/** Returns every file that a page imports, directly or indirectly. */
function loadedBy(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const imported of importsOf.get(path) ?? []) loadedBy(imported, loaded);
  return loaded;
}

describe('the styles', () => {
  it.each(['popup', 'sidepanel', 'options', 'welcome'])(
    'that the components of the %s page use are loaded with it',
    (page) => {
      const loaded = loadedBy(`entrypoints/${page}/main.tsx`);
      // Each page's own style sheet imports this file.
      loaded.add('components/ui/base.css');
      const missing = [...loaded]
        .filter((path) => path.startsWith('components/') && path.endsWith('.tsx'))
        .flatMap((path) =>
          Array.from(
            readFileSync(path, 'utf8').matchAll(/className="([^"]+)"/g),
            ([, names = '']) => names.split(' '),
          )
            .flat()
            .filter((name) => definedIn.get(name)?.every((sheet) => !loaded.has(sheet.path)))
            .map((name) => `${path}: .${name}`),
        );

      expect(loaded.size).toBeGreaterThan(30);
      expect(missing).toEqual([]);
    },
  );
});
