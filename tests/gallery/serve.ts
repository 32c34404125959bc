/** Builds the gallery and serves it to a check, in a folder of its own. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

/** Where the checker of accessibility stands beside the gallery. */
export const axeFile = 'axe.min.js';

export type ServedGallery = { address: string; close: () => Promise<void> };

/** Builds the gallery and serves it on a free port of loopback; what was built is gone when it is closed. */
export async function serveGallery(): Promise<ServedGallery> {
  const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
  const results = fileURLToPath(new URL('../../test-results/', import.meta.url));
  await mkdir(results, { recursive: true });
  // Two checks at once would empty one folder under each other.
  const outDir = await mkdtemp(`${results}gallery-`);
  await build({ configFile, build: { outDir } });
  // By an address, the browser keeps it compiled from one scene to the next.
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
