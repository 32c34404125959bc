/**
 * Proves that a release matches its commit: clones the last commit twice, installs and zips each as
 * if on another machine, then builds the Firefox package from its own sources archive with the
 * commands in its docs. Every archive must be identical byte for byte; if so, they are left in
 * `.output` for submission. Takes minutes, mostly for three installations.
 */
import { execFileSync, execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

const repository = join(import.meta.dirname, '../..');

/** SHA-256 of each archive, by name. */
type Sums = ReadonlyMap<string, string>;

/** Simulated machines with different folders, file modes, time zones and locales. */
const machines = [
  { folder: 'one', mask: 0o022, env: { TZ: 'UTC', LC_ALL: 'C' } },
  {
    folder: 'quite/another place',
    mask: 0o077,
    env: { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' },
  },
] as const;

const work = await mkdtemp(join(tmpdir(), 'keepsake-reproducible-'));
try {
  const commit = git('rev-parse', 'HEAD');
  const isDirty = git('status', '--porcelain') !== '';
  console.log(`Commit ${commit}${isDirty ? ' (uncommitted changes are left out)' : ''}\n`);
  const runs: Sums[] = [];
  for (const machine of machines) {
    const folder = join(work, machine.folder);
    await mkdir(dirname(folder), { recursive: true });
    git('clone', '--quiet', repository, folder);
    process.umask(machine.mask);
    run(['npm ci --no-audit --no-fund', 'npm run zip'], folder, machine.env);
    runs.push(await sumsOf(join(folder, '.output')));
    await rm(join(folder, 'node_modules'), { recursive: true });
  }
  const made = join(work, machines[0].folder, '.output');
  runs.push(await buildFromSources(made));
  const isSame = compare(runs);
  if (isSame) await copyArchives(made);
  process.exitCode = isSame ? 0 : 1;
} finally {
  await rm(work, { recursive: true, force: true });
}

/** Unpacks a run's sources archive and builds it with the commands in its docs/release.md. */
async function buildFromSources(output: string): Promise<Sums> {
  const name = (await archivesIn(output)).find((file) => file.endsWith('-sources.zip'));
  if (name === undefined) throw new Error('There is no archive of the sources.');
  const sources = join(work, 'sources');
  const files = Object.entries(unzipSync(new Uint8Array(await readFile(join(output, name)))));
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(sources, path)), { recursive: true });
    await writeFile(join(sources, path), bytes);
  }
  const notes = await readFile(join(sources, 'docs/release.md'), 'utf8');
  const [, commands = ''] =
    /## Build the Firefox package from its sources.*?```sh\n(.*?)```/su.exec(notes) ?? [];
  if (commands === '') throw new Error('docs/release.md doesn’t say how to build the package.');
  run(commands.trim().split('\n'), sources);
  return sumsOf(join(sources, '.output'));
}

async function sumsOf(output: string): Promise<Sums> {
  const sums = new Map<string, string>();
  for (const name of await archivesIn(output)) {
    const bytes = await readFile(join(output, name));
    sums.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
  return sums;
}

/** Copies the archives into the checkout's output folder. */
async function copyArchives(output: string): Promise<void> {
  const own = join(repository, '.output');
  await mkdir(own, { recursive: true });
  for (const name of await archivesIn(output)) await copyFile(join(output, name), join(own, name));
}

async function archivesIn(output: string): Promise<string[]> {
  return (await readdir(output)).filter((file) => file.endsWith('.zip')).toSorted();
}

/** Prints for each archive whether all runs produced the same file. Returns whether all archives match. */
function compare(runs: readonly Sums[]): boolean {
  const [first = new Map<string, string>()] = runs;
  const verdicts = Array.from(first.keys(), (name) => {
    // The build from sources makes only the Firefox package and the sources archive.
    const makers = /-(?:firefox|sources)\.zip$/u.test(name) ? runs : runs.slice(0, machines.length);
    const sums = makers.map((made) => made.get(name) ?? 'not made');
    const isSame = new Set(sums).size === 1;
    console.log(`${isSame ? `${sums.length} × the same` : 'DIFFERS'}  ${name}`);
    for (const sum of new Set(sums)) console.log(`  ${sum}`);
    return isSame;
  });
  return verdicts.length > 0 && verdicts.every(Boolean);
}

function run(commands: readonly string[], cwd: string, env: Record<string, string> = {}): void {
  for (const command of commands) {
    console.log(`── ${command}`);
    execSync(command, {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
}
