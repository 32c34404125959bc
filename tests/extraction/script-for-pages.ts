/** Bundles the scripts that run in the pages. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { leanLibraries } from '../../tools/build/lean-libraries.ts';

/** The shipped model, or the number of a fold for the model trained without the sites of that fold. */
export type ModelChoice = 'shipped' | number;

const ours: ReadonlySet<string> = new Set(['in-page.ts', 'engines/keepsake.ts']);

/** Bundles and minifies a script of this folder with everything it imports, as the extension build does. */
export async function scriptForPages(
  name = 'in-page.ts',
  model: ModelChoice = 'shipped',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-extraction-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      // Measure the other engines as published.
      plugins: ours.has(name) ? leanLibraries : [],
      resolve: { alias: model === 'shipped' ? [] : [measuredModel(model)] },
      build: {
        outDir: folder,
        lib: {
          entry: join(import.meta.dirname, name),
          formats: ['iife'],
          name: 'keepsakeExtraction',
          fileName: () => 'in-page.js',
        },
      },
    });
    return await readFile(join(folder, 'in-page.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

function measuredModel(fold: number) {
  const replacement = join(import.meta.dirname, `measured-models/${fold}.json`);
  return { find: /^\.\/model\.json$/, replacement };
}
