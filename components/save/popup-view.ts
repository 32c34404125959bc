/** What the popup shows, decided from what is known of the page, the connection and the saves. Pure. */
import type { PageDescription } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { PageState } from './use-page.ts';
import type { PreviewState } from './use-preview.ts';
import { addressWay, type AddressWay, keptOf, isToBeTried } from '../outbox/save-state.ts';
import type { PopupModel, PopupView, AddressOrder, FormView, Tab, SaveItem, Changed } from './popup-model.ts';
import { canSave, chosenMemory, isKept } from './memory-for-save.ts';
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import type { PageStanding } from '../../lib/save/model.ts';

/** Gives what to show. */
export function popupView(model: PopupModel): PopupView {
  const { page, saving } = model;
  if (page.status === 'failed') return { kind: 'failed', error: page.error };
  if (page.status === 'loading') return { kind: 'loading' };
  const { connection, tab, obstacle } = page.page;
  if (connection.kind === null) return { kind: 'homeless' };

  const saves = page.page.saves.filter(({ kind }) => kind !== 'note');
  if (saving.status === 'asking' && !saves.some(({ id }) => id === saving.id)) {
    return beingAsked(tab, saving.memory, model.now);
  }
  const { first, later, older } = inOrder(saves);
  const failure = saving.status === 'failed' ? saving : null;
  // That there is nothing new to save is said of what is saved.
  const isNewUnsaved = failure?.of === 'new' && failure.error.code !== 'save.unchanged';
  if (first !== null && !model.wantsForm && !isNewUnsaved) {
    return savedView(page.page, { first, later, older }, model);
  }
  if (obstacle !== null) {
    return { kind: 'obstacle', tab, obstacle, address: addressOrder(page.page, model.picked) };
  }
  if (connection.kind === 'read-only') return { kind: 'read-only', tab };
  const chosen = chosenMemory(connection, { saves, picked: model.picked });
  if (chosen === null)
    return { kind: connection.kind === 'device' ? 'first-memory' : 'no-memory', tab, connection };
  const standing = standingIn(model.preview, chosen.id);
  return {
    kind: 'form',
    tab,
    form: {
      connection,
      chosen,
      standing,
      repeats:
        standing !== null || saves.some((save) => save.container.id === chosen.id && isKept(save)),
      returns: first !== null,
      kept: first === null ? 'no' : keptOf(first),
      error: failure?.error ?? null,
      instead: insteadOf(page.page, model.preview),
    },
  };
}

/** A page that is closed to extensions may still be one that a memory can fetch. */
function addressOrder(
  { connection, tab }: PageDescription,
  picked: string | null,
): AddressOrder | null {
  const memory = canSave(connection) ? chosenMemory(connection, { saves: [], picked }) : null;
  const { offered } = addressWay(tab.url, { isReadHere: connection.kind === 'device' });
  return memory === null || !offered ? null : { connection, memory };
}

function insteadOf({ connection, tab }: PageDescription, preview: PreviewState): AddressWay | null {
  if (preview.status !== 'ready' || preview.preview.page.ok) return null;
  return addressWay(tab.url, { isReadHere: connection.kind === 'device' });
}

/** Gives what the form asks for: a page that has changed is saved beside what its Memory holds. */
export function orderOf({ chosen, standing }: FormView): {
  memory: MemoryChoice;
  asVersion: boolean;
} {
  return { memory: chosen, asVersion: standing?.words === 'changed' };
}

/** Gives the connection whose refusal this save waits behind; null where nothing of that kind holds it back. */
export function heldBackBy(page: PageState, id: string): string | null {
  if (page.status !== 'ready') return null;
  const item = page.page.saves.find((save) => save.id === id);
  return item?.state.status === 'paused' ? item.connectionId : null;
}

type SavesInOrder<First = OutboxView> = {
  /** The one to speak of. */
  first: First;
  /** A try after it that came to nothing, and takes nothing from what its Memory has. */
  later: OutboxView | null;
  older: readonly OutboxView[];
};

/** Puts the newest save of a page first, unless it failed where the same Memory has the page by an earlier one. */
function inOrder(saves: readonly OutboxView[]): SavesInOrder<OutboxView | null> {
  const [newest = null, ...older] = saves;
  if (newest?.state.status !== 'refused') return { first: newest, later: null, older };
  const { container } = newest;
  const stands = older.find((save) => save.container.id === container.id && keptOf(save) === 'yes');
  if (stands === undefined) return { first: newest, later: null, older };
  return { first: stands, later: newest, older: older.filter((save) => save !== stands) };
}

/** Gives the save of a page that is to be spoken of, with what else there is to say of the others. */
function savedView(
  page: PageDescription,
  { first, later, older }: SavesInOrder,
  { fresh, tries, now, saving, preview }: PopupModel,
): PopupView {
  const { tab, connection } = page;
  const elsewhere = new Map<string, OutboxView>();
  for (const save of older) {
    const { id } = save.container;
    if (id !== first.container.id && isKept(save) && !elsewhere.has(id)) elsewhere.set(id, save);
  }
  const failure = saving.status === 'failed' ? saving : null;
  // What the person asked of a save that failed they asked of the last one.
  const isOfLater = later !== null && failure?.of === 'item';
  const momentOf = ({ id }: OutboxView, isMeant: boolean) => ({
    now,
    fresh: fresh.has(id),
    failure: isMeant ? (failure?.error ?? null) : null,
    connection,
  });
  const triedOf = (save: OutboxView) => (isToBeTried(save) ? (tries.get(save.id) ?? 0) : 0);
  return {
    kind: 'save',
    tab,
    item: itemOf(first, older),
    save: { of: first, moment: momentOf(first, !isOfLater) },
    kept: keptOf(first),
    later:
      later === null
        ? null
        : { of: later, moment: momentOf(later, isOfLater), tried: triedOf(later) },
    others: [...elsewhere.values()].map((save) => itemOf(save, older)),
    changed: changedSince([first, ...older], { preview, fresh }),
    elsewhere: connection.kind === 'device' || canSave(connection),
    again: isAtHome.has(first.state.status) ? versionPlace(page, first, preview) : null,
    tried: triedOf(first),
  };
}

/** The click is shown at once, before the background has answered it. */
function beingAsked(tab: Tab, memory: MemoryChoice, now: number): PopupView {
  const placeholder: OutboxView = {
    id: '',
    kind: 'page',
    connectionId: '',
    container: memory,
    source: { url: tab.url, title: tab.title, tabId: tab.id, frameId: null },
    pageKey: '',
    customId: null,
    createdAt: now,
    updatedAt: now,
    state: { status: 'requested' },
  };
  return {
    kind: 'save',
    tab,
    item: { id: null, memory: memory.name, savedAt: now },
    save: { of: placeholder, moment: { now, fresh: true, failure: null, connection: null } },
    kept: keptOf(placeholder),
    later: null,
    others: [],
    changed: null,
    elsewhere: false,
    again: null,
    tried: 0,
  };
}

/** What its connection has of it, whatever became of the learning, is not sent there again under the same name. */
const isAtHome: ReadonlySet<LiveStatus> = new Set([
  'accepted',
  'learned',
  'failed',
  'canceled',
  'unlearned',
]);

/** Nowhere, where the page cannot be read, or its Memory is out of reach of the connection in use. */
function versionPlace(
  { connection, obstacle }: PageDescription,
  { container }: OutboxView,
  preview: PreviewState,
): MemoryChoice | null {
  const isUnreadable = preview.status === 'ready' && !preview.preview.page.ok;
  if (!canSave(connection) || obstacle !== null || isUnreadable) return null;
  return connection.memories.find(({ id }) => id === container.id) ?? null;
}

/** Nothing, once this very popup has saved what the page says now. */
function changedSince(
  saves: readonly [OutboxView, ...OutboxView[]],
  { preview, fresh }: Pick<PopupModel, 'preview' | 'fresh'>,
): Changed | null {
  const { container: memory } = saves[0];
  const standing = standingIn(preview, memory.id);
  if (standing?.words !== 'changed') return null;
  const isSavedNow = saves.some(
    (save) =>
      fresh.has(save.id) &&
      save.container.id === memory.id &&
      isKept(save) &&
      ((save.kind === 'page' && save.isVersion === true) || !foundThere(save)),
  );
  return isSavedNow ? null : { memory, savedAt: standing.savedAt };
}

function standingIn(preview: PreviewState, memoryId: string): PageStanding | null {
  if (preview.status !== 'ready' || !preview.preview.page.ok) return null;
  return preview.preview.page.standings.find((one) => one.memoryId === memoryId) ?? null;
}

/** A save that found the page already there was itself not the one that put it there. */
function itemOf(save: OutboxView, all: readonly OutboxView[]): SaveItem {
  const { id, container } = save;
  const saves = [save, ...all].filter((other) => other.container.id === container.id);
  const original = saves.find((other) => isKept(other) && !foundThere(other));
  const savedAt = foundThere(save) ? original?.createdAt : save.createdAt;
  return { id, memory: container.name, savedAt: savedAt ?? null };
}

function foundThere({ state }: OutboxView): boolean {
  return 'existed' in state && state.existed;
}
