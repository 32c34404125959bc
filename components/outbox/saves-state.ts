import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { OutboxList, OutboxView } from '../../lib/outbox/model.ts';
import { withCurrentName } from '../../lib/connections/model.ts';
import { isUnsent, sectionOf, statusViews } from './save-status.ts';

export type Discarded = { key: string; items: readonly OutboxView[] };

export type SavesState =
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | ReadySaves;

export type ReadySaves = {
  status: 'ready';
  items: readonly OutboxView[];
  storage: OutboxList['storage'];
  /** Saves being sent in this batch, by id; true once sent. */
  batch: ReadonlyMap<string, boolean>;
  discarded: readonly Discarded[];
  /** Events since the list was last requested. The response may be older than these events. */
  early: readonly AppEvent[];
};

export type SavesAction =
  | { type: 'asked' }
  | { type: 'listed'; list: OutboxList }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; events: readonly AppEvent[] }
  | { type: 'discarded'; key: string; ids: readonly string[] }
  | { type: 'undiscarded'; ids: readonly string[] }
  | { type: 'forgotten'; key: string };

export const savesAtFirst: SavesState = { status: 'loading', early: [] };

export function savesReducer(state: SavesState, action: SavesAction): SavesState {
  switch (action.type) {
    case 'asked':
      return state.status === 'ready' ? { ...state, early: [] } : savesAtFirst;
    case 'failed':
      // If the list can't be reloaded, the old one is still useful.
      return state.status === 'ready' ? state : { status: 'failed', error: action.error };
    case 'listed':
      return afterListing(state, action.list);
    case 'heard': {
      if (state.status === 'failed') return state;
      const early = [...state.early, ...action.events];
      if (state.status === 'loading') return { ...state, early };
      return { ...withBatch(action.events.reduce(afterEvent, state)), early };
    }
    case 'discarded':
      return state.status === 'ready' ? afterDiscarding(state, action.key, action.ids) : state;
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
  const discardedIds = new Set(discarded.flatMap(({ items }) => items.map(({ id }) => id)));
  const listed: ReadySaves = {
    status: 'ready',
    items: list.items.filter(({ id }) => !discardedIds.has(id)),
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
    case 'outbox.changed': {
      // This event was sent before the background processed the discard.
      const isDiscarded = state.discarded.some(({ items }) =>
        items.some(({ id }) => id === event.item.id),
      );
      return isDiscarded ? state : withItem(state, event.item);
    }
    case 'outbox.removed':
      return { ...state, items: state.items.filter(({ id }) => id !== event.id) };
    case 'connection.status-changed': {
      const { connectionId, memories } = event.connection;
      const items = state.items.map((item) =>
        item.connectionId === connectionId ? withCurrentName(item, memories) : item,
      );
      return { ...state, items };
    }
    default:
      return state;
  }
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

/** Tracks unsent saves until all are sent. The first time, includes everything saved since the oldest unsent one. */
function withBatch(state: ReadySaves, isFirst = false): ReadySaves {
  const { items } = state;
  const toSend = items.filter(isUnsent);
  if (toSend.length === 0) return state.batch.size === 0 ? state : { ...state, batch: new Map() };
  const since = isFirst ? Math.min(...toSend.map(({ createdAt }) => createdAt)) : Infinity;
  const batch = new Map([...state.batch].filter(([, wasSent]) => wasSent));
  for (const item of items) {
    if (isUnsent(item) || state.batch.has(item.id) || item.createdAt >= since) {
      batch.set(item.id, statusViews[item.state.status].stored === 'yes');
    }
  }
  return { ...state, batch };
}

function afterDiscarding(state: ReadySaves, key: string, ids: readonly string[]): ReadySaves {
  const leaving = new Set(ids);
  const items = state.items.filter(({ id }) => leaving.has(id));
  if (items.length === 0) return state;
  const rest = state.items.filter(({ id }) => !leaving.has(id));
  return withBatch({ ...state, items: rest, discarded: [...state.discarded, { key, items }] });
}

function afterUndiscarding(state: ReadySaves, ids: readonly string[]): ReadySaves {
  const coming = new Set(ids);
  const back = state.discarded.flatMap(({ items }) => items.filter(({ id }) => coming.has(id)));
  const discarded = state.discarded
    .map(({ key, items }) => ({ key, items: items.filter(({ id }) => !coming.has(id)) }))
    .filter(({ items }) => items.length > 0);
  return withBatch(back.reduce(withItem, { ...state, discarded }));
}

export function savesSummary(state: SavesState): { needy: number; isMoving: boolean } {
  if (state.status !== 'ready') return { needy: 0, isMoving: false };
  const sections = state.items.map(sectionOf);
  return {
    needy: sections.filter((section) => section === 'attention').length,
    isMoving: sections.includes('progress'),
  };
}
