/** Packs and unpacks a profile: the extension's storage, its permissions, and optionally a service's folder. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { earlierId } from './earlier-packages.ts';

/** Files of the extension's storage and the service, without caches, browser data and logs. */
const kept =
  /^(?:profile\/Default\/(?:IndexedDB|Local Extension Settings|File System|WebStorage)|service)\/.*(?<!\/LO(?:G|CK))$/u;
const preferences = 'profile/Default/Preferences';

/** The only browser preferences that are packed: the extension's permissions. */
const preferencesSchema = z.object({
  extensions: z.object({
    settings: z.object({
      [earlierId]: z.object({
        active_permissions: z.unknown(),
        granted_permissions: z.unknown(),
        runtime_granted_permissions: z.optional(z.unknown()),
      }),
    }),
  }),
});

/** Packs a folder that contains `profile/` and optionally `service/`. */
export async function packProfile(folder: string, archive: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Zippable = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isFile() && kept.test(name)) files[name] = new Uint8Array(await readFile(path));
  }
  const remembered = preferencesSchema.parse(
    JSON.parse(await readFile(join(folder, preferences), 'utf8')),
  );
  files[preferences] = new TextEncoder().encode(JSON.stringify(remembered));
  await mkdir(dirname(archive), { recursive: true });
  await writeFile(archive, zipSync(files, { level: 9 }));
}

/** Unpacks a profile into a folder. */
export async function unpackProfile(archive: string, folder: string): Promise<void> {
  const files = Object.entries(unzipSync(new Uint8Array(await readFile(archive))));
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}
