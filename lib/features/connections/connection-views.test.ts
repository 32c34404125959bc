import { describe, expect, it } from 'vitest';
import { keyConnection } from '../../../tests/fixtures/connection-view.ts';
import type { Access, CredentialSlot } from '../../contracts/connections.ts';
import type { MemoryError } from '../../contracts/errors.ts';
import { askKeySlot, keySlot } from '../../core/connections/credential-slot.ts';
import { withdrawnFrom } from './connection-views.ts';
import { createStorage } from './testing/world.ts';

const connection = keyConnection();
const error: MemoryError = {
  code: 'memory.unauthorized',
  message: 'Narrowed.',
  status: 403,
  retryable: false,
  traceId: 'tr_1',
};

function createWorld() {
  const storage = createStorage();
  const withdrawals = storage.openWithdrawals();
  const store = (slot: CredentialSlot, secret: string) =>
    storage.vault.store(slot, { secret, until: 'forget' });
  const withdraw = (credentialId: string, access: Access) =>
    withdrawals.record({ credentialId, connectionId: 'work', access, error, at: 3 });
  const told = () => withdrawnFrom(connection, { vault: storage.vault, withdrawals });
  return { store, withdraw, told };
}

describe('what a connection may no longer do', () => {
  it('is told with the words of the service, and without a secret', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'pms_secret_0001'), 'write');

    expect(await told()).toEqual([{ access: 'write', error, at: 3 }]);
  });

  it('is not what a key before this one might not do', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'first'), 'all');
    await store(keySlot(connection), 'second');

    expect(await told()).toEqual([]);
  });

  it('is to ask alone where all is withdrawn from the key for Ask', async () => {
    const { store, withdraw, told } = createWorld();
    await store(keySlot(connection), 'key');
    await withdraw(await store(askKeySlot(connection), 'ask-key'), 'all');

    expect(await told()).toEqual([{ access: 'ask', error, at: 3 }]);
  });

  it('is not to ask where another key asks in the place of the first', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'key'), 'ask');
    expect(await told()).toMatchObject([{ access: 'ask' }]);

    await store(askKeySlot(connection), 'ask-key');
    expect(await told()).toEqual([]);
  });
});
