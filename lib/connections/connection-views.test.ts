import { describe, expect, it } from 'vitest';
import { keyConnection } from '../../tests/fixtures/connection-view.ts';
import type { Access, CredentialSlot } from './model.ts';
import type { MemoryError } from '../contract/errors.ts';
import { askKeySlot, keySlot } from './credential-slot.ts';
import { withdrawnFrom } from './connections.ts';
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
    storage.vault.store(slot, { secret, until: 'persistent' });
  const withdraw = (credentialId: string, access: Access) =>
    withdrawals.record({ credentialId, connectionId: 'work', access, error, at: 3 });
  const told = () => withdrawnFrom(connection, { vault: storage.vault, withdrawals });
  return { store, withdraw, told };
}

describe('what a connection can no longer do', () => {
  it('is shown with the service’s error and without a secret', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'pms_secret_0001'), 'write');

    expect(await told()).toEqual([{ access: 'write', error, at: 3 }]);
  });

  it('does not include what was withdrawn from an earlier key', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'first'), 'all');
    await store(keySlot(connection), 'second');

    expect(await told()).toEqual([]);
  });

  it('includes only Ask if everything was withdrawn from the Ask key', async () => {
    const { store, withdraw, told } = createWorld();
    await store(keySlot(connection), 'key');
    await withdraw(await store(askKeySlot(connection), 'ask-key'), 'all');

    expect(await told()).toEqual([{ access: 'ask', error, at: 3 }]);
  });

  it('does not include Ask if a second key is used for it', async () => {
    const { store, withdraw, told } = createWorld();
    await withdraw(await store(keySlot(connection), 'key'), 'ask');
    expect(await told()).toMatchObject([{ access: 'ask' }]);

    await store(askKeySlot(connection), 'ask-key');
    expect(await told()).toEqual([]);
  });
});
