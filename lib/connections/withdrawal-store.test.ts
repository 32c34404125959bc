import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Withdrawal } from './model.ts';
import { createDatabaseOpener } from '../database/database.ts';
import type { SealedCredential } from './model.ts';
import { createWithdrawalStore } from './withdrawal-store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const withdrawal: Withdrawal = {
  credentialId: 'k1',
  connectionId: 'work',
  access: 'write',
  error: { code: 'memory.unauthorized', message: 'No.', retryable: false, traceId: 't-1' },
  at: 5,
};

describe('stored withdrawals', () => {
  it('are kept for the next background, one per access of a credential', async () => {
    const store = createWithdrawalStore(createDatabaseOpener());
    await store.put(withdrawal);
    await store.put({ ...withdrawal, access: 'ask' });
    await store.put({ ...withdrawal, at: 6 });

    const next = createWithdrawalStore(createDatabaseOpener());

    expect(await next.all()).toEqual([
      { ...withdrawal, access: 'ask' },
      { ...withdrawal, at: 6 },
    ]);
  });

  it('can be removed one by one', async () => {
    const store = createWithdrawalStore(createDatabaseOpener());
    await store.put(withdrawal);
    await store.put({ ...withdrawal, access: 'ask' });

    await store.remove(withdrawal);

    expect((await store.all()).map(({ access }) => access)).toEqual(['ask']);
  });

  it('still hold if their error cannot be parsed', async () => {
    const database = createDatabaseOpener();
    const damaged = { ...withdrawal, error: 7, at: 'yesterday' };
    await (await database()).put('withdrawals', damaged as unknown as Withdrawal);

    expect(await createWithdrawalStore(database).all()).toMatchObject([
      { credentialId: 'k1', access: 'write', error: { code: 'memory.unauthorized' } },
    ]);
  });

  it.each([
    ['itself', 'work', []],
    ['the credential they apply to', 7, [{ credentialId: 'k1', connectionId: 'work' }]],
  ])('find their connection by %s, even if they cannot be parsed', async (...found) => {
    const [, connectionId, vault] = found;
    const db = await createDatabaseOpener()();
    await db.put('withdrawals', { ...withdrawal, error: 7, connectionId } as unknown as Withdrawal);
    for (const row of vault) await db.put('vault', { ...row, kind: 'key' } as SealedCredential);

    expect(await createWithdrawalStore(async () => db).all()).toMatchObject([
      { credentialId: 'k1', connectionId: 'work' },
    ]);
  });
});
