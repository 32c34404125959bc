/**
 * `npm run bench -- scale [--passages=1000000] [--accounts=1000] [--processes=3] [--keep=FOLDER]`: measures the cost of the
 * service in Node as its library, the number of accounts, and the number of processes grow, on SQLite and on PostgreSQL.
 */
import { join } from 'node:path';
import type { SingleServer } from '../../faults/shared-database/server.ts';
import type { Row } from '../figure.ts';
import { loadNow } from '../machine.ts';
import type { Asked } from '../parts.ts';
import { addAccounts, fillAccount, nameFor, searchAccounts } from './accounts.ts';
import { benchScale, withLibraries } from './bench-scale.ts';
import { ofSize } from './growth.ts';
import { startServer } from './postgres.ts';
import { benchProcesses } from './processes.ts';

export function runScale(asked: Asked): Promise<Row[]> {
  return withLibraries(asked.keep, (folder) => measureAll(folder, asked));
}

async function measureAll(folder: string, asked: Asked): Promise<Row[]> {
  const { tell, note } = asked;
  const rows: Row[] = [];

  /** Runs a step. If it fails, notes the error and returns null, so that the other steps still run. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    tell(name);
    try {
      return await work();
    } catch (error) {
      process.exitCode = 1;
      note(`Failed, ${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  function addRows(size: string, measured: readonly Row[]): void {
    const load: Row = { name: 'load average', value: loadNow(), unit: 'processes' };
    rows.push(...[...measured, load].map((row) => ofSize(size, row)));
  }

  async function measure(size: string, work: () => Promise<readonly Row[]>): Promise<void> {
    const measured = await attempt(size, work);
    if (measured !== null) addRows(size, measured);
  }

  async function measureShared(server: SingleServer): Promise<void> {
    const collection = await attempt('the library of each account', () =>
      fillAccount({ folder, server, tell }),
    );
    if (collection === null) {
      note('Accounts and processes were skipped: they need that library.');
      return;
    }
    const databases = new Map<number, string>();
    for (const count of asked.accounts) {
      const from = [...databases.keys()].at(-1) ?? 1;
      const database = await attempt(`the database ${nameFor(count)}`, () =>
        addAccounts({ server, from, count }),
      );
      if (database !== null) databases.set(count, database);
    }
    const searched = await attempt('searches in one account', () =>
      searchAccounts(collection, databases),
    );
    for (const [count, found] of searched ?? [])
      addRows(`${count.toLocaleString('en')} accounts`, found);
    const last = [...databases].at(-1);
    if (last === undefined) {
      note('Processes were skipped: they need a database with accounts.');
      return;
    }
    const [accounts, database] = last;
    note(`The processes share the database ${nameFor(accounts)}.`);
    for (const processes of asked.processes) {
      const run = { folder, server, processes, database, accounts, collection, note };
      await measure(`${processes} processes`, () => benchProcesses(run));
    }
  }

  const server = await startServer(join(folder, 'postgres'));
  if (typeof server === 'string')
    note(`PostgreSQL, accounts and processes were skipped: ${server}`);
  try {
    for (const passages of asked.passages) {
      const library = join(folder, String(passages));
      await measure(`${passages.toLocaleString('en')} passages`, async () => {
        const database =
          typeof server === 'string' ? null : await server.createDatabase(`passages_${passages}`);
        return benchScale({ passages, folder: library, database, tell });
      });
    }
    if (typeof server !== 'string') await measureShared(server);
    return rows;
  } finally {
    if (typeof server !== 'string') await server.stop();
  }
}
