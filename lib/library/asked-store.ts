/** Remembers deletions awaiting confirmation, because the person might confirm after the row has left the outbox. */
import * as z from 'zod/mini';
import { rowsOf, storedItem } from '../browser/storage.ts';
import { outboxKindSchema } from '../outbox/model.ts';

const most = 20;

const targetSchema = z.object({
  id: z.string(),
  kind: outboxKindSchema,
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  customId: z.nullable(z.string()),
  /** Null if the service returned no id. */
  documentId: z.nullable(z.string()),
  memoryId: z.nullable(z.string()),
  /** Whether the service has accepted the item but might not list it yet. */
  isPending: z.boolean(),
});
export type Target = z.infer<typeof targetSchema>;

const stored = storedItem<Target[]>({
  area: 'session',
  key: 'deletion.asked',
  parse: rowsOf(targetSchema),
  fallback: [],
});

export const askedDeletions = {
  async get(id: string): Promise<Target | null> {
    return (await stored.read()).find((each) => each.id === id) ?? null;
  },

  async put(asked: Target): Promise<void> {
    await stored.update((before) =>
      [...before.filter(({ id }) => id !== asked.id), asked].slice(-most),
    );
  },
};
