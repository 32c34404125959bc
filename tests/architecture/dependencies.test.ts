/** Tests the digests in the lockfile, the list of install scripts, and the documented number of dependencies. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.optional(z.string()),
        dev: z.optional(z.boolean()),
        devOptional: z.optional(z.boolean()),
        peer: z.optional(z.boolean()),
        hasInstallScript: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('dependencies', () => {
  it('match the digests in the lockfile', () => {
    const loose = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));

    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('run an install script only if package.json lists it', () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);

    expect(running.map(([path]) => path.replace(/^.*node_modules\//, ''))).toEqual(
      Object.keys(manifest.allowScripts),
    );
  });

  it('match the counts in docs/security.md', () => {
    const shipped = packages.filter(
      ([, { dev, devOptional, peer }]) => !(dev ?? devOptional ?? peer ?? false),
    );
    const named = Object.keys(manifest.dependencies).length;

    expect(readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ')).toContain(
      `${named} runtime dependencies, ${shipped.length} packages in total`,
    );
  });
});
