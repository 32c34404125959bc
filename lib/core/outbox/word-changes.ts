/** What the world and the person's word make of an item, save to discard it. */
import type { KeptState } from '../../contracts/outbox.ts';
import type { Changes, EventOf } from './event.ts';
import { openingOf } from './opening.ts';
import { isOffline } from './schedule.ts';
import { editable, isIn, isUnsent, movable, waitsForHome } from './standing.ts';
import type { KeptItem } from './view.ts';

export type Word = EventOf<'online' | 'orphaned' | 'retried' | 'edited' | 'moved'>;

export function changesByWord(item: KeptItem, event: Word, now: number): Changes | null {
  const { state } = item;
  switch (event.type) {
    case 'online':
      if (state.status !== 'waiting' || !isOffline(state.error) || state.until <= now) return null;
      return { state: { ...state, until: now } };
    case 'orphaned':
      if (!isUnsent(state, item.material !== null) || state.status === 'refused') return null;
      return {
        state: { status: 'refused', error: event.error },
        ...(state.status === 'sending' ? { wasSent: true } : {}),
      };
    case 'retried':
      return retriedChanges(openIn(item, event.tabId), now);
    case 'edited':
      return editedChanges(item, event);
    case 'moved':
      return movedChanges(item, event);
  }
}

function openIn(item: KeptItem, tabId: number | null): KeptItem {
  return tabId === null ? item : { ...item, source: { ...item.source, tabId } };
}

function retriedChanges(item: KeptItem, now: number): Changes | null {
  switch (item.state.status) {
    case 'refused':
    case 'paused':
    case 'waiting':
      if (item.material !== null) return { state: { status: 'captured' } };
      // Read once and no text left: the service has it, and only its learning is still to be watched.
      if (item.customId !== null) return { state: watchedAnew(null, now) };
      return { state: { status: 'requested' }, source: item.source, ...takenAsTold(item) };
    // Its owner had it learned anew.
    case 'failed':
    case 'canceled':
    case 'unlearned':
      return { state: watchedAnew(item.state.documentId, now) };
    default:
      return null;
  }
}

/** The person was told why it was not taken, and takes it whatever it reports. */
function takenAsTold({ isUnseen }: KeptItem) {
  return isUnseen === true ? { isUnseen: false } : {};
}

function watchedAnew(documentId: string | null, now: number): KeptState {
  return { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: now };
}

/** Another Memory than the one before was sent nothing of it yet. */
const unsentThere = { wasSent: false, lostAnswers: 0 } as const;

function editedChanges(
  item: KeptItem,
  { title, content, container }: EventOf<'edited'>,
): Changes | null {
  const { material, source } = item;
  if (material === null || material.kind === 'link' || !isIn(item.state, editable)) return null;
  const placed = {
    state: { status: 'captured' },
    container,
    ...(container.id === item.container.id ? {} : unsentThere),
  } as const;
  if (material.kind === 'note') {
    return { ...placed, ...namedByWords(item, content), material: { ...material, content } };
  }
  const named = title ?? material.title;
  const isEdited =
    material.isEdited === true || named !== material.title || content !== material.content;
  return {
    ...placed,
    material: { ...material, title: named, content, isEdited },
    source: { ...source, title: named },
  };
}

/** A note of no page goes by its first words. */
function namedByWords({ isWritten, source }: KeptItem, content: string) {
  if (isWritten !== true) return {};
  const opening = openingOf(content);
  return { opening, source: { ...source, title: opening } };
}

function movedChanges(
  item: KeptItem,
  { connectionId, container }: EventOf<'moved'>,
): Changes | null {
  const hasText = item.material !== null;
  if (connectionId === item.connectionId || !isIn(item.state, movable)) return null;
  if (!waitsForHome(item.state, hasText)) return null;
  const state = { status: hasText ? 'captured' : 'requested' } as const;
  return { connectionId, container, state, ...unsentThere };
}
