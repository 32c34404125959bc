/**
 * Feeds the outbox a few entries of a batch at a time, and writes down what became of each. What it does is told by
 * what is stored alone, so whoever dies, the next background goes on.
 */
import type { Batch, BatchEntry } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import { isEnded, runningOf, widthOf } from '../../core/batch/progress.ts';
import { handOn } from '../../core/batch/origins.ts';
import { isToBeRead, settled } from '../../core/batch/settle.ts';
import { homeOf } from '../../core/connections/connections.ts';
import { homeGone, onlyReads } from './batch-errors.ts';
import { handOver } from './hand-over.ts';
import type { BatchPorts } from './ports.ts';

export type RunnerPorts = BatchPorts & {
  /** Told of a batch of which something changed. */
  tell: (id: string) => void;
};

export function createRunner(ports: RunnerPorts) {
  const { store, outbox, tell } = ports;
  /** Nothing of the batch can go on before the outbox has room: any change of the outbox may have made some. */
  let isStarved = false;
  let hasHanded = false;

  /** Goes on with the first batch that can, and tidies up after those that are over. */
  async function run(): Promise<void> {
    isStarved = false;
    hasHanded = false;
    let batch = await first();
    while (batch !== null && (await advance(batch))) batch = await first();
    await ports.watch(batch !== null);
    for (const one of await store.list()) if (one.status === 'paused') await endIfOver(one);
    for (const one of await store.list()) if (isEnded(one)) await tidyUp(one);
    if (hasHanded) outbox.work();
  }

  async function first(): Promise<Batch | null> {
    return runningOf(await store.list());
  }

  /** Says whether the batch runs no longer, so that another may. */
  async function advance(batch: Batch): Promise<boolean> {
    const obstacle = await connectionObstacle(batch);
    if (obstacle !== null) return rest(batch, { status: 'paused', trouble: obstacle });
    const { underWay, withdrawn } = await settleHanded(batch);
    if (withdrawn !== null) return rest(batch, { status: 'paused', trouble: withdrawn });
    const stuck = await feed(batch, widthOf(batch) - underWay);
    if (await isOver(batch)) return rest(batch, { status: 'done', trouble: null });
    isStarved = stuck !== null;
    if (stuck?.code !== batch.trouble?.code) await change(batch.id, { trouble: stuck });
    return false;
  }

  /** A paused one may end by what was under way already. */
  async function endIfOver(batch: Batch): Promise<void> {
    await settleHanded(batch);
    if (await isOver(batch)) await change(batch.id, { status: 'done', trouble: null });
  }

  async function isOver({ id }: Batch): Promise<boolean> {
    const { waiting, handed } = await store.counts(id);
    return waiting === 0 && handed === 0;
  }

  /** Gives what the outbox said where it takes nothing in just now. */
  async function feed(batch: Batch, room: number): Promise<AppError | null> {
    let left = room;
    while (left > 0) {
      const [entry] = await store.entries(batch.id, 'waiting', 1);
      if (entry === undefined) return null;
      const handed = await handOver(entry, batch, ports);
      if (!handed.ok) return handed.error;
      if (handed.value) {
        hasHanded = true;
        left -= 1;
      }
      tell(batch.id);
    }
    return null;
  }

  /** Looks after what was handed over, also by a background that ended since. */
  async function settleHanded(
    batch: Batch,
  ): Promise<{ underWay: number; withdrawn: AppError | null }> {
    let underWay = 0;
    let withdrawn: AppError | null = null;
    for (const entry of await store.entries(batch.id, 'handed')) {
      const row = await outbox.get(entry.id);
      const after = (before: BatchEntry) => settled(before, row, batch);
      if (after(entry) === entry) underWay += 1;
      else if (await store.change(entry.id, after)) tell(batch.id);
      if (row?.state.status === 'paused') withdrawn = row.state.error;
    }
    return { underWay, withdrawn };
  }

  /** Takes up what an outbox row has become; says whether it belongs to a batch. */
  async function settle(rowId: string): Promise<boolean> {
    const entry = await store.entry(rowId);
    const batch = entry === null ? null : await store.get(entry.batchId);
    if (batch === null) return false;
    const row = await outbox.get(rowId);
    if (await store.change(rowId, (before) => settled(before, row, batch))) tell(batch.id);
    return true;
  }

  async function connectionObstacle({ connectionId }: Batch): Promise<AppError | null> {
    const home = homeOf(await ports.readSettings(), connectionId);
    if (home === null) return homeGone;
    return home.connection.kind === 'read-only' ? onlyReads : null;
  }

  async function rest(batch: Batch, changes: Partial<Batch>): Promise<true> {
    await change(batch.id, changes);
    return true;
  }

  async function change(id: string, changes: Partial<Batch>): Promise<void> {
    await store.update(id, (batch) => ({ ...batch, ...changes }));
    tell(id);
  }

  /** After a batch that is over: nothing of it waits, and what was allowed for it is given back. */
  async function tidyUp(batch: Batch): Promise<void> {
    const { waiting, handed } = await store.counts(batch.id);
    if (waiting > 0) {
      await store.cancelWaiting(batch.id);
      tell(batch.id);
    }
    // One that is canceled still has some under way, of which an earlier background may have been told as it ended.
    if (handed > 0) await settleHanded(batch);
    if (batch.borrowed.length === 0) return;
    for (const entry of await store.entries(batch.id, 'handed')) {
      if (isToBeRead(entry, await outbox.get(entry.id), batch)) return;
    }
    await giveBack(batch);
  }

  /** Gives back what was allowed for the batch alone, or hands it on to a batch that needs it too. */
  async function giveBack({ id, borrowed }: Pick<Batch, 'id' | 'borrowed'>): Promise<void> {
    const others = (await store.list()).filter((batch) => batch.id !== id);
    const { released, inherited } = handOn(borrowed, others);
    for (const [heir, origins] of inherited) {
      await store.update(heir, (batch) => ({
        ...batch,
        borrowed: [...new Set([...batch.borrowed, ...origins])],
      }));
    }
    for (const origin of released) {
      if (await ports.isOriginKept(origin)) continue;
      await ports.releaseOrigin(origin).catch(ports.report);
    }
    await store.update(id, (batch) => ({ ...batch, borrowed: [] }));
  }

  return { run, settle, giveBack, change, isStarved: () => isStarved };
}
