import { describe, expect, it } from 'vitest';
import type { Withdrawal } from './model.ts';
import { createStorage } from './testing/world.ts';
import { createWithdrawals } from './withdrawals.ts';

const write: Withdrawal = {
  credentialId: 'k1',
  connectionId: 'work',
  access: 'write',
  error: { code: 'memory.unauthorized', message: 'No.', retryable: false },
  at: 5,
};
const told: Withdrawal = { ...write, error: { ...write.error, traceId: 't-1' }, at: 9 };

describe('withdrawals', () => {
  it('apply before anything is stored', () => {
    const withdrawals = createStorage().openWithdrawals();

    void withdrawals.record(write);

    expect(withdrawals.find('k1', 'write')).toBe(write);
    expect(withdrawals.find('k1', 'profile')).toBeNull();
    expect(withdrawals.find('k2', 'write')).toBeNull();
  });

  it('keep the first time and the more informative error', async () => {
    const { stored, openWithdrawals } = createStorage();
    const withdrawals = openWithdrawals();

    await withdrawals.record(write);
    await withdrawals.record(told);
    await withdrawals.record({ ...told, error: { ...told.error, traceId: 't-2' } });

    expect(withdrawals.find('k1', 'write')).toEqual({ ...told, at: 5 });
    expect([...stored.withdrawals.values()]).toEqual([{ ...told, at: 5 }]);
  });

  it('of all access apply to every operation', async () => {
    const withdrawals = createStorage().openWithdrawals();

    await withdrawals.record({ ...write, access: 'all' });

    expect(withdrawals.find('k1', 'ask')?.access).toBe('all');
  });

  it('are the same in storage as in memory, no matter how quickly they change', async () => {
    const { stored, openWithdrawals } = createStorage();
    const withdrawals = openWithdrawals();

    const first = withdrawals.record(write);
    const lifted = withdrawals.lift('k1');
    await Promise.all([first, lifted]);
    expect(stored.withdrawals.size).toBe(0);

    await Promise.all([withdrawals.lift('k1'), withdrawals.record(told)]);
    expect(withdrawals.find('k1', 'write') === null).toBe(stored.withdrawals.size === 0);
  });

  it('are removed for one connection only', async () => {
    const { stored, openWithdrawals } = createStorage();
    const withdrawals = openWithdrawals();
    const other = { ...write, credentialId: 'k2', connectionId: 'family' };
    await withdrawals.record(write);
    await withdrawals.record(other);

    await withdrawals.forget('work');

    expect([...stored.withdrawals.values()]).toEqual([other]);
    expect(await withdrawals.ofConnection('work')).toEqual([]);
    expect(await openWithdrawals().ofConnection('family')).toEqual([other]);
  });

  it('can be loaded again after storage failed', async () => {
    let fails = true;
    const withdrawals = createWithdrawals({
      store: {
        all: async () => {
          if (fails) throw new Error('Storage is busy.');
          return [write];
        },
        put: async () => undefined,
        remove: async () => undefined,
      },
      changed: () => undefined,
      reportUnwritten: () => undefined,
    });
    await expect(withdrawals.load()).rejects.toThrow('busy');
    fails = false;

    await withdrawals.load();

    expect(withdrawals.find('k1', 'write')).toEqual(write);
  });
});
