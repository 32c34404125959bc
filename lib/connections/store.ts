/** Stores connections, but no secrets: some browsers let content scripts read this storage area. */
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

/** Unparsable values are set aside and reported. `updated` is called after each write. */
export function createConnectionsStore(
  reportCorrupt: () => void,
  updated: (before: StoredConnections, after: StoredConnections) => void = () => undefined,
) {
  const stored = storedItem<StoredConnections>({
    key: connectionsKey,
    parse: parseConnections,
    fallback: noConnections,
    setsAside: true,
    report: reportCorrupt,
    migrate: () => migrateSettings(reportCorrupt),
  });
  /** The value last read or written, which stays current because nothing else writes to this storage key. */
  let last: StoredConnections | null = null;

  async function read(): Promise<StoredConnections> {
    last = await stored.read();
    return last;
  }

  return {
    read,

    /** Reads from memory if possible. */
    readOnce: async (): Promise<StoredConnections> => last ?? read(),

    /** Returns false if a connection couldn't be parsed. Don't clean up then: its data might still be needed. */
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

/** Parses connections one by one, so that an unreadable one doesn't affect the others. */
function parseConnections(raw: unknown): Parsed<StoredConnections> {
  const frame = frameOf(raw);
  const connections = connectionsOf(frame?.value.connections);
  if (frame === null || connections === null) return null;
  const { activeId } = frame.value;
  return { value: { connections: connections.value, activeId }, isWhole: connections.isWhole };
}
