/**
 * `node tests/faults/shared-database/failover.ts [processes] [accounts] [writes] [kills] [seed]`: kills the primary while
 * documents are saved, and lets a replica take over, for each way to find the new primary. Prints what was found as JSON, and
 * exits with 1 if anything was lost, repeated or mixed up.
 */
import { runFaults } from './run-faults.ts';

const [processes = 3, accounts = 20, writes = 2000, kills = 2, seed = 1] = process.argv
  .slice(2)
  .map(Number);
for (const failover of ['both-servers', 'moving-address'] as const) {
  const plan = { seed, processes, accounts, writes, kills, crashes: 1, failover };
  const report = await runFaults(plan);
  console.log(JSON.stringify({ ...plan, ...report }, null, 2));
  const { lost, repeated, learnedAgain, strayed } = report;
  if ([lost, repeated, learnedAgain, strayed].some((faults) => faults.length > 0))
    process.exitCode = 1;
}
