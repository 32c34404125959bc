/** Follows the steps of the Dockerfile without a container runtime: the same commands, in an empty folder, as another user. */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isRoot } from '../browser/install.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { freePort, idsOf } from '../fixtures/postgres-server.ts';

const PORT = '4321';
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/;
const dockerfile = await readFile('Dockerfile', 'utf8');
const commandSchema = z.array(z.string());

/** Returns the arguments of each instruction of this kind, in order. */
function instructions(kind: string): string[] {
  return Array.from(
    dockerfile.matchAll(new RegExp(`^${kind} (.*)$`, 'gm')),
    ([, rest]) => rest ?? '',
  );
}

/** Returns a command that the Dockerfile writes as JSON, to run with the Node in the folder. */
function commandOf(kind: string, folder: string, port: number): string[] {
  const [text = ''] = instructions(kind);
  const [program, ...args] = commandSchema.parse(JSON.parse(text.slice(text.indexOf('['))));
  expect(program).toBe('node');
  return [join(folder, 'node'), ...args.map((each) => each.replaceAll(PORT, String(port)))];
}

describe('the Dockerfile', () => {
  let folder: string;
  let isOffline = false;
  const user = isRoot() ? idsOf('nobody') : null;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-image-'));
    await chmod(folder, 0o755);
    for (const copied of instructions('COPY').filter((each) => !each.startsWith('--from'))) {
      const paths = copied.split(' ').slice(0, -1);
      for (const path of paths) await cp(path, join(folder, path), { recursive: true });
    }
    const env = { ...process.env, npm_config_prefer_offline: 'true' };
    for (const command of instructions('RUN').filter((each) => !each.startsWith('install '))) {
      const ran = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
      isOffline ||= OFFLINE.test(ran.stderr);
      if (isOffline) return;
      if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`);
    }
    // Other users can't read the folder of this one.
    await copyFile(process.execPath, join(folder, 'node'));
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    if (user !== null) await chown(join(folder, 'data'), user.uid, user.gid);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('uses the Node that the repository uses', async () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) })
      .parse(JSON.parse(await readFile('package-lock.json', 'utf8')));

    expect(instructions('ARG')).toEqual([`NODE=${lock.packages['node_modules/node']?.version}`]);
  });

  it('makes a service that runs as another user, is healthy, and stops on SIGTERM', async (test) => {
    if (isOffline) return test.skip('The packages can’t be downloaded.');
    const port = await freePort();
    const options: SpawnOptions = {
      ...user,
      cwd: folder,
      env: { KEEPSAKE_DATA: join(folder, 'data'), KEEPSAKE_PORT: String(port) },
      stdio: 'ignore',
    };
    const run = ([program = '', ...args]: string[]) => spawn(program, args, options);
    const isHealthy = async () => {
      const [code] = await once(run(commandOf('HEALTHCHECK', folder, port)), 'close');
      return code === 0 || undefined;
    };
    expect(await isHealthy()).toBeUndefined();

    const service = run(commandOf('ENTRYPOINT', folder, port));
    await pollUntil('the service to be healthy', isHealthy, 60_000);

    const stopped = once(service, 'close');
    service.kill('SIGTERM');
    expect(await stopped).toEqual([0, null]);
  });
});
