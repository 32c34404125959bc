/** What services withdrew from credentials, remembered beyond the end of a background and of the browser. */
import * as z from 'zod/mini';
import { type Withdrawal, withdrawalSchema } from '../contracts/connections.ts';
import type { MemoryError } from '../contracts/errors.ts';
import type { KeepsakeDatabase } from './database.ts';

const durable = { durability: 'strict' } as const;

/** A row whose words cannot be read is a withdrawal all the same: its key says of what. */
const bareSchema = z.pick(withdrawalSchema, { credentialId: true, access: true });

export function createWithdrawalStore(database: () => Promise<KeepsakeDatabase>) {
  return {
    async all(): Promise<Withdrawal[]> {
      const rows: unknown[] = await (await database()).getAll('withdrawals');
      return rows.flatMap((row) => read(row) ?? []);
    },

    async put(withdrawal: Withdrawal): Promise<void> {
      const tx = (await database()).transaction('withdrawals', 'readwrite', durable);
      await tx.store.put(withdrawal);
      await tx.done;
    },

    async remove({ credentialId, access }: Withdrawal): Promise<void> {
      const tx = (await database()).transaction('withdrawals', 'readwrite', durable);
      await tx.store.delete([credentialId, access]);
      await tx.done;
    },
  };
}

function read(row: unknown): Withdrawal | null {
  const whole = z.safeParse(withdrawalSchema, row);
  if (whole.success) return whole.data;
  const bare = z.safeParse(bareSchema, row);
  return bare.success ? { ...bare.data, connectionId: '', error: unreadable, at: 0 } : null;
}

const unreadable: MemoryError = {
  code: 'memory.unauthorized',
  message: 'The service withdrew this access.',
  retryable: false,
};
