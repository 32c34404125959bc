/**
 * `node tests/faults/shared-database/run.ts [processes] [accounts] [writes] [kills] [crashes] [seed]`: prints what was
 * found as JSON, and exits with 1 if anything was lost, repeated or mixed up.
 */
import { runFaults } from './run-faults.ts';

const [processes = 3, accounts = 100, writes = 20_000, kills = 200, crashes = 20, seed = 1] =
  process.argv.slice(2).map(Number);
const report = await runFaults({
  seed,
  processes,
  accounts,
  writes,
  kills,
  crashes,
  report: (line) => process.stderr.write(`${line}\n`),
});
console.log(
  JSON.stringify({ processes, accounts, writes, kills, crashes, seed, ...report }, null, 2),
);
const { lost, repeated, learnedAgain, strayed } = report;
if ([lost, repeated, learnedAgain, strayed].some((faults) => faults.length > 0))
  process.exitCode = 1;
