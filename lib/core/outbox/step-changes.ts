/** What the steps on an item's way make of it: reading, sending, and asking after its learning. */
import type { KeptState } from '../../contracts/outbox.ts';
import type { Changes, EventOf, LearningLook } from './event.ts';
import { pollDelayMs } from './schedule.ts';
import { isIn, toBeSent } from './standing.ts';
import type { KeptItem } from './view.ts';

export type Step = EventOf<
  'read' | 'send' | 'taken' | 'delayed' | 'refused' | 'withdrawn' | 'looked'
>;

export function changesByStep(item: KeptItem, event: Step, now: number): Changes | null {
  const { state } = item;
  switch (event.type) {
    case 'read':
      return state.status === 'requested' ? readChanges(item, event) : null;
    case 'send':
      if (!isIn(state, toBeSent) || item.material === null) return null;
      return { state: { status: 'sending', attempt: attemptOf(state) + 1 } };
    case 'taken':
      if (state.status !== 'sending') return null;
      return { state: takenState(item, event, now), material: null };
    case 'delayed': {
      if (state.status !== 'sending') return null;
      const { until, error } = event;
      return { state: { status: 'waiting', attempt: state.attempt, until, error } };
    }
    case 'refused':
      if (state.status !== 'requested' && state.status !== 'sending') return null;
      return { state: { status: 'refused', error: event.error } };
    case 'withdrawn':
      if (!isIn(state, toBeSent) && state.status !== 'learning') return null;
      return { state: { status: 'paused', error: event.error } };
    case 'looked':
      return state.status === 'learning' ? { state: lookedState(state, event.look, now) } : null;
  }
}

function readChanges(item: KeptItem, event: EventOf<'read'>): Changes {
  const { material, customId } = event;
  const { url, title } = event.source;
  return {
    state: { status: 'captured' },
    material,
    customId,
    source: { ...item.source, url, title },
  };
}

function attemptOf(state: KeptState): number {
  return state.status === 'waiting' || state.status === 'sending' ? state.attempt : 0;
}

function takenState(
  item: KeptItem,
  taken: { existed: boolean; documentId: string | null },
  now: number,
): KeptState {
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

type Learning = Extract<KeptState, { status: 'learning' }>;

function lookedState(state: Learning, look: LearningLook, now: number): KeptState {
  const documentId = look.documentId ?? state.documentId;
  if (look.learned) return { status: 'learned', existed: state.existed, documentId };
  if (look.runStatus === 'failed') return { status: 'failed', documentId, reason: null };
  if (look.runStatus === 'canceled') return { status: 'canceled', documentId };
  const polls = state.polls + 1;
  const delayMs = pollDelayMs(polls);
  if (delayMs === null) return { status: 'unlearned', documentId };
  return { ...state, documentId, polls, nextPollAt: now + delayMs };
}
