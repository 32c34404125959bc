/** What becomes of an entry of a batch, told from its row in the outbox alone. */
import type { BatchEntry, EntryStatus } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { keptStateOf } from '../outbox/view.ts';

type Row = Pick<OutboxItem, 'state'>;

/** Gives the entry as its row has it, or the same entry where nothing changed; `row` is null where there is none. */
export function settled(entry: BatchEntry, row: Row | null): BatchEntry {
  const { status, error } = row === null ? withoutRow(entry) : byRow(entry, row);
  const isSame = status === entry.status && error?.code === entry.error?.code;
  return isSame ? entry : { ...entry, status, error };
}

/** Whether the page of an entry is still to be read in its tab. */
export function isToBeRead({ tabId }: BatchEntry, row: Row | null): boolean {
  return tabId !== null && row?.state.status === 'requested';
}

type Outcome = { status: EntryStatus; error: AppError | null };

/** One that was handed over and has no row was taken out by the person. */
function withoutRow({ status, error }: BatchEntry): Outcome {
  return status === 'handed' ? { status: 'canceled', error: null } : { status, error };
}

function byRow(entry: BatchEntry, row: Row): Outcome {
  // What the service took stays taken, whatever becomes of its row later.
  if (entry.status === 'kept' || entry.status === 'existed') return entry;
  const state = keptStateOf(row);
  switch (state.status) {
    case 'accepted':
    case 'learning':
    case 'learned':
      return { status: state.existed ? 'existed' : 'kept', error: null };
    case 'failed':
    case 'canceled':
    case 'unlearned':
      return { status: 'kept', error: null };
    case 'refused':
      return { status: 'refused', error: state.error };
    default:
      return { status: row.state.status === 'discarded' ? 'canceled' : 'handed', error: null };
  }
}
