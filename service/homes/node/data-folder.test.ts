import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder, readRunning, type DataFolder } from './data-folder.ts';

let parent: string;
let path: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'keepsake-folder-'));
  path = join(parent, 'deep', 'memory');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function openIt(): Promise<DataFolder> {
  const opened = await openDataFolder(path);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

describe('openDataFolder', () => {
  it('makes a folder and a token that only the owner of the process can read', async () => {
    const folder = await openIt();
    folder.release();

    expect(await modeOf(path)).toBe(0o700);
    expect(await modeOf(folder.tokenFile)).toBe(0o600);
    expect(folder.ownerToken).toMatch(/^keepsake_[\w-]{43}$/);
  });

  it('keeps its token, and closes it to others again', async () => {
    const first = await openIt();
    first.release();
    await chmod(first.tokenFile, 0o644);

    const second = await openIt();
    second.release();

    expect(second.ownerToken).toBe(first.ownerToken);
    expect(await modeOf(first.tokenFile)).toBe(0o600);
  });

  it('makes a new token where the file is empty', async () => {
    const first = await openIt();
    first.release();
    await writeFile(first.tokenFile, '\n');

    const second = await openIt();
    second.release();

    expect(second.ownerToken).toMatch(/^keepsake_[\w-]{43}$/);
    expect(second.ownerToken).not.toBe(first.ownerToken);
  });

  it('lets one server in at a time', async () => {
    const folder = await openIt();

    expect(await openDataFolder(path)).toEqual({ ok: false, error: 'folder.in-use' });

    folder.release();
    (await openIt()).release();
  });

  it('leaves word of where the service listens, until the next one opens the folder', async () => {
    const { ownerToken, release, sayRunning } = await openIt();
    await sayRunning('http://127.0.0.1:1');

    expect(await readRunning(path)).toEqual({ url: 'http://127.0.0.1:1', ownerToken });

    release();
    (await openIt()).release();
    expect(await readRunning(path)).toBeNull();
  });
});
