/** Builds the gallery once and serves it to every worker until the run ends. */
import { serveGallery } from '../gallery/serve.ts';
import { addressVariable } from './surface-test.ts';

export default async function serveToWorkers(): Promise<() => Promise<void>> {
  const gallery = await serveGallery();
  process.env[addressVariable] = gallery.address;
  return gallery.close;
}
