import {
  type AskedPermission,
  askedPermissions,
  installedPermissions,
  type PermissionList,
} from './model.ts';
import { originsOf, type StoredConnections } from '../connections/model.ts';
import { originPattern } from '../url/origins.ts';
import type { StoredItem } from '../browser/storage.ts';

type Granted = { names: readonly string[]; origins: readonly string[] };
export type PermissionPorts = {
  granted: () => Promise<Granted>;
  installed: () => readonly string[];
  /** Returns null if the browser has no switch for file access. */
  filesAllowed: () => Promise<boolean | null>;
  dates: Pick<StoredItem<Readonly<Record<string, number>>>, 'read' | 'update'>;
  readConnections: () => Promise<StoredConnections>;
  /** Returns the patterns of sites with highlighting. */
  markedSites: () => Promise<readonly string[]>;
  now: () => number;
};

const installedKey = 'installed';
/** Matches websites only; local files have their own switch. */
const webPattern = /^(?:https?|\*):\/\//u;

export function createPermissions(ports: PermissionPorts) {
  const { dates } = ports;

  async function list(): Promise<PermissionList> {
    const [granted, since, files, settings, marked] = await Promise.all([
      ports.granted(),
      dates.read(),
      ports.filesAllowed(),
      ports.readConnections(),
      ports.markedSites(),
    ]);
    const isGranted = (name: AskedPermission) =>
      name === 'files' ? files : granted.names.includes(name);
    const isMarked = new Set(marked);
    const held = granted.origins.filter((pattern) => webPattern.test(pattern)).toSorted();
    const asked = new Set(ports.installed());
    return {
      installed: installedPermissions.filter((name) => asked.has(name)),
      installedAt: since[installedKey] ?? null,
      asked: askedPermissions.flatMap((name) => {
        const isAllowed = isGranted(name);
        return isAllowed === null
          ? []
          : { name, isGranted: isAllowed, since: isAllowed ? (since[name] ?? null) : null };
      }),
      sites: held.flatMap((pattern) => {
        const connections = connectionsAt(pattern, settings);
        return isMarked.has(pattern) && connections.length === 0
          ? []
          : { pattern, since: since[pattern] ?? null, connections };
      }),
      markedSites: held.filter((pattern) => isMarked.has(pattern)).length,
    };
  }

  /** Stores the dates of new grants. Call when the browser reports them. */
  async function added({ names, origins }: Granted): Promise<void> {
    const at = ports.now();
    const news = [...names, ...origins].map((name) => [name, at] as const);
    await dates.update((before) => ({ ...before, ...Object.fromEntries(news) }));
  }

  async function removed({ names, origins }: Granted): Promise<void> {
    const gone = new Set([...names, ...origins]);
    await dates.update((before) => {
      const left = Object.entries(before).filter(([name]) => !gone.has(name));
      return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
    });
  }

  async function installed(): Promise<void> {
    await dates.update((before) => ({ ...before, [installedKey]: ports.now() }));
  }

  return { list, added, removed, installed };
}

function connectionsAt(pattern: string, { connections }: StoredConnections): string[] {
  return connections.flatMap(({ connection }) =>
    connection.kind !== 'device' && originsOf(connection).map(originPattern).includes(pattern)
      ? connection.name
      : [],
  );
}
