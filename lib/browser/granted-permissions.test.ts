import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { askedPermissions, installedPermissions } from '../settings/model.ts';
import { permissionDateStore } from './permissions.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('permission dates', () => {
  it('are stored for the next background', async () => {
    await permissionDateStore.update(() => ({ tabs: 5 }));

    expect(await permissionDateStore.read()).toEqual({ tabs: 5 });
  });

  it('keep concurrent changes', async () => {
    const store = permissionDateStore;

    void store.update((dates) => ({ ...dates, tabs: 5 }));
    void store.update((dates) => ({ ...dates, bookmarks: 6 }));

    expect(await store.read()).toEqual({ tabs: 5, bookmarks: 6 });
  });

  it('leave nothing stored when there are no dates', async () => {
    const store = permissionDateStore;
    await store.update(() => ({ tabs: 5 }));

    await store.update(() => ({}));

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('skip invalid values', async () => {
    await fakeBrowser.storage.local.set({ 'permission-dates.v1': { tabs: 'yesterday', files: 7 } });

    expect(await permissionDateStore.read()).toEqual({ files: 7 });
  });
});

describe('the manifest’s permissions', () => {
  const config = readFileSync(join(import.meta.dirname, '../../wxt.config.ts'), 'utf8');
  const namesIn = (part: RegExp) =>
    [...(part.exec(config)?.[0] ?? '').matchAll(/'([a-zA-Z]+)'/gu)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'firefox');

  it('are all listed in the settings', () => {
    expect(namesIn(/\n {4}permissions: \[[\s\S]*?\n {4}\]/u).toSorted()).toEqual(
      [...installedPermissions].toSorted(),
    );
    expect(namesIn(/optional_permissions: \[.*\]/u)).toEqual(
      askedPermissions.filter((name) => name !== 'files'),
    );
  });
});
