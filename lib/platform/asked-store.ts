/** What the person was asked whether to delete, until the browser closes: their word may come after its row has gone. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { outboxItemSchema } from '../contracts/outbox.ts';
import { createTurns } from '../core/in-turn.ts';

const key = 'deletion.asked';
/** Beyond this the oldest are let go of: a question stands for as long as a surface shows it. */
const most = 20;

const askedSchema = z.extend(
  z.pick(outboxItemSchema, {
    id: true,
    kind: true,
    connectionId: true,
    container: true,
    customId: true,
  }),
  {
    documentId: z.nullable(z.string()),
    memoryId: z.nullable(z.string()),
    isPending: z.boolean(),
  },
);
type Asked = z.infer<typeof askedSchema>;

const storedSchema = z.array(z.unknown());

/** Makes the store; what is not of its form is as good as none. */
export function createAskedStore() {
  /** One after another, so that none is lost between reading and writing. */
  const inTurn = createTurns();

  async function all(): Promise<Asked[]> {
    const { [key]: raw } = await browser.storage.session.get(key);
    const rows = z.safeParse(storedSchema, raw).data ?? [];
    return rows.flatMap((row) => z.safeParse(askedSchema, row).data ?? []);
  }

  async function write(asked: Asked): Promise<void> {
    const others = (await all()).filter(({ id }) => id !== asked.id);
    await browser.storage.session.set({ [key]: [...others, asked].slice(-most) });
  }

  return {
    async get(id: string): Promise<Asked | null> {
      return (await all()).find((each) => each.id === id) ?? null;
    },

    put: (asked: Asked): Promise<void> => inTurn(() => write(asked)),
  };
}
