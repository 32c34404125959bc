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

describe('createOriginPermissions', () => {
  it('caches a granted permission until told to forget it', async () => {
    const { isGranted, forget } = createOriginPermissions('read');
    expect(await isGranted('https://memory.example')).toBe(true);
    expect(await isGranted('https://memory.example:8443')).toBe(true);
    expect(asked).toBe(1);

    allowed = false;
    forget();
    expect(await isGranted('https://memory.example')).toBe(false);
  });

  it('checks again while a permission is missing, because the grant might be reported late', async () => {
    const { isGranted } = createOriginPermissions('read');
    allowed = false;
    expect(await isGranted('https://memory.example')).toBe(false);

    allowed = true;
    expect(await isGranted('https://memory.example')).toBe(true);
  });
});

describe('borrowOrigins', () => {
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

  it('returns the origins that weren’t allowed before', async () => {
    granted.add('https://example.org/*');

    expect(await borrowOrigins([site, 'https://heron.example'])).toEqual(['https://heron.example']);
    expect(await borrowOrigins([site])).toEqual([]);
  });

  it('returns nothing if all sites were allowed', async () => {
    granted.add('https://*/*');

    expect(await borrowOrigins([site, 'https://*/*'])).toEqual([]);
  });

  it('returns null if the person declines', async () => {
    answer = false;

    expect(await borrowOrigins([site])).toBeNull();
  });
});

describe('releaseAll', () => {
  it('releases all sites and the permissions for tabs and bookmarks', async () => {
    const origins = ['https://example.org/*', 'https://*/*'];
    const removed: unknown[] = [];
    fakeBrowser.permissions.getAll = async () => ({ origins, permissions: [] });
    fakeBrowser.permissions.remove = async (given) => removed.push(given) > 0;

    await releaseAll();

    expect(removed).toEqual([{ origins }, { permissions: ['tabs', 'bookmarks'] }]);
  });

  it('releases the sites even if tabs and bookmarks are required permissions', async () => {
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
