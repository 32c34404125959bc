import * as z from 'zod/mini';
import { sealedCredentialSchema, type Withdrawal, withdrawalSchema } from './model.ts';
import { appError } from '../contract/errors.ts';
import { durable, type KeepsakeDatabase } from '../database/database.ts';

/** A row whose error can't be parsed is still a withdrawal. */
const bareSchema = z.object({
  ...z.pick(withdrawalSchema, { credentialId: true, access: true }).shape,
  connectionId: z.optional(z.unknown()),
});

export function createWithdrawalStore(database: () => Promise<KeepsakeDatabase>) {
  return {
    async all(): Promise<Withdrawal[]> {
      const db = await database();
      const rows: unknown[] = await db.getAll('withdrawals');
      const withdrawals = rows.flatMap((row) => read(row) ?? []);
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

function read(row: unknown): Withdrawal | null {
  const whole = z.safeParse(withdrawalSchema, row);
  if (whole.success) return whole.data;
  const bare = z.safeParse(bareSchema, row);
  if (!bare.success) return null;
  const { connectionId } = bare.data;
  return {
    ...bare.data,
    connectionId: typeof connectionId === 'string' ? connectionId : '',
    error: unreadable,
    at: 0,
  };
}

/** Returns an empty string if the connection can't be found. */
async function connectionWith(db: KeepsakeDatabase, credentialId: string): Promise<string> {
  const rows: unknown[] = await db.getAll('vault');
  const parsed = rows.flatMap((row) => z.safeParse(ownerSchema, row).data ?? []);
  return parsed.find((row) => row.credentialId === credentialId)?.connectionId ?? '';
}

const ownerSchema = z.pick(sealedCredentialSchema, { credentialId: true, connectionId: true });

const unreadable = appError('memory.unauthorized', 'The service revoked this access.');
