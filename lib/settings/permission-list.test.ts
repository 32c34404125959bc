import { describe, expect, it } from 'vitest';
import type { StoredConnections } from '../connections/model.ts';
import { createPermissions } from './permission-list.ts';

const settings: StoredConnections = {
  connections: [
    {
      connection: {
        id: 'work',
        kind: 'key',
        baseUrl: 'https://memory.example:8443/base',
        name: 'Work',
        owner: null,
        createdAt: 1,
      },
      memories: [],
      chosenMemoryId: null,
    },
  ],
  activeId: 'work',
};

type World = { names?: string[]; origins?: string[]; files?: boolean | null; marked?: string[] };

function setUp(world: World = {}) {
  const { names = ['storage', 'tabs'], origins = [], files = false, marked = [] } = world;
  let dates: Readonly<Record<string, number>> = {};
  let writes = 0;
  const permissions = createPermissions({
    granted: async () => ({ names, origins }),
    installed: () => ['storage', 'activeTab', 'unheardOf'],
    filesAllowed: async () => files,
    dates: {
      read: async () => dates,
      update: async (change) => {
        const next = change(dates);
        if (next !== dates) writes += 1;
        dates = next;
        return next;
      },
    },
    readConnections: async () => settings,
    markedSites: async () => marked,
    now: () => 50,
  });
  return { permissions, writes: () => writes };
}

describe('list', () => {
  it('returns the permissions granted at install and the date of installation', async () => {
    const { permissions } = setUp();
    expect(await permissions.list()).toMatchObject({
      installed: ['activeTab', 'storage'],
      installedAt: null,
    });

    await permissions.installed();

    expect(await permissions.list()).toMatchObject({ installedAt: 50 });
  });

  it('returns whether each optional permission is granted, and the date if known', async () => {
    const { permissions } = setUp();
    expect((await permissions.list()).asked).toEqual([
      { name: 'tabs', isGranted: true, since: null },
      { name: 'bookmarks', isGranted: false, since: null },
      { name: 'files', isGranted: false, since: null },
    ]);

    await permissions.added({ names: ['tabs'], origins: [] });

    expect((await permissions.list()).asked[0]).toEqual({
      name: 'tabs',
      isGranted: true,
      since: 50,
    });
  });

  it('leaves out file access if the browser has no switch for it', async () => {
    const { permissions } = setUp({ files: null });

    expect((await permissions.list()).asked.map(({ name }) => name)).toEqual(['tabs', 'bookmarks']);
  });

  it('names the connections of each site and counts sites with highlighting separately', async () => {
    const origins = [
      'https://read.example/*',
      'https://memory.example/*',
      'https://marked.example/*',
      'file:///*',
    ];
    const { permissions } = setUp({ origins, marked: ['https://marked.example/*'] });
    await permissions.added({ names: [], origins: ['https://read.example/*'] });

    expect(await permissions.list()).toMatchObject({
      sites: [
        { pattern: 'https://memory.example/*', since: null, connections: ['Work'] },
        { pattern: 'https://read.example/*', since: 50, connections: [] },
      ],
      markedSites: 1,
    });
  });

  it('includes a connection’s site even if it has highlighting', async () => {
    const origins = ['https://memory.example/*'];
    const { permissions } = setUp({ origins, marked: origins });

    expect((await permissions.list()).sites).toHaveLength(1);
  });
});

describe('removed', () => {
  it('removes the date, so that the next grant gets a new date', async () => {
    const { permissions } = setUp();
    await permissions.added({ names: ['tabs'], origins: [] });

    await permissions.removed({ names: ['tabs'], origins: [] });

    expect((await permissions.list()).asked[0]?.since).toBeNull();
  });

  it('writes nothing if no date is stored', async () => {
    const { permissions, writes } = setUp();

    await permissions.removed({ names: ['tabs'], origins: ['https://read.example/*'] });

    expect(writes()).toBe(0);
  });
});
