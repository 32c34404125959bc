/**
 * The life of a saved item as a pure function: an item and what happened to it give the item as it is afterwards.
 * An event that does not fit the item's state changes nothing, so a late or repeated one does no harm.
 */
import type { PageSource } from '../../contracts/capture.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { Material, OutboxItem, OutboxState } from '../../contracts/outbox.ts';
import { pollDelayMs } from './schedule.ts';

export type OutboxEvent =
  | { type: 'read'; material: Material; customId: string | null; source: PageSource }
  | { type: 'send' }
  | { type: 'taken'; existed: boolean; documentId: string | null }
  | { type: 'delayed'; error: AppError; until: number }
  | { type: 'refused'; error: AppError }
  | { type: 'withdrawn'; error: AppError }
  | { type: 'looked'; look: LearningLook }
  /** `tabId` is where the page is open now, for one that was not read yet. */
  | { type: 'retried'; tabId: number | null };

/** What one question after a document's learning found. */
export type LearningLook = {
  learned: boolean;
  runStatus: string | null;
  documentId: string | null;
};

/** Gives the item after `event`, at `now` (milliseconds since the epoch). */
export function transition(item: OutboxItem, event: OutboxEvent, now: number): OutboxItem {
  const changes = changesOf(item, event, now);
  return changes === null ? item : { ...item, ...changes, updatedAt: now };
}

type Changes = Partial<OutboxItem> & { state: OutboxState };

function changesOf(item: OutboxItem, event: OutboxEvent, now: number): Changes | null {
  const { state } = item;
  switch (event.type) {
    case 'read':
      if (state.status !== 'requested') return null;
      return {
        state: { status: 'captured' },
        material: event.material,
        customId: event.customId,
        source: { ...item.source, url: event.source.url, title: event.source.title },
      };
    case 'send':
      if (!canBeSent(item)) return null;
      return { state: { status: 'sending', attempt: attemptOf(state) + 1 } };
    case 'taken':
      if (state.status !== 'sending') return null;
      return { state: takenState(item, event, now), material: null };
    case 'delayed':
      if (state.status === 'sending') {
        return {
          state: {
            status: 'waiting',
            attempt: state.attempt,
            until: event.until,
            error: event.error,
          },
        };
      }
      return null;
    case 'refused':
      if (state.status !== 'requested' && state.status !== 'sending') return null;
      return { state: { status: 'refused', error: event.error } };
    case 'withdrawn':
      if (!['captured', 'waiting', 'sending', 'learning'].includes(state.status)) return null;
      return { state: { status: 'paused', error: event.error } };
    case 'looked':
      if (state.status !== 'learning') return null;
      return { state: lookedState(state, event.look, now) };
    case 'retried':
      return retriedState(openIn(item, event.tabId), now);
  }
}

/** Sending begins anew where a background ended over it. */
function canBeSent({ state, material }: OutboxItem): boolean {
  if (material === null) return false;
  return ['captured', 'waiting', 'sending'].includes(state.status);
}

function attemptOf(state: OutboxState): number {
  return state.status === 'waiting' || state.status === 'sending' ? state.attempt : 0;
}

function takenState(
  item: OutboxItem,
  taken: { existed: boolean; documentId: string | null },
  now: number,
): OutboxState {
  // After an attempt whose answer was lost, what the service knows already is this very save.
  const existed = taken.existed && attemptOf(item.state) === 1;
  if (item.kind === 'note') return { status: 'accepted', existed };
  return {
    status: 'learning',
    existed,
    documentId: taken.documentId,
    polls: 0,
    nextPollAt: taken.existed ? now : now + (pollDelayMs(0) ?? 0),
  };
}

type Learning = Extract<OutboxState, { status: 'learning' }>;

function lookedState(state: Learning, look: LearningLook, now: number): OutboxState {
  const documentId = look.documentId ?? state.documentId;
  if (look.learned) return { status: 'learned', existed: state.existed, documentId };
  if (look.runStatus === 'failed') return { status: 'failed', documentId, reason: null };
  if (look.runStatus === 'canceled') return { status: 'canceled', documentId };
  const polls = state.polls + 1;
  const delayMs = pollDelayMs(polls);
  if (delayMs === null) return { status: 'unlearned', documentId };
  return { ...state, documentId, polls, nextPollAt: now + delayMs };
}

function openIn(item: OutboxItem, tabId: number | null): OutboxItem {
  return tabId === null ? item : { ...item, source: { ...item.source, tabId } };
}

function retriedState(item: OutboxItem, now: number): Changes | null {
  switch (item.state.status) {
    case 'refused':
    case 'paused':
    case 'waiting':
      if (item.material !== null) return { state: { status: 'captured' } };
      // Read once and no text left: the service has it, and only its learning is still to be watched.
      if (item.customId !== null) return { state: watchedAnew(null, now) };
      return { state: { status: 'requested' }, source: item.source };
    case 'unlearned':
      return { state: watchedAnew(item.state.documentId, now) };
    default:
      return null;
  }
}

function watchedAnew(documentId: string | null, now: number): OutboxState {
  return { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: now };
}
