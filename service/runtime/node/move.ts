/** `npm run service -- move`: copies a library between a data folder and a PostgreSQL database. */
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../lib/contract/result.ts';
import {
  labels,
  moveLibrary,
  type MovedPart,
  type MovePlace,
  type MoveProgress,
} from '../../move/move-library.ts';
import { systemClock, timestamp, type Clock } from '../../ports.ts';
import type { Storage } from '../../storage/port/storage.ts';
import {
  hidePasswords,
  isDatabaseAddress,
  resemblesAddress,
} from '../../storage/postgres/address.ts';
import { sqliteCopying } from '../../storage/sqlite/copy.ts';
import { openUnchanged } from '../../storage/sqlite/node.ts';
import type { Database } from '../../storage/sqlite/sql.ts';
import { createSqliteStorage } from '../../storage/sqlite/storage.ts';
import { databaseFileIn, describeFolderError, openDataFolder } from './data-folder.ts';
import { describeLostDatabase, openLibrary, sizeOf } from './node-service.ts';

/** Each is a data folder or the address of a PostgreSQL database. */
type Places = Readonly<Record<'from' | 'to', string>>;

export function readMove(args: readonly string[]): Result<Places, string> {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { from = '', to = '' } = parseArgs({ args: [...args], options }).values;
    if (from === '' || to === '') throw new Error('move needs --from and --to.');
    const places = { from: placeOf(from), to: placeOf(to) };
    if (places.from === places.to) throw new Error('--from and --to are the same place.');
    return ok(places);
  } catch (error) {
    return err(hidePasswords(error instanceof Error ? error.message : String(error)));
  }
}

function placeOf(text: string): string {
  if (isDatabaseAddress(text)) return text;
  // If it were taken for a folder, messages would show its password.
  if (resemblesAddress(text))
    throw new Error('The address must look like postgres://user:password@host/name.');
  return resolve(text);
}

interface OpenPlace extends MovePlace {
  readonly storage: Storage;
  close(): Promise<void>;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns what to print. Calls `progress` with a line about once a second, and stops after the current batch on Ctrl-C or
 * SIGTERM.
 */
export async function runMove(
  { from, to }: Places,
  progress: (line: string) => void,
): Promise<string> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error(INTERRUPTED));
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const source = await describing(from, () => openSource(from));
    try {
      const target = await describing(to, () => openTarget(to));
      try {
        const moved = await describing(isDatabaseAddress(from) ? from : to, () =>
          moveLibrary({
            source,
            target,
            clock: systemClock,
            pause: () => setImmediate(),
            signal: stopping.signal,
            report: eachSecond(progress, systemClock),
          }),
        );
        return describeMoved(moved, { from, to });
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const INTERRUPTED = 'The move was interrupted. Run the same command again to continue.';

/** Names the place in sentences about a data folder. Those about a server already name its flag. */
async function describing<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const described = isDatabaseAddress(place)
      ? null
      : describeFolderError(error, { dataFolder: place, database: null });
    throw described === null ? error : new Error(described, { cause: error });
  }
}

/** Opens a library so that it can't be written to. */
async function openSource(place: string): Promise<OpenPlace> {
  if (isDatabaseAddress(place)) return openServer(place, '--from');
  // Opening a data folder would create it.
  const file = databaseFileIn(place);
  const size = await sizeOf(file);
  if (size === null) throw new Error(`There is no library in ${place}.`);
  if (size === 0) throw new Error(describeLostDatabase(file, 'is empty'));
  return openFolder(place, async () => openUnchanged(file));
}

function openTarget(place: string): Promise<OpenPlace> {
  if (isDatabaseAddress(place)) return openServer(place, '--to');
  return openFolder(place, () => openLibrary(databaseFileIn(place), timestamp(systemClock)));
}

async function openFolder(path: string, open: () => Promise<Database>): Promise<OpenPlace> {
  const folder = await openDataFolder(path);
  if (!folder.ok) {
    throw new Error(`${path} is in use. Stop the service or the other move, and try again.`);
  }
  const { release } = folder.value;
  try {
    const db = await open();
    return {
      name: path,
      storage: createSqliteStorage(db),
      copying: sqliteCopying(db),
      async close() {
        await db.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function openServer(address: string, flag: '--from' | '--to'): Promise<OpenPlace> {
  const { openDatabase } = await import('../../storage/postgres/connection.ts');
  const { postgresCopying } = await import('../../storage/postgres/copy.ts');
  const { createPostgresStorage } = await import('../../storage/postgres/storage.ts');
  const db = openDatabase(address, { flag });
  const copying = postgresCopying(db);
  try {
    // Connects to the server, so that an unreachable one is reported now.
    await copying.state();
  } catch (error) {
    await db.close();
    throw error;
  }
  const storage = createPostgresStorage(db);
  return {
    name: hidePasswords(address),
    storage,
    copying,
    close: () => storage.close(),
  };
}

const REPORT_MS = 1_000;
const steps: Readonly<Record<MoveProgress['step'], string>> = {
  copying: 'Copied',
  'counting-words': 'Counting words.',
  comparing: 'Compared',
};

/** Returns a function that passes on a line at most once a second, and none in the first second. */
export function eachSecond(
  progress: (line: string) => void,
  time: Clock,
): (report: MoveProgress) => void {
  let last = time.now();
  return ({ step, done, total }) => {
    if (time.now() - last < REPORT_MS) return;
    last = time.now();
    const counts = step === 'counting-words' ? '' : ` ${number(done)} of ${number(total)} rows.`;
    progress(`${steps[step]}${counts}`);
  };
}

function number(count: number): string {
  return count.toLocaleString('en');
}

function describeMoved(parts: readonly MovedPart[], { from, to }: Places): string {
  const kinds = [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, same]) => {
    return { label: labels[kind], rows: sumOf(same) };
  });
  const counts = kinds
    .filter(({ rows }) => rows > 0)
    .map((one) => `  ${number(one.rows)} ${one.label}`);
  const checksums = parts
    .filter(({ rows }) => rows > 0)
    .map(({ digest, kind, accountId }) =>
      [digest, labels[kind], accountId].filter((each) => each !== '').join('  '),
    );
  return [
    `The library is now in ${nameOf(to)}, and can be searched there:`,
    ...counts,
    '',
    'Both sides were read again and match. SHA-256 by kind and account:',
    ...checksums.map((line) => `  ${line}`),
    '',
    ...nextSteps({ from, to }),
  ].join('\n');
}

function sumOf(parts: readonly MovedPart[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

function nameOf(place: string): string {
  return isDatabaseAddress(place) ? hidePasswords(place) : place;
}

function nextSteps({ from, to }: Places): string[] {
  const source = nameOf(from);
  const isServer = isDatabaseAddress(to);
  const start = isServer
    ? [
        isDatabaseAddress(from)
          ? 'Next, start the service with its data folder and the new address in KEEPSAKE_DATABASE.'
          : `Next, start the service with --data ${from}, where the owner token stays, and the address in KEEPSAKE_DATABASE.`,
      ]
    : [
        `Next, start the service with --data ${to} and without --database.`,
        `The owner token isn’t part of the library. To keep it, copy owner-token from the earlier data folder to ${join(to, 'owner-token')}.`,
      ];
  return [
    ...start,
    `The library in ${source} is unchanged. Don’t use it any more, and delete it once you no longer need it.`,
  ];
}
