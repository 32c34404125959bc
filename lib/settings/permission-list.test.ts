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
    release: async () => undefined,
    dates: {
      read: async () => dates,
      update: async (change) => {
        const next = change(dates);
        if (next !== dates) writes += 1;
        dates = next;
      },
    },
    readConnections: async () => settings,
    markedSites: async () => marked,
    now: () => 50,
  });
  return { permissions, writes: () => writes };
}

describe('the list', () => {
  it('tells what came with the installation, and since when', async () => {
    const { permissions } = setUp();
    expect(await permissions.list()).toMatchObject({
      installed: ['activeTab', 'storage'],
      installedAt: null,
    });

    await permissions.installed();

    expect(await permissions.list()).toMatchObject({ installedAt: 50 });
  });

  it('tells of what may be asked whether it is allowed, and since when where that was noted', async () => {
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

  it('has no switch for files where the browser has none', async () => {
    const { permissions } = setUp({ files: null });

    expect((await permissions.list()).asked.map(({ name }) => name)).toEqual(['tabs', 'bookmarks']);
  });

  it('names the connections that are reached at a site, and counts the sites with marks apart', async () => {
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

  it('still tells of the site of a connection that has marks on, too', async () => {
    const origins = ['https://memory.example/*'];
    const { permissions } = setUp({ origins, marked: origins });

    expect((await permissions.list()).sites).toHaveLength(1);
  });
});

describe('what was taken back', () => {
  it('has no time any more, so that the next one counts', async () => {
    const { permissions } = setUp();
    await permissions.added({ names: ['tabs'], origins: [] });

    await permissions.removed({ names: ['tabs'], origins: [] });

    expect((await permissions.list()).asked[0]?.since).toBeNull();
  });

  it('writes nothing where nothing was noted, as after everything was forgotten', async () => {
    const { permissions, writes } = setUp();

    await permissions.removed({ names: ['tabs'], origins: ['https://read.example/*'] });

    expect(writes()).toBe(0);
  });
});
