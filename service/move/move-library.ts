/**
 * Moves a library to an empty storage: copies it in batches, indexes it there, and compares both sides. Each batch is
 * committed in the order of its keys, so that an interrupted move continues after the last key it finds at the target.
 */
import { indexed, passagesOf } from '../learning/learn.ts';
import { type Clock, timestamp } from '../ports.ts';
import {
  accountKinds,
  directoryKinds,
  type CopiedRows,
  type CopyKind,
} from '../storage/copied-rows.ts';
import type { CopyAreas, Copying, CopyLimits, CopyState } from '../storage/port/copy.ts';
import type { Storage } from '../storage/port/storage.ts';
import { digestRows, type DigestedRows } from './digest-rows.ts';
import { pagesOf } from './pages-of.ts';

export interface MovePlace {
  /** The name to show the operator, such as the path of the data folder. */
  readonly name: string;
  readonly copying: Copying;
}

export interface Move {
  /** Only read, never written to. It must not be in use by a service. */
  readonly source: MovePlace;
  readonly target: MovePlace & { readonly storage: Pick<Storage, 'wordCounts'> };
  readonly clock: Clock;
  /** Lets other tasks of the event loop run, such as one that aborts the signal. */
  readonly pause: () => Promise<void>;
  /** Interrupts the move between two batches. */
  readonly signal: AbortSignal;
  /** Called after each batch. */
  readonly report: (progress: MoveProgress) => void;
  readonly limits?: CopyLimits;
}

export interface MoveProgress {
  readonly step: 'copying' | 'counting-words' | 'comparing';
  /** In rows. */
  readonly done: number;
  readonly total: number;
}

/** The rows of a kind in an account, equal on both sides. */
export interface MovedPart extends Part, DigestedRows {}

/** A page of rows is held in memory, with the index of its texts. */
const LIMITS: CopyLimits = { rows: 256, bytes: 1024 * 1024 };

/** Rejects with a sentence for the operator if the library can't be moved, or differs at the target. */
export async function moveLibrary(move: Move): Promise<MovedPart[]> {
  await agree(move);
  const accounts = await accountsOf(move);
  const total = await countRows(move.source.copying, accounts);
  await copyAll(move, accounts, total);
  await countWords(move, total);
  await move.target.copying.analyze();
  const moved = await compareAll(move, accounts, total);
  if (await move.source.copying.isInUse()) {
    throw new Error(
      `A service is using the library in ${move.source.name} and may have changed it during the move. Stop it, empty the target, and start the move again.`,
    );
  }
  await move.target.copying.finish(await move.source.copying.marks());
  return moved;
}

/** Checks both sides, and marks an empty target as half moved. */
async function agree({ source, target, clock }: Move): Promise<void> {
  const from = await source.copying.state();
  if (from.holds === 'nothing') throw new Error(`There is no library in ${source.name}.`);
  if (from.holds === 'part') {
    throw new Error(
      `The library in ${source.name} is incomplete: the move to it was interrupted. Finish that move first.`,
    );
  }
  if (from.version !== 'current') throw new Error(versionProblem(source.name, from.version));
  if (await source.copying.isInUse()) {
    throw new Error(
      `A service is using the library in ${source.name}. Stop it and try again; if it was killed, wait 20 seconds first.`,
    );
  }
  const to = await target.copying.state();
  if (to.holds !== 'nothing') assertSame(target.name, to, from.library);
  await target.copying.prepare(timestamp(clock));
  if (to.holds === 'nothing' && !(await target.copying.begin(from.library))) {
    throw new Error(holdsLibrary(target.name));
  }
}

function versionProblem(name: string, version: 'earlier' | 'later'): string {
  return version === 'later'
    ? `A later version of Keepsake wrote the library in ${name}. Update Keepsake here, then try again.`
    : `An earlier version of Keepsake wrote the library in ${name}. Start the service on it once to update it, stop the service, then try again.`;
}

function assertSame(
  name: string,
  { holds, library }: Exclude<CopyState, { holds: 'nothing' }>,
  moved: string,
): void {
  if (holds === 'library') {
    throw new Error(
      library === moved
        ? `${name} already holds this library. If the move is complete, start the service there.`
        : holdsLibrary(name),
    );
  }
  if (library !== moved) {
    throw new Error(
      `${name} holds part of another library, whose move was interrupted. Finish that move, or choose an empty data folder or database.`,
    );
  }
}

function holdsLibrary(name: string): string {
  return `${name} already holds a library. Choose an empty data folder or database.`;
}

async function accountsOf({ source, limits = LIMITS }: Move): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of pagesOf(source.copying, 'accounts', { accountId: '', limits }))
    ids.push(...rows.map(({ id }) => id));
  return ids;
}

interface Part {
  readonly kind: CopyKind;
  /** Empty if the rows belong to no single account. */
  readonly accountId: string;
}

/** Lists what to copy and compare, in an order in which rows refer only to earlier ones. */
function* partsOf(accounts: readonly string[]): Generator<Part> {
  for (const kind of directoryKinds) yield { kind, accountId: '' };
  for (const accountId of accounts) for (const kind of accountKinds) yield { kind, accountId };
}

async function countRows(copying: Copying, accounts: readonly string[]): Promise<number> {
  let total = 0;
  for (const { kind, accountId } of partsOf(accounts))
    total += await copying.count(kind, accountId);
  return total;
}

async function copyAll(move: Move, accounts: readonly string[], total: number): Promise<void> {
  const { target, pause, signal, report } = move;
  let done = 0;
  const onBatch = async (rows: number) => {
    done += rows;
    report({ step: 'copying', done, total });
    await pause();
    signal.throwIfAborted();
  };
  const { wordCounts } = target.storage;
  const onMaterials = async (rows: number) => {
    // Unapplied changes to the word counts take as much space as the texts.
    let hasApplied = true;
    while (hasApplied && (await wordCounts.hasManyChanges())) {
      hasApplied = await wordCounts.applyChanges({ pause, stop: signal });
      signal.throwIfAborted();
    }
    await onBatch(rows);
  };
  for (const { kind, accountId } of partsOf(accounts)) {
    done += await target.copying.count(kind, accountId);
    await (kind === 'materials'
      ? copyRows(move, { kind, accountId, onBatch: onMaterials, onCopied: indexLearned })
      : copyRows(move, { kind, accountId, onBatch }));
  }
}

interface Copy<Kind extends CopyKind> {
  readonly kind: Kind;
  readonly accountId: string;
  readonly onBatch: (rows: number) => Promise<void>;
  /** Called in the transaction that inserts the rows. */
  readonly onCopied?: (areas: CopyAreas, rows: readonly CopiedRows[Kind][]) => Promise<void>;
}

async function copyRows<Kind extends CopyKind>(
  { source, target, limits = LIMITS }: Move,
  { kind, accountId, onBatch, onCopied }: Copy<Kind>,
): Promise<void> {
  const after = await target.copying.lastKey(kind, accountId);
  for await (const rows of pagesOf(source.copying, kind, { accountId, limits, after })) {
    await target.copying.transaction(accountId, async (areas) => {
      await areas.insert(kind, rows);
      await onCopied?.(areas, rows);
    });
    await onBatch(rows.length);
  }
}

/** Indexes what was learned at the source, as the learner does. */
async function indexLearned(
  { materials, passages }: CopyAreas,
  rows: readonly CopiedRows['materials'][],
): Promise<void> {
  const learned = rows.filter((row) => row.learned);
  const texts = [];
  for (const { key } of learned) {
    const material = await materials.bySeq(key);
    if (material !== undefined) texts.push(indexed(passagesOf(material), material));
  }
  await passages.insert(texts);
  // An interrupted run starts again by deleting all passages except the earlier ones, which search finds until the run ends.
  const running = learned.filter(({ runs }) => runs.some(({ status }) => status === 'running'));
  for (const { key } of running) await passages.keepAsEarlier(key);
}

async function countWords({ target, pause, signal, report }: Move, total: number): Promise<void> {
  const { wordCounts } = target.storage;
  while (await wordCounts.applyChanges({ pause, stop: signal })) {
    report({ step: 'counting-words', done: total, total });
    signal.throwIfAborted();
  }
}

/** Reads all rows of both sides and compares their digests. */
async function compareAll(
  move: Move,
  accounts: readonly string[],
  total: number,
): Promise<MovedPart[]> {
  const { source, target, pause, signal, report, limits = LIMITS } = move;
  const parts: MovedPart[] = [];
  let done = 0;
  const onRows = async (rows: number) => {
    done += rows;
    report({ step: 'comparing', done, total: 2 * total });
    await pause();
    signal.throwIfAborted();
  };
  for (const part of partsOf(accounts)) {
    const there = await digestRows(source.copying, { ...part, limits, onRows });
    const here = await digestRows(target.copying, { ...part, limits, onRows });
    if (there.digest !== here.digest) {
      const owner = part.accountId === '' ? '' : ` of the account ${part.accountId}`;
      throw new Error(
        `The ${labels[part.kind]}${owner} differ: ${there.rows} in ${source.name}, ${here.rows} in ${target.name}. ` +
          'Make sure that nothing else uses either of them, empty the target, and run the move again.',
      );
    }
    parts.push({ ...part, ...here });
  }
  return parts;
}

export const labels: Readonly<Record<CopyKind, string>> = {
  accounts: 'accounts',
  clients: 'OAuth clients',
  signInLinks: 'sign-in links',
  ownerSessions: 'owner sessions',
  containers: 'Memories',
  keys: 'keys',
  connections: 'connections',
  tokens: 'OAuth tokens',
  facts: 'facts',
  rules: 'rules',
  agentSettings: 'agent settings',
  materials: 'documents and notes',
  binEntries: 'entries in the bin',
  binItems: 'items in the bin',
  quotas: 'quotas',
};
