import { describe, expect, it } from 'vitest';
import { hasServer } from '../fixtures/storage-engines.ts';
import { hasPooler } from './shared-database/pooler.ts';
import { runFaults } from './shared-database/run-faults.ts';

const hasBoth = hasServer && (await hasPooler());
const nothingWrong = { lost: [], repeated: [], learnedAgain: [], strayed: [] };

// They wait for most of the time, until a killed process counts as dead.
describe.concurrent('several processes on one database', { timeout: 900_000 }, () => {
  it.skipIf(!hasServer)(
    'keep what they save, although they are killed and the database server crashes',
    async () => {
      const plan = { seed: 7, processes: 3, accounts: 5, writes: 200, kills: 4, crashes: 1 };

      expect(await runFaults(plan)).toMatchObject({ acknowledged: 200, ...nothingWrong });
    },
  );

  it.skipIf(!hasServer)(
    'find the new primary after a replica has taken over, with everything acknowledged',
    async () => {
      const plan = { seed: 9, processes: 2, accounts: 2, writes: 20, kills: 0, crashes: 1 };

      expect(await runFaults({ ...plan, failover: 'both-servers' })).toMatchObject({
        acknowledged: 20,
        ...nothingWrong,
      });
    },
  );

  it.skipIf(!hasBoth)('work through PgBouncer in transaction mode', async () => {
    const plan = { seed: 8, processes: 2, accounts: 4, writes: 80, kills: 1, crashes: 1 };

    expect(await runFaults({ ...plan, isPooled: true })).toMatchObject({
      acknowledged: 80,
      ...nothingWrong,
    });
  });
});
