/** Builds the gallery into its own folder and serves it. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

/** The file name of the axe script, which is served beside the gallery. */
export const axeFile = 'axe.min.js';

export type ServedGallery = { address: string; close: () => Promise<void> };

/** Builds the gallery and serves it on a free loopback port; closing it deletes the build. */
export async function serveGallery(): Promise<ServedGallery> {
  const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
  const results = fileURLToPath(new URL('../../test-results/', import.meta.url));
  await mkdir(results, { recursive: true });
  // Use a new folder for each run: a build empties its folder, even while another run serves it.
  const outDir = await mkdtemp(`${results}gallery-`);
  await build({ configFile, build: { outDir } });
  // Serve axe as a file, so that the browser can cache the compiled code.
  await copyFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), join(outDir, axeFile));
  const server = await preview({
    configFile,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
