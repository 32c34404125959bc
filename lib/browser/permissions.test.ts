import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { borrowOrigins, createOriginPermissions, releaseAll } from './permissions.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

let allowed: boolean;
let asked: number;

beforeEach(() => {
  allowed = true;
  asked = 0;
  fakeBrowser.permissions.contains = async () => {
    asked += 1;
    return allowed;
  };
});

describe('the permission for an origin', () => {
  it('is looked up once while it stands, and anew after the browser told of a change', async () => {
    const { isGranted, forget } = createOriginPermissions('read');
    expect(await isGranted('https://memory.example')).toBe(true);
    expect(await isGranted('https://memory.example:8443')).toBe(true);
    expect(asked).toBe(1);

    allowed = false;
    forget();
    expect(await isGranted('https://memory.example')).toBe(false);
  });

  it('is looked up anew while it is missing, since the message about it may come late', async () => {
    const { isGranted } = createOriginPermissions('read');
    allowed = false;
    expect(await isGranted('https://memory.example')).toBe(false);

    allowed = true;
    expect(await isGranted('https://memory.example')).toBe(true);
  });
});

describe('what is borrowed', () => {
  const site = 'https://example.org';
  const granted = new Set<string>();
  let answer: boolean;
  const isCovered = (pattern: string) => granted.has('https://*/*') || granted.has(pattern);

  beforeEach(() => {
    granted.clear();
    answer = true;
    fakeBrowser.permissions.contains = async ({ origins = [] }) => origins.every(isCovered);
    fakeBrowser.permissions.request = async ({ origins = [] }) => {
      if (answer) for (const pattern of origins) granted.add(pattern);
      return answer;
    };
  });

  it('is what was not allowed before', async () => {
    granted.add('https://example.org/*');

    expect(await borrowOrigins([site, 'https://heron.example'])).toEqual(['https://heron.example']);
    expect(await borrowOrigins([site])).toEqual([]);
  });

  it('is nothing where all sites were allowed', async () => {
    granted.add('https://*/*');

    expect(await borrowOrigins([site, 'https://*/*'])).toEqual([]);
  });

  it('is null where the person says no', async () => {
    answer = false;

    expect(await borrowOrigins([site])).toBeNull();
  });
});

describe('the permissions the person gave', () => {
  it('are given back all together, with those to list tabs and bookmarks', async () => {
    const origins = ['https://example.org/*', 'https://*/*'];
    const removed: unknown[] = [];
    fakeBrowser.permissions.getAll = async () => ({ origins, permissions: [] });
    fakeBrowser.permissions.remove = async (given) => removed.push(given) > 0;

    await releaseAll();

    expect(removed).toEqual([{ origins }, { permissions: ['tabs', 'bookmarks'] }]);
  });

  it('are given back also where those to list are the extension’s own', async () => {
    const removed: unknown[] = [];
    fakeBrowser.permissions.getAll = async () => ({ origins: ['https://*/*'], permissions: [] });
    fakeBrowser.permissions.remove = async (given) => {
      if (given.permissions !== undefined)
        throw new Error('You cannot remove required permissions.');
      return removed.push(given) > 0;
    };

    await expect(releaseAll()).rejects.toThrow('required');

    expect(removed).toEqual([{ origins: ['https://*/*'] }]);
  });
});
