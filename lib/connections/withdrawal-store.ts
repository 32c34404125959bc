import * as z from 'zod/mini';
import { sealedCredentialSchema, type Withdrawal, withdrawalSchema } from './model.ts';
import { appError, memoryErrorSchema } from '../contract/errors.ts';
import { durable, type KeepsakeDatabase } from '../database/database.ts';

const unreadable = appError('memory.unauthorized', 'The service revoked this access.');

/** A row counts as a withdrawal even if only its credential id and access can be parsed. */
// oxlint-disable promise/valid-params -- this `catch` is zod's
const rowSchema = z.extend(withdrawalSchema, {
  connectionId: z.catch(z.string(), ''),
  error: z.catch(memoryErrorSchema, unreadable),
  at: z.catch(z.number(), 0),
});
// oxlint-enable promise/valid-params

export function createWithdrawalStore(database: () => Promise<KeepsakeDatabase>) {
  return {
    async all(): Promise<Withdrawal[]> {
      const db = await database();
      const rows: unknown[] = await db.getAll('withdrawals');
      const withdrawals = rows.flatMap((row) => z.safeParse(rowSchema, row).data ?? []);
      return Promise.all(
        withdrawals.map(async (each) =>
          each.connectionId === ''
            ? { ...each, connectionId: await connectionWith(db, each.credentialId) }
            : each,
        ),
      );
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

/** Returns an empty string if the connection can't be found. */
async function connectionWith(db: KeepsakeDatabase, credentialId: string): Promise<string> {
  const rows: unknown[] = await db.getAll('vault');
  const parsed = rows.flatMap((row) => z.safeParse(ownerSchema, row).data ?? []);
  return parsed.find((row) => row.credentialId === credentialId)?.connectionId ?? '';
}

const ownerSchema = z.pick(sealedCredentialSchema, { credentialId: true, connectionId: true });
