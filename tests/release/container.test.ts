/**
 * Follows the steps of the Dockerfile without a container runtime: the same files and commands, in an empty folder, as another
 * user. It downloads the packages only with `KEEPSAKE_CONTAINER=all`, and otherwise links those that would be.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readSources } from '../architecture/imports.ts';
import { isRoot } from '../browser/install.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { freePort } from '../fixtures/free-port.ts';
import { idsOf } from '../fixtures/postgres-server.ts';

const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;
const dockerfile = await readFile('Dockerfile', 'utf8');
const ignored = (await readFile('.dockerignore', 'utf8')).trim().split('\n');
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.optional(z.string()),
        dev: z.optional(z.boolean()),
        devOptional: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
const commandSchema = z.array(z.string());

/** Returns the arguments of each instruction of this kind, in order. */
function instructions(kind: string): string[] {
  return Array.from(
    dockerfile.matchAll(new RegExp(`^${kind} (.*)$`, 'gm')),
    ([, rest]) => rest ?? '',
  );
}

/** The commands of RUN, except for what only an image has. */
const [install = '', ...changes] = instructions('RUN').filter(
  (each) => !each.startsWith('install '),
);

/** Returns a command that the Dockerfile writes as JSON, to run with the Node in the folder. */
function commandOf(kind: string, folder: string): string[] {
  const [text = ''] = instructions(kind);
  const [program, ...args] = commandSchema.parse(JSON.parse(text.slice(text.indexOf('['))));
  expect(program).toBe('node');
  return [join(folder, 'node'), ...args];
}

/** Returns whether `.dockerignore` lets a path through: the last line that matches it, or a folder above it, decides. */
function isSent(path: string): boolean {
  const names = path.split('/');
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const last = ignored.findLast((line) =>
    paths.some((each) => matchesGlob(each, line.replace(/^!/, ''))),
  );
  return last === undefined || last.startsWith('!');
}

function runIn(folder: string, command: string): void {
  const env = { ...process.env, npm_config_prefer_offline: 'true' };
  const ran = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`);
}

/** Links the packages that `npm ci --omit=dev` would download, but for those that the Dockerfile then removes. */
async function linkPackages(folder: string): Promise<void> {
  const removed = new Set(changes.flatMap((command) => command.split(' ')));
  const linked = Object.entries(packages)
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path]) => path)
    // Those in the folders of other packages come with them, and optional ones may be for other platforms.
    .filter((path) => path.lastIndexOf('node_modules') === 0 && existsSync(path))
    .filter((path) => !removed.has(path));
  for (const path of linked) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(resolve(path), join(folder, path));
  }
}

/** Returns what the service imports from its entry point on: files and packages, except Node's modules. */
function neededFrom(entry: string): string[] {
  const importsOf = new Map(readSources().map(({ path, imports }) => [path, imports]));
  const needed = new Set([entry]);
  for (const path of needed) for (const each of importsOf.get(path) ?? []) needed.add(each);
  return [...needed]
    .filter((each) => !each.startsWith('node:'))
    .map((each) =>
      existsSync(each) ? each : join('node_modules', PACKAGE.exec(each)?.[0] ?? each),
    );
}

describe('the Dockerfile', () => {
  let folder: string;
  const nobody = isRoot() ? idsOf('nobody') : null;
  /** Null if only this user can read the packages. */
  const user = spawnSync('ls', ['node_modules'], { ...nobody }).status === 0 ? nobody : null;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-image-'));
    await chmod(folder, 0o755);
    for (const copied of instructions('COPY').filter((each) => !each.startsWith('--from'))) {
      const paths = copied.split(' ').slice(0, -1);
      const filter = (source: string) => isSent(relative('.', source));
      for (const path of paths) await cp(path, join(folder, path), { recursive: true, filter });
    }
    if (process.env['KEEPSAKE_CONTAINER'] === 'all') {
      for (const command of [install, ...changes]) runIn(folder, command);
    } else await linkPackages(folder);
    // Other users can't read the folder of this one.
    await copyFile(process.execPath, join(folder, 'node'));
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    if (user !== null) await chown(join(folder, 'data'), user.uid, user.gid);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('uses the Node that the repository uses', async () => {
    expect(instructions('ARG')).toEqual([`NODE=${packages['node_modules/node']?.version}`]);
  });

  it('copies everything that the service imports, and no tests', () => {
    expect(install).toMatch(/^npm ci --omit=dev /);
    const [, entry = ''] = commandOf('ENTRYPOINT', folder);
    const needed = neededFrom(entry);

    expect(needed.length).toBeGreaterThan(100);
    expect(needed.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(existsSync(join(folder, 'service/app.test.ts'))).toBe(false);
  });

  it('makes a service that runs as another user, is healthy, and stops on SIGTERM', async () => {
    const port = await freePort();
    const options: SpawnOptions = {
      ...user,
      cwd: folder,
      env: { KEEPSAKE_DATA: join(folder, 'data'), KEEPSAKE_PORT: String(port) },
      stdio: 'ignore',
    };
    const run = ([program = '', ...args]: string[]) => spawn(program, args, options);
    const isHealthy = async () => {
      const [code] = await once(run(commandOf('HEALTHCHECK', folder)), 'close');
      return code === 0 || undefined;
    };
    expect(await isHealthy()).toBeUndefined();

    const service = run(commandOf('ENTRYPOINT', folder));
    await pollUntil('the service to be healthy', isHealthy, 60_000);

    const stopped = once(service, 'close');
    service.kill('SIGTERM');
    expect(await stopped).toEqual([0, null]);
  });
});
