import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

export type ServedGallery = { address: string; close: () => Promise<void> };

/** Builds the gallery and serves it on a free port of loopback. */
export async function serveGallery(): Promise<ServedGallery> {
  const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
  await build({ configFile });
  const server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
