/**
 * `npm run bench -- scale [--passages=1000000] [--accounts=1000] [--processes=3] [--keep=FOLDER]`: measures the cost of the
 * service in Node as its library, the number of accounts, and the number of processes grow, on SQLite and on PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../figure.ts';
import { loadNow } from '../machine.ts';
import type { Asked } from '../parts.ts';
import { benchAccounts } from './accounts.ts';
import { benchScale } from './bench-scale.ts';
import { ofSize } from './growth.ts';
import { startServer } from './postgres.ts';
import { benchProcesses } from './processes.ts';

export async function runScale(asked: Asked): Promise<Row[]> {
  const { keep, tell, note } = asked;
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'keepsake-scale-')));
  const server = await startServer(join(folder, 'postgres'));
  if (typeof server === 'string') note(`PostgreSQL was skipped: ${server}`);
  const rows: Row[] = [];
  /** Adds the rows of one measurement. If it fails, the others still run. */
  async function measure(name: string, work: () => Promise<readonly Row[]>): Promise<void> {
    tell(name);
    try {
      const measured = await work();
      const load: Row = { name: 'load average', value: loadNow(), unit: 'processes' };
      rows.push(...[...measured, load].map((row) => ofSize(name, row)));
    } catch (error) {
      process.exitCode = 1;
      note(`Failed, ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  try {
    for (const passages of asked.passages) {
      const database =
        typeof server === 'string' ? null : await server.createDatabase(`passages_${passages}`);
      const library = join(folder, String(passages));
      const name = `${passages.toLocaleString('en')} passages`;
      await measure(name, () => benchScale({ passages, folder: library, database, tell }));
    }
    if (typeof server !== 'string') {
      const accounts = await benchAccounts({ ...asked, folder, server });
      for (const [count, found] of accounts.rows)
        await measure(`${count.toLocaleString('en')} accounts`, async () => found);
      for (const processes of asked.processes) {
        const run = { ...accounts, processes, folder, server, note };
        await measure(`${processes} processes`, () => benchProcesses(run));
      }
    }
    return rows;
  } finally {
    if (typeof server !== 'string') await server.stop();
    if (keep === null) await rm(folder, { recursive: true });
  }
}
