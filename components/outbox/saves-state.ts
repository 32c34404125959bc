/** What was saved, as its list knows it, kept true by the events that arrive while it is shown. Pure. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveStatus, OutboxList, OutboxView } from '../../lib/outbox/model.ts';
import { withCurrentName } from '../../lib/connections/model.ts';

/** Discarded by the person in one go, and still to be had back. */
export type Discarded = { key: string; items: readonly OutboxView[] };

export type SavesState =
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | ReadySaves;

export type ReadySaves = {
  status: 'ready';
  /** Newest first. */
  items: readonly OutboxView[];
  storage: OutboxList['storage'];
  /** The saves since nothing was to be sent, each with whether it has reached its connection. */
  batch: ReadonlyMap<string, boolean>;
  discarded: readonly Discarded[];
  /** What arrived since the list was asked for again, whose answer may be older. */
  early: readonly AppEvent[];
};

export type SavesAction =
  | { type: 'asked' }
  | { type: 'listed'; list: OutboxList }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; events: readonly AppEvent[] }
  | { type: 'discarded'; key: string; ids: readonly string[] }
  /** The ones that are not out of the list after all, or are back in it. */
  | { type: 'undiscarded'; ids: readonly string[] }
  /** Cannot be had back any more, or need not be. */
  | { type: 'forgotten'; key: string };

export const savesAtFirst: SavesState = { status: 'loading', early: [] };

const unsent: ReadonlySet<LiveStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);
const unfinished: ReadonlySet<LiveStatus> = new Set([...unsent, 'learning']);

/** Says whether a save has not reached its connection yet, but is on the way there. */
export function isUnsent({ state }: OutboxView): boolean {
  return unsent.has(state.status);
}

function isSent(item: OutboxView): boolean {
  return !isUnsent(item) && item.state.status !== 'refused' && item.state.status !== 'paused';
}

/** Says whether something is still going to happen to a save by itself. */
export function isUnfinished({ state }: OutboxView): boolean {
  return unfinished.has(state.status);
}

/** Gives the state after an action. */
export function savesReducer(state: SavesState, action: SavesAction): SavesState {
  switch (action.type) {
    case 'asked':
      return state.status === 'ready' ? { ...state, early: [] } : savesAtFirst;
    case 'failed':
      // A list that could not be renewed is still the best there is.
      return state.status === 'ready' ? state : { status: 'failed', error: action.error };
    case 'listed':
      return afterListing(state, action.list);
    case 'heard':
      if (state.status === 'failed') return state;
      if (state.status === 'loading')
        return { ...state, early: [...state.early, ...action.events] };
      return {
        ...withBatch(action.events.reduce(afterEvent, state)),
        early: [...state.early, ...action.events],
      };
    case 'discarded':
      return state.status === 'ready' ? afterDiscarding(state, action) : state;
    case 'undiscarded':
      return state.status === 'ready' ? afterUndiscarding(state, action.ids) : state;
    case 'forgotten':
      if (state.status !== 'ready') return state;
      return { ...state, discarded: state.discarded.filter(({ key }) => key !== action.key) };
  }
}

function afterListing(state: SavesState, list: OutboxList): ReadySaves {
  const before: ReadySaves | null = state.status === 'ready' ? state : null;
  const discarded = before?.discarded ?? [];
  const gone = new Set(discarded.flatMap((one) => one.items.map(({ id }) => id)));
  const listed: ReadySaves = {
    status: 'ready',
    items: list.items.filter(({ id }) => !gone.has(id)),
    storage: list.storage,
    batch: before?.batch ?? new Map(),
    discarded,
    early: [],
  };
  const early = state.status === 'failed' ? [] : state.early;
  return withBatch(early.reduce(afterEvent, listed), before === null);
}

function afterEvent(state: ReadySaves, event: AppEvent): ReadySaves {
  switch (event.event) {
    case 'outbox.changed':
      // Told before the connection knew that it is discarded.
      return isDiscarded(state, event.item.id) ? state : withItem(state, event.item);
    case 'outbox.removed':
      return { ...state, items: state.items.filter(({ id }) => id !== event.id) };
    case 'connection.status-changed':
      return withNames(state, event.connection);
    default:
      return state;
  }
}

/** A Memory may have another name now, which is all that a connection says of what was saved. */
function withNames(state: ReadySaves, { connectionId, memories }: ConnectionStatus): ReadySaves {
  const items = state.items.map((item) =>
    item.connectionId === connectionId ? withCurrentName(item, memories) : item,
  );
  return { ...state, items };
}

function isDiscarded({ discarded }: ReadySaves, id: string): boolean {
  return discarded.some(({ items }) => items.some((item) => item.id === id));
}

function withItem(state: ReadySaves, item: OutboxView): ReadySaves {
  const { items } = state;
  const known = items.findIndex(({ id }) => id === item.id);
  const before = items[known];
  if (before !== undefined) {
    return before.updatedAt > item.updatedAt ? state : { ...state, items: items.with(known, item) };
  }
  const older = items.findIndex(({ createdAt }) => createdAt <= item.createdAt);
  const place = older === -1 ? items.length : older;
  return { ...state, items: items.toSpliced(place, 0, item) };
}

/**
 * Adds what is to be sent to the batch, and ends the batch where nothing is. At first, what was saved since the oldest
 * that is still to be sent belongs to it: the surface was not there to count. What was sent stays counted when the list
 * no longer has it.
 */
function withBatch(state: ReadySaves, isFirst = false): ReadySaves {
  const { items } = state;
  const toSend = items.filter(isUnsent);
  if (toSend.length === 0) return state.batch.size === 0 ? state : { ...state, batch: new Map() };
  const since = isFirst ? Math.min(...toSend.map(({ createdAt }) => createdAt)) : Infinity;
  const batch = new Map([...state.batch].filter(([, wasSent]) => wasSent));
  for (const item of items) {
    if (isUnsent(item) || state.batch.has(item.id) || item.createdAt >= since) {
      batch.set(item.id, isSent(item));
    }
  }
  return { ...state, batch };
}

function afterDiscarding(
  state: ReadySaves,
  { key, ids }: { key: string; ids: readonly string[] },
): ReadySaves {
  const leaving = new Set(ids);
  const items = state.items.filter(({ id }) => leaving.has(id));
  if (items.length === 0) return state;
  return withBatch({
    ...state,
    items: state.items.filter(({ id }) => !leaving.has(id)),
    discarded: [...state.discarded, { key, items }],
  });
}

function afterUndiscarding(state: ReadySaves, ids: readonly string[]): ReadySaves {
  const coming = new Set(ids);
  const back = state.discarded.flatMap(({ items }) => items.filter(({ id }) => coming.has(id)));
  const discarded = state.discarded
    .map(({ key, items }) => ({ key, items: items.filter(({ id }) => !coming.has(id)) }))
    .filter(({ items }) => items.length > 0);
  return withBatch(back.reduce(withItem, { ...state, discarded }));
}
