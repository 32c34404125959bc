/** Migrates settings of versions 1 and 2. Frozen: must not follow later schema changes. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { serialQueue } from '../async/serial-queue.ts';

export const connectionsKey = 'connections.v1';
export const captureOptionsKey = 'capture-options.v1';

const secondKey = 'settings.v2';
const firstKey = 'settings.v1';

/** Version 2. Connections are parsed later, so that an unreadable one doesn't affect the others. */
const secondSchema = z.object({
  homes: z.array(z.unknown()),
  activeId: z.nullable(z.string()),
  options: z.optional(z.record(z.string(), z.unknown())),
});

/** Version 1, which only supported this device. */
const firstSchema = z.object({
  connection: z.nullable(
    z.object({ id: z.string(), kind: z.literal('device'), createdAt: z.number() }),
  ),
  memories: z.array(z.object({ id: z.string(), name: z.string() })),
  chosenMemoryId: z.nullable(z.string()),
});

/** Serialized: every store migrates before it reads, and only the first call finds anything to migrate. */
const enqueue = serialQueue();

/** Migrates in one write. A value that can't be parsed is set aside and reported, never replaced. */
export function migrateSettings(reportCorrupt: () => void): Promise<void> {
  return enqueue(async () => {
    const stored = await browser.storage.local.get([secondKey, firstKey, connectionsKey]);
    const from = stored[secondKey] === undefined ? firstKey : secondKey;
    if (stored[from] === undefined) return;
    // The new key is already set if an earlier background stopped before removing the old key.
    if (stored[connectionsKey] === undefined) {
      const items = from === secondKey ? readSecond(stored[from]) : readFirst(stored[from]);
      if (items === null) {
        reportCorrupt();
        await setAside(from, stored[from]);
        return;
      }
      await browser.storage.local.set(items);
    }
    await browser.storage.local.remove([secondKey, firstKey]);
  });
}

/** Moves a value that can't be parsed to another key. */
export async function setAside(key: string, raw: unknown): Promise<void> {
  await browser.storage.local.set({ [asideKeyOf(key)]: raw });
  await browser.storage.local.remove(key);
}

export async function areConnectionsSetAside(): Promise<boolean> {
  const keys = [connectionsKey, secondKey, firstKey].map(asideKeyOf);
  const aside = await browser.storage.local.get(keys);
  return Object.values(aside).some((raw) => (raw ?? null) !== null);
}

function readSecond(raw: unknown): Record<string, unknown> | null {
  const second = secondSchema.safeParse(raw);
  if (!second.success) return null;
  const { homes, activeId, options } = second.data;
  return {
    [connectionsKey]: { connections: homes, activeId },
    ...(options === undefined ? {} : { [captureOptionsKey]: options }),
  };
}

function readFirst(raw: unknown): Record<string, unknown> | null {
  const first = firstSchema.safeParse(raw);
  if (!first.success) return null;
  const { connection, memories, chosenMemoryId } = first.data;
  if (connection === null) return { [connectionsKey]: { connections: [], activeId: null } };
  const connections = [{ connection, memories, chosenMemoryId }];
  return { [connectionsKey]: { connections, activeId: connection.id } };
}

function asideKeyOf(key: string): string {
  return `${key}.corrupt`;
}
