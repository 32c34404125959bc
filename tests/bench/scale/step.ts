/**
 * Runs one step of the scale benchmark in its own process, to isolate memory and caches; prints
 * rows as JSON.
 */
import * as z from 'zod/mini';
import { stepSchema } from './bench-scale.ts';
import { exportAndLists } from './lists.ts';
import { importAndLearn } from './learn.ts';
import { moveToPostgres } from './move.ts';
import { searchAll } from './search.ts';

const steps = {
  learn: importAndLearn,
  move: moveToPostgres,
  search: searchAll,
  lists: exportAndLists,
};

const { step, collection } = z.parse(stepSchema, JSON.parse(process.argv[2] ?? ''));
const rows = await steps[step](collection);
process.stdout.write(JSON.stringify(rows));
