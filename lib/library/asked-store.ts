/**
 * What the person was asked about deleting, kept until the browser closes: they can confirm after its row has gone from
 * the outbox.
 */
import * as z from 'zod/mini';
import { rowsOf, storedItem } from '../browser/storage.ts';
import { outboxKindSchema } from '../outbox/model.ts';

/** Beyond this the oldest are dropped: a question lasts as long as a surface shows it. */
const most = 20;

const askedSchema = z.object({
  id: z.string(),
  kind: outboxKindSchema,
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  customId: z.nullable(z.string()),
  documentId: z.nullable(z.string()),
  memoryId: z.nullable(z.string()),
  isPending: z.boolean(),
});
type Asked = z.infer<typeof askedSchema>;

const stored = storedItem<Asked[]>({
  area: 'session',
  key: 'deletion.asked',
  parse: rowsOf(askedSchema),
  fallback: [],
  corrupt: 'ignore',
});

export const askedDeletions = {
  async get(id: string): Promise<Asked | null> {
    return (await stored.read()).find((each) => each.id === id) ?? null;
  },

  async put(asked: Asked): Promise<void> {
    await stored.update((before) =>
      [...before.filter(({ id }) => id !== asked.id), asked].slice(-most),
    );
  },
};
