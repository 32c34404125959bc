/** What the popup shows, decided from what is known of the page, the connection and the saves. Pure. */
import type { PageDescription, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { PageState } from './use-page.ts';
import type { PreviewState } from './use-preview.ts';
import { addressWay, type AddressWay, keptOf, isToBeTried, type Kept } from '../outbox/save-state.ts';
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import type { PageStanding, Preview } from '../../lib/save/model.ts';
import type { AppError, CaptureError } from '../../lib/contract/errors.ts';
import type { Tries } from '../app/tries.ts';
import type { Saving } from './use-save-actions.ts';
import type { SaveMoment } from '../outbox/save-view.ts';
import type { Noting } from '../notes/use-note-form.ts';
import { originPattern } from '../../lib/url/origins.ts';

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

export type PopupModel = {
  page: PageState;
  saving: Saving;
  preview: PreviewState;
  fresh: ReadonlySet<string>;
  tries: Tries;
  /** The person asked for the form although the page is saved already. */
  wantsForm: boolean;
  /** The Memory picked since the popup opened. */
  picked: string | null;
  now: number;
};

export type PopupView =
  | { kind: 'loading' }
  | { kind: 'failed'; error: AppError }
  | { kind: 'homeless' }
  | { kind: 'obstacle'; tab: Tab; obstacle: CaptureError; address: AddressOrder | null }
  | { kind: 'read-only' | 'no-memory'; tab: Tab }
  | { kind: 'first-memory'; tab: Tab; connection: ConnectionStatus }
  | { kind: 'form'; tab: Tab; form: FormView }
  | {
      kind: 'save';
      tab: Tab;
      item: SaveItem;
      /** What `saveView` says of it, which is loaded once there is a save to speak of. */
      save: { of: OutboxView; moment: SaveMoment };
      kept: Kept;
      /** The last try to save it into this Memory once more, where that came to nothing. */
      later: LaterSave | null;
      others: readonly SaveItem[];
      /** The page says something else now than what this Memory holds of it. */
      changed: Changed | null;
      /** The Memory that can be given the page once more, as a version, however little it has changed; null for none. */
      again: MemoryChoice | null;
      /** The connection in use can take the page, too. */
      elsewhere: boolean;
      /** How often it was tried again here and has come to nothing. */
      tried: number;
    };

/** With how often it was tried again here. */
export type LaterSave = { of: OutboxView; moment: SaveMoment; tried: number };

type Tab = PageDescription['tab'];

/** The connection and the Memory in it that an address would go to. */
export type AddressOrder = { connection: ConnectionStatus; memory: MemoryChoice };

export type SaveItem = {
  /** Null while nothing is written yet. */
  id: string | null;
  memory: string;
  /** Milliseconds since the epoch; null where it was saved before, and nobody here knows when. */
  savedAt: number | null;
};

/** `savedAt` in milliseconds since the epoch. */
export type Changed = { memory: MemoryChoice; savedAt: number };

export type FormView = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  /** What the chosen Memory holds of the page; null where nothing is known of that. */
  standing: PageStanding | null;
  /** The chosen Memory holds the page already. */
  repeats: boolean;
  /** There is a save to go back to. */
  returns: boolean;
  /** Whether the connection has the page by that save. */
  kept: Kept;
  error: AppError | null;
  /** What can be saved of a page that was found to have no text to read; null while it may be read. */
  instead: AddressWay | null;
};

/** Says whether anything can be saved to the connection. */
function canSave({ kind, memories }: ConnectionStatus): boolean {
  return kind !== null && kind !== 'read-only' && memories.length > 0;
}

/** Gives the remembered choice; for a page that is saved already, rather a Memory that does not hold it. */
function chosenMemory(
  { memories, chosenMemoryId }: ConnectionStatus,
  { saves, picked }: { saves: readonly OutboxView[]; picked: string | null },
): MemoryChoice | null {
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  const chosen = byId(chosenMemoryId) ?? memories[0] ?? null;
  const holders = new Set(saves.filter(isKept).map(({ container }) => container.id));
  if (chosen === null || !holders.has(chosen.id)) return byId(picked) ?? chosen;
  return byId(picked) ?? memories.find(({ id }) => !holders.has(id)) ?? chosen;
}

/** Says whether a save counts for its Memory. */
function isKept({ state }: OutboxView): boolean {
  return state.status !== 'refused';
}

export type NoteView = {
  previewId: string;
  selection: NonNullable<Preview['selection']>;
  connection: ConnectionStatus;
  chosen: MemoryChoice;
};

type SelectionView = {
  /** To be offered before the page. */
  note: NoteView | null;
  /** The same words were kept before: that is said, and nothing is offered. */
  kept: NoteView | null;
};

/** Gives what is selected; `wanted` names the preview whose words the person wants to keep although they were kept. */
export function selectionView(
  model: PopupModel,
  noting: Noting,
  wanted: string | null,
): SelectionView {
  const selected = noteView(model, noting);
  const isKept = selected?.selection.isKept === true && selected.previewId !== wanted;
  return isKept ? { note: null, kept: selected } : { note: selected, kept: null };
}

/** Gives what is selected on the page; null where nothing is, or it has just been kept. */
function noteView({ page, preview, picked }: PopupModel, noting: Noting): NoteView | null {
  if (page.status !== 'ready' || preview.status !== 'ready') return null;
  const { id: previewId, selection } = preview.preview;
  if (selection === null || (noting.status === 'kept' && noting.previewId === previewId))
    return null;
  const { connection } = page.page;
  const chosen = chosenMemory(connection, { saves: [], picked });
  return chosen === null || !canSave(connection)
    ? null
    : { previewId, selection, connection, chosen };
}

/** Gives where a note that the person writes would go, whatever page is in front; null where nothing can be kept. */
export function writingPlace({ page, picked }: Pick<PopupModel, 'page' | 'picked'>): {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
} | null {
  if (page.status !== 'ready') return null;
  const { connection } = page.page;
  const chosen = chosenMemory(connection, { saves: [], picked });
  return chosen === null || !canSave(connection) ? null : { connection, chosen };
}

/** Gives the page that can be read before it is saved; null where none can, or it could not be saved. */
export function readableTab(page: PageState): Tab | null {
  if (page.status !== 'ready') return null;
  const { connection, tab, obstacle } = page.page;
  return canSave(connection) && obstacle === null ? tab : null;
}

export type ShownPage = {
  /** Null while nothing was read: saving then reads the page in the background. */
  previewId: string | null;
  title: string;
  url: string;
};

/** Gives the page that is saved when the person says so: as it was read, or as the tab says while nothing was. */
export function shownPage(preview: PreviewState, tab: Tab | null): ShownPage {
  if (preview.status === 'ready' && preview.preview.page.ok) {
    const { id: previewId, page } = preview.preview;
    return { previewId, title: page.title, url: page.url };
  }
  return { previewId: null, title: tab?.title ?? '', url: tab?.url ?? '' };
}

/** Gives the origin of an address of the web; null for any other. */
function webOrigin(url: string): string | null {
  const address = URL.parse(url);
  return address !== null && /^https?:$/.test(address.protocol) ? address.origin : null;
}

/** Gives what the browser may be asked to allow, so that the page at an address can be read; null where nothing can. */
export function patternToAllow(url: string): string | null {
  return webOrigin(url) === null && !url.startsWith('file:') ? null : originPattern(url);
}

export type Highlights = {
  kept: number;
  /** How many of those have not reached the connection yet. */
  waiting: number;
  troubled: readonly OutboxView[];
};

/** How many highlights of the page are kept, and those that are not. */
export function highlightsOf(page: PageState): Highlights {
  if (page.status !== 'ready') return { kept: 0, waiting: 0, troubled: [] };
  const notes = page.page.saves.filter(({ kind }) => kind === 'note');
  const troubled = notes.filter(({ state }) => ['refused', 'paused'].includes(state.status));
  const waiting = notes.filter(({ state }) => unsent.has(state.status)).length;
  return { kept: notes.length - troubled.length, waiting, troubled };
}

const unsent: ReadonlySet<LiveStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);
