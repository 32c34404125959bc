/**
 * The earlier packages with stored profiles, and the addresses in them. These addresses must still work years later, so
 * they are host names that the browser maps to this machine.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type EarlierPackage = {
  /** The commit that the package was built from. */
  commit: string;
  /** Where its profile is stored. */
  archive: string;
};

const archives = join(import.meta.dirname, '../../fixtures/profiles');

/** Has IndexedDB 1, settings 1 and memory 1 (schema versions), and only the service on this device. */
export const firstPackage: EarlierPackage = {
  commit: 'cb03a9dfe39aaa49862ea32c37d0f9a1c5cdda72',
  archive: join(archives, 'first-package.zip'),
};

/**
 * Has IndexedDB 2, settings 2 and memory 8 (schema versions), several connections, a sealed key, and
 * rows without today's keys.
 */
export const connectedPackage: EarlierPackage = {
  commit: 'e858621cc2336b5375127161a4e10c5a3a30a76d',
  archive: join(archives, 'connected-package.zip'),
};

/**
 * Has IndexedDB 4, settings 2 and memory 10 (schema versions), and rows in every store. The outbox
 * holds a page, notes and links, each with its text and state in one row.
 */
export const oneRowPackage: EarlierPackage = {
  commit: '345d0913c091c86e329bfae74a04afbc54045678',
  archive: join(archives, 'one-row-package.zip'),
};

/** The address of the saved pages, and of the second package's service. */
export const siteOrigin = 'http://reading.example';
export const serviceOrigin = 'http://localhost:47831';

/** Returns the browser argument that maps both addresses to this machine and its current ports. */
export function onThisMachine(site: string, service: string): string {
  const rules = [
    [siteOrigin, site],
    [serviceOrigin, service],
  ].map(([from = '', to = '']) => `MAP ${new URL(from).host} ${new URL(to).host}`);
  return `--host-resolver-rules=${rules.join(', ')}`;
}

/** The public key of a pair created for these profiles; the private key was discarded. */
const key =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAviwUmMxKn9L4c9Bmn4FQP8J//Yq0EaL7WpaofPBW2Ftq/xcBQ/KAW9a/rKmBAl6NuJ4rZnuIbJv1BUqxXXUC1t7vd+brVBAySUM9VQeCt1HK1X0a5B0DIvslbf2qpEi+c4A0LaG8cl2YRpI29fvMH+B93Nlowkxb2TbKTPFfiyT81BKXh2EPSyo5OL3y9QS5wUB9u3bDjBOhjdu+Bbh/LDvO7VP2nIKX5HslMswpWHCvc5mTt4ThImqs4hkPCbqU6uTvkVe0H74l72jcvsau05dk2AISHwPIZuBc/03F4696o1/toOVW8zFNOD0Xk8QTrk0hmN6bHdu1R4PGQLjDawIDAQAB';

/** The ID derived from the key. */
export const earlierId = 'bojfngkbaheadahaoiebcajeghflohil';

/**
 * Copies a built package and gives it the profiles' ID: a store keeps the ID across versions, but an
 * unpacked folder gets an ID from its path.
 */
export async function copyAsUpdate(built: string, to: string): Promise<void> {
  await cp(built, to, { recursive: true });
  const manifest = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')) as object;
  await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, key }));
}
