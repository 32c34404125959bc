import { expect, it } from 'vitest';
import { hasServer } from '../fixtures/storage-engines.ts';
import { hasPooler } from './shared-database/pooler.ts';
import { runFaults } from './shared-database/run-faults.ts';

it.skipIf(!hasServer)(
  'keeps what several processes on one database save, even if they are killed and the database server crashes',
  async () => {
    const plan = { seed: 7, processes: 3, accounts: 5, writes: 200, kills: 4, crashes: 1 };

    expect(await runFaults(plan)).toMatchObject({
      acknowledged: 200,
      lost: [],
      repeated: [],
      learnedAgain: [],
      strayed: [],
    });
  },
  300_000,
);

it.skipIf(!hasServer || !(await hasPooler()))(
  'works through PgBouncer in transaction mode',
  async () => {
    const plan = { seed: 8, processes: 2, accounts: 4, writes: 80, kills: 1, crashes: 1 };

    expect(await runFaults({ ...plan, isPooled: true })).toMatchObject({
      acknowledged: 80,
      lost: [],
      repeated: [],
      learnedAgain: [],
      strayed: [],
    });
  },
  300_000,
);
