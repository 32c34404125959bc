import type { PageDescription, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { PageState } from './use-page.ts';
import type { PreviewState } from './use-preview.ts';
import {
  addressOffer,
  type AddressOffer,
  existedBefore,
  needsRetry,
  storedOf,
} from '../outbox/save-state.ts';
import { isUnsent, type Stored } from '../outbox/save-status.ts';
import { isFinished, type OutboxView } from '../../lib/outbox/model.ts';
import type { PageComparison, Preview } from '../../lib/save/model.ts';
import type { PagePart } from '../../lib/capture/schema.ts';
import type { AppError, CaptureError } from '../../lib/contract/errors.ts';
import type { Tries } from '../app/tries.ts';
import type { SaveMoment } from '../outbox/save-view.ts';
import type { NoteSaving } from '../notes/use-note-form.ts';
import { originPattern } from '../../lib/url/origins.ts';
import type { PartHook, SavePart } from './use-part.ts';

export function popupView(model: PopupModel): PopupView {
  const { page, saving } = model;
  if (page.status === 'failed') return { kind: 'failed', error: page.error };
  if (page.status === 'loading') return { kind: 'loading' };
  const { connection, tab, obstacle } = page.page;
  if (connection.kind === null) return { kind: 'not-set-up' };

  // Saves in other connections don't count.
  const saves = page.page.saves.filter(
    ({ kind, connectionId }) => kind !== 'note' && connectionId === connection.connectionId,
  );
  if (saving.status === 'asking' && !saves.some(({ id }) => id === saving.id)) {
    return requestedView(page.page, saving.memory, model);
  }
  const { first, later, older } = inOrder(saves);
  const failure = saving.status === 'failed' ? saving : null;
  // “No changes since the last save” is shown with that save.
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
  const comparison = comparisonWith(model.preview, chosen.id);
  return {
    kind: 'form',
    tab,
    form: {
      connection,
      chosen,
      comparison,
      isRepeat:
        comparison !== null ||
        saves.some((save) => save.container.id === chosen.id && countsAsSaved(save)),
      canGoBack: first !== null,
      stored: first === null ? 'no' : storedOf(first),
      error: failure?.error ?? null,
      instead: insteadOf(page.page, model.preview),
    },
  };
}

/** Returns how to save only the address, since some services can fetch pages that extensions can't read. */
function addressOrder(
  { connection, tab }: PageDescription,
  picked: string | null,
): AddressOrder | null {
  const memory = canSave(connection) ? chosenMemory(connection, { saves: [], picked }) : null;
  const { offered } = addressOffer(tab.url, { isReadHere: connection.kind === 'device' });
  return memory === null || !offered ? null : { connection, memory };
}

function insteadOf(
  { connection, tab }: PageDescription,
  preview: PreviewState,
): AddressOffer | null {
  if (preview.status !== 'ready' || preview.preview.page.ok) return null;
  return addressOffer(tab.url, { isReadHere: connection.kind === 'device' });
}

/** Saves as a new version if the Memory has another text of the page. */
export function orderOf({ chosen, comparison }: FormView) {
  return { memory: chosen, asVersion: isNewVersion(comparison) };
}

export function isNewVersion(comparison: PageComparison | null): boolean {
  return comparison?.words === 'changed' || comparison?.words === 'other-part';
}

/** Returns the connection that holds this save back until the person retries; null if it isn't paused. */
export function pausingConnection(page: PageState, id: string): string | null {
  if (page.status !== 'ready') return null;
  const item = page.page.saves.find((save) => save.id === id);
  return item?.state.status === 'paused' ? item.connectionId : null;
}

type SavesInOrder<First = OutboxView> = {
  first: First;
  /** A later attempt that failed; the Memory still has the page. */
  later: OutboxView | null;
  older: readonly OutboxView[];
};

/** Puts the newest save first, unless it failed and an earlier one in the same Memory succeeded. */
function inOrder(saves: readonly OutboxView[]): SavesInOrder<OutboxView | null> {
  const [newest = null, ...older] = saves;
  if (newest?.state.status !== 'refused') return { first: newest, later: null, older };
  const { container } = newest;
  const stored = older.find(
    (save) => save.container.id === container.id && storedOf(save) === 'yes',
  );
  if (stored === undefined) return { first: newest, later: null, older };
  return { first: stored, later: newest, older: older.filter((save) => save !== stored) };
}

function savedView(
  page: PageDescription,
  { first, later, older }: SavesInOrder,
  { fresh, tries, now, saving, preview }: PopupModel,
) {
  const { tab, connection } = page;
  const elsewhere = new Map<string, OutboxView>();
  for (const save of older) {
    const { id } = save.container;
    if (id !== first.container.id && countsAsSaved(save) && !elsewhere.has(id))
      elsewhere.set(id, save);
  }
  const failure = saving.status === 'failed' ? saving : null;
  // If a later attempt failed, commands and their errors apply to it.
  const isOfLater = later !== null && failure?.of === 'item';
  const momentOf = ({ id }: OutboxView, isMeant: boolean): SaveMoment => ({
    now,
    fresh: fresh.has(id),
    failure: isMeant ? (failure?.error ?? null) : null,
    connection,
  });
  const triedOf = (save: OutboxView) => (needsRetry(save) ? (tries.get(save.id) ?? 0) : 0);
  return {
    kind: 'save' as const,
    tab,
    item: itemOf(first, older),
    /** Arguments of `saveView`, which is loaded on demand. */
    save: { of: first, moment: momentOf(first, !isOfLater) },
    stored: storedOf(first),
    later:
      later === null
        ? null
        : { of: later, moment: momentOf(later, isOfLater), tried: triedOf(later) },
    others: [...elsewhere.values()].map((save) => itemOf(save, older)),
    /** Set if the page has changed since it was saved to this Memory. */
    changed: changedSince([first, ...older], { preview, fresh }),
    elsewhere: connection.kind === 'device' || canSave(connection),
    again: isFinished(first.state) ? versionTarget(page, first, preview) : null,
    tried: triedOf(first),
  };
}

/** Returns the view of a save that the background hasn't stored yet. */
function requestedView(page: PageDescription, memory: MemoryChoice, model: PopupModel): SavedView {
  const { tab } = page;
  const { now } = model;
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
  const saves = { first: placeholder, later: null, older: [] };
  const view = savedView(page, saves, { ...model, fresh: new Set([placeholder.id]) });
  return { ...view, item: { ...view.item, id: null }, elsewhere: false };
}

/** Returns the Memory for another version; null if the page can't be read or the Memory is in another connection. */
function versionTarget(
  { connection, obstacle }: PageDescription,
  { container }: OutboxView,
  preview: PreviewState,
): MemoryChoice | null {
  const isUnreadable = preview.status === 'ready' && !preview.preview.page.ok;
  if (!canSave(connection) || obstacle !== null || isUnreadable) return null;
  return connection.memories.find(({ id }) => id === container.id) ?? null;
}

/** Returns null if the page hasn't changed, or if this popup just saved the current version. */
function changedSince(
  saves: readonly [OutboxView, ...OutboxView[]],
  { preview, fresh }: Pick<PopupModel, 'preview' | 'fresh'>,
): Changed | null {
  const { container: memory } = saves[0];
  const comparison = comparisonWith(preview, memory.id);
  if (comparison?.words !== 'changed') return null;
  const isSavedNow = saves.some(
    (save) =>
      fresh.has(save.id) &&
      save.container.id === memory.id &&
      countsAsSaved(save) &&
      ((save.kind === 'page' && save.isVersion === true) || !existedBefore(save)),
  );
  return isSavedNow ? null : { memory, savedAt: comparison.savedAt };
}

function comparisonWith(preview: PreviewState, memoryId: string): PageComparison | null {
  if (preview.status !== 'ready' || !preview.preview.page.ok) return null;
  return preview.preview.page.comparisons.find((one) => one.memoryId === memoryId) ?? null;
}

/** Describes a save. `savedAt` is when the page was first stored, even if a later save found it already there. */
function itemOf(save: OutboxView, all: readonly OutboxView[]): SaveItem {
  const { id, container } = save;
  const saves = [save, ...all].filter((other) => other.container.id === container.id);
  const original = saves.find((other) => countsAsSaved(other) && !existedBefore(other));
  const savedAt = existedBefore(save) ? original?.createdAt : save.createdAt;
  return { id, memory: container.name, savedAt: savedAt ?? null };
}

export type Saving =
  | { status: 'idle' }
  | { status: 'asking'; id: string; memory: MemoryChoice }
  | { status: 'failed'; of: 'new' | 'item'; error: AppError };

export type PopupModel = {
  page: PageState;
  saving: Saving;
  preview: PreviewState;
  fresh: ReadonlySet<string>;
  tries: Tries;
  /** Whether the person opened the form for a saved page. */
  wantsForm: boolean;
  picked: string | null;
  now: number;
};

export type PopupView =
  | { kind: 'loading' }
  | { kind: 'failed'; error: AppError }
  | { kind: 'not-set-up' }
  | { kind: 'obstacle'; tab: Tab; obstacle: CaptureError; address: AddressOrder | null }
  | { kind: 'read-only' | 'no-memory'; tab: Tab }
  | { kind: 'first-memory'; tab: Tab; connection: ConnectionStatus }
  | { kind: 'form'; tab: Tab; form: FormView }
  | SavedView;

export type SavedView = ReturnType<typeof savedView>;

type Tab = PageDescription['tab'];

export type AddressOrder = { connection: ConnectionStatus; memory: MemoryChoice };

export type SaveItem = {
  id: string | null;
  memory: string;
  /** Milliseconds since the epoch; null if unknown. */
  savedAt: number | null;
};

/** `savedAt` in milliseconds since the epoch. */
export type Changed = { memory: MemoryChoice; savedAt: number };

export type FormView = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  /** How the page differs from what the chosen Memory has; null if unknown. */
  comparison: PageComparison | null;
  isRepeat: boolean;
  canGoBack: boolean;
  stored: Stored;
  error: AppError | null;
  instead: AddressOffer | null;
};

function canSave({ kind, memories }: ConnectionStatus): boolean {
  return kind !== null && kind !== 'read-only' && memories.length > 0;
}

/** Returns the Memory picked here, or else the one chosen last or, if that has the page, one that doesn't. */
function chosenMemory(
  { memories, chosenMemoryId }: ConnectionStatus,
  { saves, picked }: { saves: readonly OutboxView[]; picked: string | null },
): MemoryChoice | null {
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  const chosen = byId(chosenMemoryId) ?? memories[0] ?? null;
  const holders = new Set(saves.filter(countsAsSaved).map(({ container }) => container.id));
  if (chosen === null || !holders.has(chosen.id)) return byId(picked) ?? chosen;
  return byId(picked) ?? memories.find(({ id }) => !holders.has(id)) ?? chosen;
}

function countsAsSaved({ state }: OutboxView): boolean {
  return state.status !== 'refused';
}

export type NoteView = NonNullable<ReturnType<typeof noteView>>;

/** `wanted` is the id of the preview whose selection the person wants to save again. */
export function selectionView(model: PopupModel, noteSaving: NoteSaving, wanted: string | null) {
  const selected = noteView(model, noteSaving);
  const isSaved = selected?.selection.isKept === true && selected.previewId !== wanted;
  return isSaved ? { note: null, saved: selected } : { note: selected, saved: null };
}

function noteView(model: PopupModel, noteSaving: NoteSaving) {
  const target = writingTarget(model);
  if (target === null || model.preview.status !== 'ready') return null;
  const { id: previewId, selection } = model.preview.preview;
  const isSaved = noteSaving.status === 'done' && noteSaving.value.previewId === previewId;
  return selection === null || isSaved ? null : { previewId, selection, ...target };
}

export function writingTarget({ page, picked }: Pick<PopupModel, 'page' | 'picked'>) {
  if (page.status !== 'ready') return null;
  const { connection } = page.page;
  const chosen = chosenMemory(connection, { saves: [], picked });
  return chosen === null || !canSave(connection) ? null : { connection, chosen };
}

export function readableTab(page: PageState): Tab | null {
  if (page.status !== 'ready') return null;
  const { connection, tab, obstacle } = page.page;
  return canSave(connection) && obstacle === null ? tab : null;
}

export type ShownPage = ReturnType<typeof shownPage>;

/**
 * `previewId` is null until the page is read. If the person saves earlier, the background reads it. While another part is
 * being read, the title stays the one in `before`.
 */
export function shownPage(preview: PreviewState, tab: Tab | null, before: Preview | null) {
  if (preview.status === 'ready' && preview.preview.page.ok) {
    const { id: previewId, page } = preview.preview;
    return { previewId, title: page.title, url: page.url };
  }
  const { title = '', url = '' } =
    preview.status === 'reading' && before?.page.ok === true ? before.page : (tab ?? {});
  return { previewId: null, title, url };
}

type PartsModel = Pick<PartHook, 'part' | 'isChosen'> & {
  preview: PreviewState;
  before: Preview | null;
  hasSelection: boolean;
};

/** Returns what the person can choose to save: null while that's unknown, and none if there is no choice. */
export function partOptions(view: PopupView, model: PartsModel): readonly SavePart[] | null {
  const { hasSelection } = model;
  if (view.kind === 'loading') return null;
  if (view.kind === 'save') {
    // After a save, the choice only matters for a new version.
    const { changed, again, later } = view;
    const isOffered = changed !== null || (model.isChosen && again !== null && later === null);
    return isOffered && !hasSelection ? choicesIn(partsOf(view.tab, model)) : [];
  }
  if (view.kind !== 'form') return [];
  const parts = partsOf(view.tab, model);
  return choicesIn(hasSelection ? [...parts, 'selection'] : parts);
}

type ChosenPartModel = Pick<PartHook, 'part' | 'wantsSelection'> & {
  options: ReturnType<typeof partOptions>;
  offered: NoteView | null;
};

/** Returns what is about to be saved. The selection goes first unless the person chose another part. */
export function chosenPart(
  view: PopupView,
  { part, wantsSelection, options, offered }: ChosenPartModel,
) {
  const note = wantsSelection === false ? null : offered;
  const chosen: SavePart = note === null ? part : 'selection';
  // The selection needs the space, and its page is one click away.
  const isCardReplaced = note !== null && options !== null && options.length > 0;
  const hasPage = view.kind === 'loading' || 'tab' in view;
  return { note, chosen, hasCard: hasPage && !isCardReplaced };
}

function choicesIn(options: readonly SavePart[]): readonly SavePart[] {
  return options.length > 1 ? options : [];
}

/** Returns the parts of a page. PDFs and text files have only one text, as do pages without any article. */
function partsOf({ url }: Tab, { part, preview, before }: PartsModel): PagePart[] {
  const shown = preview.status === 'ready' ? preview.preview : before;
  if (preview.status === 'reading' && shown === null) {
    return /\.(?:pdf|txt|json)$/i.test(URL.parse(url)?.pathname ?? '') ? [] : ['article', 'page'];
  }
  if (shown?.page.ok === true)
    return shown.page.part === undefined ? ['page'] : ['article', 'page'];
  const error = preview.status === 'failed' ? preview.error : errorIn(shown);
  // Another part may be readable, for example the article of a page that is too large.
  return part === 'page' || error?.code === 'page.too-large' ? ['article', 'page'] : [];
}

function errorIn(preview: Preview | null): AppError | null {
  return preview === null || preview.page.ok ? null : preview.page.error;
}

/** Returns the match pattern to request for an address; null if there is none. */
export function patternToAllow(url: string): string | null {
  const { protocol = '' } = URL.parse(url) ?? {};
  return /^(?:https?|file):$/.test(protocol) ? originPattern(url) : null;
}

export type PageHighlights = { saved: number; unsent: number; failed: readonly OutboxView[] };

/** `unsent` highlights are also counted as saved. */
export function highlightsOf(page: PageState): PageHighlights {
  if (page.status !== 'ready') return { saved: 0, unsent: 0, failed: [] };
  const notes = page.page.saves.filter(({ kind }) => kind === 'note');
  const failed = notes.filter((note) => storedOf(note) === 'no');
  const unsent = notes.filter(isUnsent).length;
  return { saved: notes.length - failed.length, unsent, failed };
}
