import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

const manifestSchema = z.object({
  action: z.optional(z.object({ default_popup: z.optional(z.string()) })),
  background: z.optional(z.object({ service_worker: z.optional(z.string()) })),
  browser_specific_settings: z.optional(
    z.object({ gecko: z.optional(z.object({ id: z.optional(z.string()) })) }),
  ),
});

/** The parts of a built extension's manifest that tests use. */
export type ExtensionManifest = z.infer<typeof manifestSchema>;

/** Reads the manifest of an unpacked extension. Throws if there is none, because the extension hasn't been built. */
export async function readManifest(extensionDir: string): Promise<ExtensionManifest> {
  const text = await readFile(join(extensionDir, 'manifest.json'), 'utf8').catch(
    (cause: unknown) => {
      throw new Error(`No built extension in ${extensionDir}; build it first.`, { cause });
    },
  );
  return manifestSchema.parse(JSON.parse(text));
}
