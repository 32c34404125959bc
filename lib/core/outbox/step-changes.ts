/** What the steps on an item's way make of it: reading, sending, and asking after its learning. */
import type { KeptState } from '../../contracts/outbox.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { Changes, EventOf, LearningLook } from './event.ts';
import { earlierText, mayHaveArrived, mostLostAnswers } from './refusals.ts';
import { pollDelayMs } from './schedule.ts';
import { openingOf } from './opening.ts';
import { isIn, toBeSent } from './standing.ts';
import type { KeptItem } from './view.ts';

export type Step = EventOf<
  'read' | 'send' | 'taken' | 'delayed' | 'refused' | 'withdrawn' | 'looked'
>;

export function changesByStep(item: KeptItem, event: Step, now: number): Changes | null {
  const changes = changesOf(item, event, now);
  // However it ended: one of the attempts may have arrived.
  const wasSent = item.state.status === 'sending' && event.type !== 'taken';
  return changes !== null && wasSent ? { ...changes, wasSent } : changes;
}

function changesOf(item: KeptItem, event: Step, now: number): Changes | null {
  const { state } = item;
  switch (event.type) {
    case 'read':
      return state.status === 'requested' ? readChanges(item, event) : null;
    case 'send':
      if (!isIn(state, toBeSent) || item.material === null) return null;
      // Of one that is being sent already, nobody knows how far it came: a background ended over it.
      return counted(item, {
        isLost: state.status === 'sending',
        next: { status: 'sending', attempt: attemptOf(state) + 1 },
      });
    case 'taken':
      if (state.status !== 'sending') return null;
      return takenChanges(item, event, now);
    case 'delayed': {
      if (state.status !== 'sending') return null;
      const { until, error } = event;
      return counted(item, {
        isLost: event.isLost === true,
        next: { status: 'waiting', attempt: state.attempt, until, error },
      });
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
  const { material, customId, fingerprint, digest, isUnfinished, errorStatus } = event;
  const { url } = event.source;
  const title = item.ownTitle ?? event.source.title;
  return {
    state: { status: 'captured' },
    material,
    customId,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(digest === undefined ? {} : { digest }),
    // Read once more, it may have become whole.
    ...(isUnfinished === true || item.isUnfinished === true
      ? { isUnfinished: isUnfinished === true }
      : {}),
    ...(errorStatus === undefined ? {} : { errorStatus }),
    ...(material.kind === 'note' ? { opening: openingOf(material.content) } : {}),
    source: { ...item.source, url, title: cutTitle(title) },
  };
}

/** Goes on with a sending, save with a note that may have arrived too often: sending it again is the person's word. */
function counted(item: KeptItem, { isLost, next }: { isLost: boolean; next: KeptState }): Changes {
  if (item.kind !== 'note' || !isLost) return { state: next };
  const lostAnswers = (item.lostAnswers ?? 0) + 1;
  const isEnough = lostAnswers >= mostLostAnswers;
  return { lostAnswers, state: isEnough ? { status: 'refused', error: mayHaveArrived } : next };
}

function attemptOf(state: KeptState): number {
  return state.status === 'waiting' || state.status === 'sending' ? state.attempt : 0;
}

type Taken = EventOf<'taken'>;

function takenChanges(item: KeptItem, taken: Taken, now: number): Changes {
  const { material } = item;
  // The service has kept the text it had: the person's words would go with this one.
  if (taken.existed && material?.kind === 'page' && material.isEdited === true) {
    return { state: { status: 'refused', error: earlierText } };
  }
  const { noteId } = taken;
  return {
    state: takenState(item, taken, now),
    material: null,
    ...(noteId === undefined ? {} : { noteId }),
  };
}

function takenState(item: KeptItem, taken: Taken, now: number): KeptState {
  // After a sending whose answer was lost, what the service knows already is this very save. Rows of earlier versions
  // have no `wasSent`.
  const existed = taken.existed && item.wasSent !== true && attemptOf(item.state) === 1;
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
  if (look.runStatus === 'failed') {
    return { status: 'failed', documentId, reason: look.reason ?? null };
  }
  if (look.runStatus === 'canceled') return { status: 'canceled', documentId };
  const polls = state.polls + 1;
  const delayMs = pollDelayMs(polls);
  if (delayMs === null) return { status: 'unlearned', documentId };
  return { ...state, documentId, polls, nextPollAt: now + delayMs };
}
