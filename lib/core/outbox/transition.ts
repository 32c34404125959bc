/**
 * The life of a saved item as a pure function: an item and what happened to it give the item as it is afterwards.
 * An event that does not fit the item's state changes nothing, so a late or repeated one does no harm.
 * docs/outbox.md shows the whole table, and a test holds it to this function.
 */
import type { OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import type { Changes, OutboxEvent } from './event.ts';
import { changesByStep } from './step-changes.ts';
import { isKept, type KeptItem, keptStateOf } from './view.ts';
import { changesByWord } from './word-changes.ts';

/** Gives the item after `event`, at `now` (milliseconds since the epoch). */
export function transition(item: OutboxItem, event: OutboxEvent, now: number): OutboxItem {
  const changes = isKept(item) ? changesOf(item, event, now) : foldedInto(item, event, now);
  return changes === null ? item : whileUnread({ ...item, ...changes, updatedAt: now });
}

/** What the browser says of a selection is for its reading alone. */
function whileUnread({ said, ...item }: OutboxItem): OutboxItem {
  return said === undefined || keptStateOf(item).status !== 'requested' ? item : { ...item, said };
}

function changesOf(item: KeptItem, event: OutboxEvent, now: number): Changes<OutboxState> | null {
  switch (event.type) {
    case 'discarded':
      return { state: { status: 'discarded', until: event.until, before: item.state } };
    case 'restored':
      return null;
    default:
      return changesOfKept(item, event, now);
  }
}

type Ordinary = Exclude<OutboxEvent, { type: 'discarded' | 'restored' }>;

function changesOfKept(item: KeptItem, event: Ordinary, now: number): Changes | null {
  switch (event.type) {
    case 'online':
    case 'orphaned':
    case 'retried':
    case 'edited':
    case 'moved':
      return changesByWord(item, event, now);
    default:
      return changesByStep(item, event, now);
  }
}

/** What is under way ends unseen; nothing new is begun. */
function foldedInto(
  item: OutboxItem,
  event: OutboxEvent,
  now: number,
): Changes<OutboxState> | null {
  const { state } = item;
  if (state.status !== 'discarded') return null;
  switch (event.type) {
    case 'restored':
      return { state: state.before };
    case 'discarded':
    case 'send':
    case 'online':
    case 'retried':
    case 'edited':
    case 'moved':
      return null;
    default: {
      const changes = changesOfKept({ ...item, state: state.before }, event, now);
      return changes && { ...changes, state: { ...state, before: changes.state } };
    }
  }
}
