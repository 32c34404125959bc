/** What becomes of an entry of a batch, told from its row in the outbox alone. */
import type { Batch, BatchEntry, EntryStatus } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { keptStateOf } from '../outbox/view.ts';
import { isFetchedHere } from './origins.ts';

type Row = Pick<OutboxItem, 'state'>;
type Fetching = Pick<Batch, 'origins' | 'readsHere'>;

/** Gives the entry as its row has it, or the same entry where nothing changed; `row` is null where there is none. */
export function settled(entry: BatchEntry, row: Row | null, batch: Fetching): BatchEntry {
  const { status, error } = row === null ? withoutRow(entry) : byRow(entry, row, batch);
  const isSame = status === entry.status && error?.code === entry.error?.code;
  return isSame ? entry : { ...entry, status, error };
}

/** Whether the page of an entry that was handed over is still to be read: in its tab, or where this device fetches it. */
export function isToBeRead({ tabId }: BatchEntry, row: Row | null, batch: Fetching): boolean {
  return tabId === null ? isFetchedHere(batch) : row?.state.status === 'requested';
}

type Outcome = { status: EntryStatus; error: AppError | null };

/** One that was handed over and has no row was taken out by the person. */
function withoutRow({ status, error }: BatchEntry): Outcome {
  return status === 'handed' ? { status: 'canceled', error: null } : { status, error };
}

function byRow(entry: BatchEntry, row: Row, batch: Fetching): Outcome {
  const state = keptStateOf(row);
  if (state.status === 'failed') return unlearned(state.reason ?? '');
  if (state.status === 'canceled') return unlearned('');
  // What the service took stays taken, whatever else becomes of its row later.
  if (entry.status === 'kept' || entry.status === 'existed') return entry;
  switch (state.status) {
    case 'accepted':
    case 'learning':
      if (entry.tabId === null && isFetchedHere(batch)) return { status: 'handed', error: null };
      return { status: state.existed ? 'existed' : 'kept', error: null };
    case 'learned':
      return { status: state.existed ? 'existed' : 'kept', error: null };
    case 'unlearned':
      return { status: 'kept', error: null };
    case 'refused':
      return { status: 'refused', error: state.error };
    default:
      return { status: row.state.status === 'discarded' ? 'canceled' : 'handed', error: null };
  }
}

/** Taken by the service, which then could not fetch it or make it findable; `reason` is in its words. */
function unlearned(reason: string): Outcome {
  const error: AppError = { code: 'save.unlearned', message: reason, retryable: false };
  return { status: 'refused', error };
}
