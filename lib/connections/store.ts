/** Stores the connections. Nothing secret is in them, since some browsers let content scripts read this area. */
import * as z from 'zod/mini';
import {
  areConnectionsSetAside,
  connectionsKey,
  migrateSettings,
} from '../browser/settings-migration.ts';
import { type Parsed, rowsOf, storedItem, valueOf } from '../browser/storage.ts';
import { noConnections, storedConnectionSchema, type StoredConnections } from './model.ts';

const frameOf = valueOf(
  z.object({ connections: z.array(z.unknown()), activeId: z.nullable(z.string()) }),
);
const connectionsOf = rowsOf(storedConnectionSchema);

export type ConnectionsStore = ReturnType<typeof createConnectionsStore>;

/**
 * Makes the store. A value that can't be parsed is kept under another key and reported, never silently replaced.
 * `updated` is called after each change is written.
 */
export function createConnectionsStore(
  reportCorrupt: () => void,
  updated: (before: StoredConnections, after: StoredConnections) => void = () => undefined,
) {
  const stored = storedItem<StoredConnections>({
    area: 'local',
    key: connectionsKey,
    parse: parseConnections,
    fallback: noConnections,
    corrupt: 'set-aside',
    report: reportCorrupt,
    migrate: () => migrateSettings(reportCorrupt),
  });
  /** As last read or written; only this store writes them. */
  let last: StoredConnections | null = null;

  async function read(): Promise<StoredConnections> {
    last = await stored.read();
    return last;
  }

  return {
    read,

    /** Reads from memory if possible, for callers that need the connections often. */
    readOnce: async (): Promise<StoredConnections> => last ?? read(),

    /** Whether no connection was ever set aside. What those need can't be known, so it must not be cleaned up. */
    isWhole: async (): Promise<boolean> => !(await areConnectionsSetAside()),

    async update(
      change: (stored: StoredConnections) => StoredConnections,
    ): Promise<StoredConnections> {
      let replaced = noConnections;
      const after = await stored.update((before) => {
        replaced = before;
        return change(before);
      });
      last = after;
      updated(replaced, after);
      return after;
    },
  };
}

/** Connections are parsed one by one, so that one that can't be read costs no other. */
function parseConnections(raw: unknown): Parsed<StoredConnections> {
  const frame = frameOf(raw);
  const connections = connectionsOf(frame?.value.connections);
  if (frame === null || connections === null) return null;
  const { activeId } = frame.value;
  return { value: { connections: connections.value, activeId }, isWhole: connections.isWhole };
}
