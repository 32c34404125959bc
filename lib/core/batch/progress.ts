/** How far a batch is, and whether anything of it is left to do. */
import type { Batch, BatchEntry, BatchProgress, EntryStatus } from '../../contracts/batches.ts';

export type EntryCounts = Record<EntryStatus, number>;

export function progressOf(counts: EntryCounts): BatchProgress {
  const { waiting, handed, kept, existed, refused, canceled } = counts;
  return { waiting, underWay: handed, kept: kept + existed, existed, refused, canceled };
}

/** Whether the person or the work itself has ended it; entries that were begun may still be under way. */
export function isEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'done' || status === 'canceled';
}

/** Of several that are to run the oldest does, so that they do not stand in each other's way. */
export function runningOf(batches: readonly Batch[]): Batch | null {
  const running = batches.filter(({ status }) => status === 'running');
  return running.reduce<Batch | null>(
    (first, batch) => (first === null || batch.createdAt < first.createdAt ? batch : first),
    null,
  );
}

/** Entries that may be under way at once: pages are read in tabs of this device, addresses by the service. */
export function widthOf({ kind }: Pick<Batch, 'kind'>): number {
  return kind === 'tabs' ? 4 : 8;
}

/** How many were refused for each reason, the most frequent first. */
export function reasonsOf(
  refused: Iterable<Pick<BatchEntry, 'error'>>,
): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { error } of refused) {
    const code = error?.code ?? 'internal';
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
