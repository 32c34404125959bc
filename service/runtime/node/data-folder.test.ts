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

async function openFolder(): Promise<DataFolder> {
  const opened = await openDataFolder(path);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

describe('openDataFolder', () => {
  it('creates a folder and a token that only the process’s user can read', async () => {
    const folder = await openFolder();
    folder.release();

    expect(await modeOf(path)).toBe(0o700);
    expect(await modeOf(folder.tokenFile)).toBe(0o600);
    expect(folder.ownerToken).toMatch(/^keepsake_[\w-]{43}$/);
  });

  it('keeps its token and restores its permissions', async () => {
    const first = await openFolder();
    first.release();
    await chmod(first.tokenFile, 0o644);

    const second = await openFolder();
    second.release();

    expect(second.ownerToken).toBe(first.ownerToken);
    expect(await modeOf(first.tokenFile)).toBe(0o600);
  });

  it('creates a new token if the file is empty', async () => {
    const first = await openFolder();
    first.release();
    await writeFile(first.tokenFile, '\n');

    const second = await openFolder();
    second.release();

    expect(second.ownerToken).toMatch(/^keepsake_[\w-]{43}$/);
    expect(second.ownerToken).not.toBe(first.ownerToken);
  });

  it('lets one process open it at a time', async () => {
    const folder = await openFolder();

    expect(await openDataFolder(path)).toEqual({ ok: false, error: 'folder.in-use' });

    folder.release();
    (await openFolder()).release();
  });

  it('keeps the published address until the folder is opened again', async () => {
    const { ownerToken, release, publishAddress } = await openFolder();
    await publishAddress('http://127.0.0.1:1');

    expect(await readRunning(path)).toEqual({ url: 'http://127.0.0.1:1', ownerToken });

    release();
    (await openFolder()).release();
    expect(await readRunning(path)).toBeNull();
  });
});
