/**
 * The lifecycle of a saved item. Events that don't fit the state change nothing, so repeats are harmless. A test
 * compares this function with the table in docs/outbox.md.
 */
import type { PageSource } from '../capture/schema.ts';
import { type AppError, appError, isOffline } from '../contract/errors.ts';
import {
  type LiveState,
  type NoteMaterial,
  type OutboxItem,
  openingOf,
  editableStatuses,
  hasStatus,
  isUnsent,
  movableStatuses,
  sendableStatuses,
  waitsForConnection,
  isLive,
  type LiveItem,
  liveStateOf,
  type PageWords,
} from './model.ts';
import { cutTitle } from '../text/cut-text.ts';
import { pollDelayMs } from './schedule.ts';

type Container = OutboxItem['container'];

export type OutboxEvent =
  | ({ type: 'read'; kind: 'page'; source: PageSource } & PageWords)
  | { type: 'read'; kind: 'note'; source: PageSource; material: NoteMaterial }
  | { type: 'send' }
  /** The service accepted the item. `noteId` is set if it returned an id for a note. */
  | { type: 'taken'; existed: boolean; documentId: string | null; noteId?: string }
  /** Sending failed. `isLost`: the outcome is unknown although the service works, so a note might have been saved. */
  | { type: 'delayed'; error: AppError; until: number; isLost?: boolean }
  | { type: 'refused'; error: AppError }
  | { type: 'withdrawn'; error: AppError }
  | { type: 'looked'; look: LearningLook }
  /** The browser is online again, or the service responds again. */
  | { type: 'online' }
  /** The item's Memory was deleted. */
  | { type: 'orphaned'; error: AppError }
  /** `tabId` is the tab that shows the page now, if it wasn't read yet. */
  | { type: 'retried'; tabId: number | null }
  /** `title` is null for a note. */
  | { type: 'edited'; title: string | null; content: string; container: Container }
  /** Moves the item to another connection, where it starts over. */
  | { type: 'moved'; connectionId: string; container: Container }
  | { type: 'discarded'; until: number }
  | { type: 'restored' };

export type LearningLook = {
  learned: boolean;
  runStatus: string | null;
  /** The service's own message. */
  reason?: string;
  documentId: string | null;
};

export type EventOf<Type extends OutboxEvent['type']> = Extract<OutboxEvent, { type: Type }>;

/** `now` is in milliseconds since the epoch. */
export function transition(item: OutboxItem, event: OutboxEvent, now: number): OutboxItem {
  const next = isLive(item) ? afterEvent(item, event, now) : afterEventUnseen(item, event, now);
  return next === null ? item : withoutStaleSelection({ ...next, updatedAt: now });
}

/** Removes the selection reported by the browser, which is only needed for reading. */
function withoutStaleSelection(item: OutboxItem): OutboxItem {
  if (item.kind !== 'note' || liveStateOf(item).status === 'requested') return item;
  const { selectionText: _selectionText, ...rest } = item;
  return rest;
}

/** A discarded item accepts responses to pending requests, but starts nothing new. */
function afterEventUnseen(item: OutboxItem, event: OutboxEvent, now: number): OutboxItem | null {
  const { state } = item;
  if (state.status !== 'discarded') return null;
  switch (event.type) {
    case 'restored':
      return { ...item, state: state.before };
    case 'discarded':
    case 'send':
    case 'online':
    case 'retried':
    case 'edited':
    case 'moved':
      return null;
    default: {
      const next = afterEvent({ ...item, state: state.before }, event, now);
      if (next === null || !isLive(next)) return next;
      return { ...next, state: { ...state, before: next.state } };
    }
  }
}

function afterEvent(item: LiveItem, event: OutboxEvent, now: number): OutboxItem | null {
  const { state } = item;
  switch (event.type) {
    case 'read':
      return state.status === 'requested' ? afterReading(item, event) : null;
    case 'send':
      if (!hasStatus(state, sendableStatuses) || item.material === null) return null;
      // If the attempt was interrupted, the service might have received it.
      return afterAttempt(item, {
        isLost: state.status === 'sending',
        next: { status: 'sending', attempt: attemptOf(state) + 1 },
      });
    case 'taken':
      return state.status === 'sending' ? afterTaken(item, event, now) : null;
    case 'delayed': {
      if (state.status !== 'sending') return null;
      const { until, error, isLost = false } = event;
      return afterAttempt(item, {
        isLost,
        next: { status: 'waiting', attempt: state.attempt, until, error },
      });
    }
    case 'refused':
      if (state.status !== 'requested' && state.status !== 'sending') return null;
      return inState(item, { status: 'refused', error: event.error });
    case 'withdrawn':
      if (!hasStatus(state, sendableStatuses) && state.status !== 'learning') return null;
      return inState(item, { status: 'paused', error: event.error });
    case 'looked':
      return state.status === 'learning' ? inState(item, afterLook(state, event.look, now)) : null;
    default:
      return afterDecision(item, event, now);
  }
}

type Decision = EventOf<
  'online' | 'orphaned' | 'retried' | 'edited' | 'moved' | 'discarded' | 'restored'
>;

/** Handles events from outside the item: the network, a deleted Memory, or the person. */
function afterDecision(item: LiveItem, event: Decision, now: number): OutboxItem | null {
  const { state } = item;
  switch (event.type) {
    case 'online':
      if (state.status !== 'waiting' || !isOffline(state.error) || state.until <= now) return null;
      return inState(item, { ...state, until: now });
    case 'orphaned':
      if (!isUnsent(state, item.material !== null) || state.status === 'refused') return null;
      return inState(item, { status: 'refused', error: event.error });
    case 'retried':
      return afterRetry(item, event.tabId, now);
    case 'edited':
      return afterEdit(item, event);
    case 'moved':
      return afterMove(item, event);
    case 'discarded':
      return { ...item, state: { status: 'discarded', until: event.until, before: state } };
    case 'restored':
      return null;
  }
}

/** Sets the state. An item that leaves `sending` without being accepted might still have arrived (`wasSent`). */
function inState(item: LiveItem, state: LiveState): LiveItem {
  return item.state.status === 'sending' ? { ...item, state, wasSent: true } : { ...item, state };
}

function afterReading(item: LiveItem, event: EventOf<'read'>): LiveItem | null {
  const state = { status: 'captured' } as const;
  const { url, title } = event.source;
  if (item.kind === 'note' && event.kind === 'note') {
    const { material } = event;
    const source = { ...item.source, url, title: cutTitle(title) };
    return { ...item, state, source, material, opening: openingOf(material.content) };
  }
  if (item.kind !== 'page' || event.kind !== 'page') return null;
  const {
    material,
    customId,
    fingerprint,
    digest,
    isUnfinished = false,
    errorStatus,
    part,
  } = event;
  const { part: _requested, ...rest } = item;
  return {
    ...rest,
    state,
    source: { ...item.source, url, title: cutTitle(item.ownTitle ?? title) },
    material,
    customId,
    fingerprint,
    digest,
    // The page might have finished loading before a second reading.
    ...(isUnfinished || item.isUnfinished === true ? { isUnfinished } : {}),
    ...(errorStatus === undefined ? {} : { errorStatus }),
    ...(part === undefined ? {} : { part }),
  };
}

/** Number of lost responses after which only the person can resend a note. */
export const mostLostResponses = 3;

/** A service other than Keepsake's might store a note again with each further attempt. */
export const mayHaveArrived = appError(
  'memory.timeout',
  'It may have been saved. Check before you send it again.',
);

/** Refuses a note after `mostLostResponses` lost responses, because each attempt might have stored the note. */
function afterAttempt(
  item: LiveItem,
  { isLost, next }: { isLost: boolean; next: LiveState },
): LiveItem {
  if (item.kind !== 'note' || !isLost) return inState(item, next);
  const lostAnswers = (item.lostAnswers ?? 0) + 1;
  const isEnough = lostAnswers >= mostLostResponses;
  const state = isEnough ? ({ status: 'refused', error: mayHaveArrived } as const) : next;
  return inState({ ...item, lostAnswers }, state);
}

function attemptOf(state: LiveState): number {
  return state.status === 'waiting' || state.status === 'sending' ? state.attempt : 0;
}

/** The service keeps its existing text, so the person's edit would be lost silently. */
export const earlierText = appError(
  'memory.conflict',
  'The Memory has an earlier version of this page.',
);

function afterTaken(item: LiveItem, taken: EventOf<'taken'>, now: number): LiveItem {
  if (taken.existed && item.kind === 'page' && item.material?.isEdited === true) {
    return { ...item, state: { status: 'refused', error: earlierText } };
  }
  // After an attempt without a response, an existing document is this save. Items from earlier versions have no
  // `wasSent`.
  const existed = taken.existed && item.wasSent !== true && attemptOf(item.state) === 1;
  if (item.kind === 'note') {
    const { noteId } = taken;
    const state = { status: 'accepted', existed } as const;
    return { ...item, state, material: null, ...(noteId === undefined ? {} : { noteId }) };
  }
  const state = {
    status: 'learning',
    existed,
    documentId: taken.documentId,
    polls: 0,
    nextPollAt: taken.existed ? now : now + (pollDelayMs(0) ?? 0),
  } as const;
  return { ...item, state, material: null };
}

type Learning = Extract<LiveState, { status: 'learning' }>;

function afterLook(state: Learning, look: LearningLook, now: number): LiveState {
  const documentId = look.documentId ?? state.documentId;
  if (look.learned) return { status: 'learned', existed: state.existed, documentId };
  if (look.runStatus === 'failed') {
    return { status: 'failed', documentId, reason: look.reason ?? null };
  }
  if (look.runStatus === 'canceled') return { status: 'canceled', documentId };
  const polls = state.polls + 1;
  const delayMs = pollDelayMs(polls);
  if (delayMs === null) return { status: 'unlearned', documentId };
  return { ...state, documentId, polls, nextPollAt: now + delayMs };
}

function afterRetry(item: LiveItem, tabId: number | null, now: number): LiveItem | null {
  switch (item.state.status) {
    case 'refused':
    case 'paused':
    case 'waiting':
      if (item.material !== null) return { ...item, state: { status: 'captured' } };
      // The service has the text, so only its indexing status is missing.
      if (item.customId !== null) return { ...item, state: watchedAnew(null, now) };
      return readAgain(item, tabId);
    // The document is being indexed again at the owner's request.
    case 'failed':
    case 'canceled':
    case 'unlearned':
      return { ...item, state: watchedAnew(item.state.documentId, now) };
    default:
      return null;
  }
}

/** Reads the page again. The person knows why it was refused and wants it anyway. */
function readAgain(item: LiveItem, tabId: number | null): LiveItem {
  const state = { status: 'requested' } as const;
  const source = tabId === null ? item.source : { ...item.source, tabId };
  return item.kind === 'page' && item.isUnseen === true
    ? { ...item, state, source, isUnseen: false }
    : { ...item, state, source };
}

function watchedAnew(documentId: string | null, now: number): LiveState {
  return { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: now };
}

function afterEdit(item: LiveItem, edit: EventOf<'edited'>): LiveItem | null {
  const { title, content, container } = edit;
  if (item.material === null || !hasStatus(item.state, editableStatuses)) return null;
  const placed = container.id === item.container.id ? item : unsent(item);
  const state = { status: 'captured' } as const;
  switch (placed.kind) {
    case 'link':
      return null;
    case 'note': {
      const material = { kind: 'note', content } as const;
      const reworded = { ...placed, state, container, material };
      if (placed.isWritten !== true) return reworded;
      // Notes without a page are titled with their opening words.
      const opening = openingOf(content);
      return { ...reworded, opening, source: { ...placed.source, title: opening } };
    }
    case 'page': {
      const { material } = placed;
      if (material === null) return null;
      const named = title ?? material.title;
      const isEdited =
        material.isEdited === true || named !== material.title || content !== material.content;
      return {
        ...placed,
        state,
        container,
        material: { ...material, title: named, content, isEdited },
        source: { ...placed.source, title: named },
      };
    }
  }
}

/** Resets an item that was never sent to its new Memory. */
function unsent(item: LiveItem): LiveItem {
  return item.kind === 'note'
    ? { ...item, wasSent: false, lostAnswers: 0 }
    : { ...item, wasSent: false };
}

function afterMove(item: LiveItem, { connectionId, container }: EventOf<'moved'>): LiveItem | null {
  const hasText = item.material !== null;
  if (connectionId === item.connectionId || !hasStatus(item.state, movableStatuses)) return null;
  if (!waitsForConnection(item.state, hasText)) return null;
  const state = { status: hasText ? 'captured' : 'requested' } as const;
  return { ...unsent(item), connectionId, container, state };
}
