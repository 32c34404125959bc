/** What the popup shows, decided from what is known of the page, the home and the saves. Pure. */
import { originPattern } from '../../lib/core/connections/origins.ts';
import type { AppError, CaptureError } from '../../lib/contracts/errors.ts';
import type { HomeStatus, PageDescription } from '../../lib/contracts/messages.ts';
import type { KeptStatus, OutboxView } from '../../lib/contracts/outbox.ts';
import type { PageStanding, Preview } from '../../lib/contracts/preview.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { PageState } from '../hooks/page-state.ts';
import type { Tries } from '../hooks/tries.ts';
import type { Noting } from '../hooks/use-noting.ts';
import type { PreviewState } from '../hooks/use-preview.ts';
import type { Saving } from '../hooks/use-saving.ts';
import { addressWay, type AddressWay } from '../saves/address-way.ts';
import { isToBeTried, type Kept, keptOf } from '../saves/save-standing.ts';
import type { SaveMoment } from '../saves/save-view.ts';

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
  | { kind: 'first-memory'; tab: Tab; home: HomeStatus }
  | { kind: 'form'; tab: Tab; form: FormView }
  | {
      kind: 'save';
      tab: Tab;
      item: SaveItem;
      /** What `saveView` says of it, which is loaded once there is a save to speak of. */
      save: { of: OutboxView; moment: SaveMoment };
      kept: Kept;
      others: readonly SaveItem[];
      /** The page says something else now than what this Memory holds of it. */
      changed: Changed | null;
      /** The Memory that can be given the page once more, as a version, however little it has changed; null for none. */
      again: MemoryChoice | null;
      /** How often it was tried again here and has come to nothing. */
      tried: number;
    };

type Tab = PageDescription['tab'];
/** The home and the Memory in it that an address would go to. */
export type AddressOrder = { home: HomeStatus; memory: MemoryChoice };
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
  home: HomeStatus;
  chosen: MemoryChoice;
  /** What the chosen Memory holds of the page; null where nothing is known of that. */
  standing: PageStanding | null;
  /** The chosen Memory holds the page already. */
  repeats: boolean;
  /** There is a save to go back to. */
  returns: boolean;
  /** Whether the home has the page by that save. */
  kept: Kept;
  error: AppError | null;
  /** What can be saved of a page that was found to have no text to read; null while it may be read. */
  instead: AddressWay | null;
};

/** Gives what to show. */
export function popupView(model: PopupModel): PopupView {
  const { page, saving } = model;
  if (page.status === 'failed') return { kind: 'failed', error: page.error };
  if (page.status === 'loading') return { kind: 'loading' };
  const { home, tab, obstacle } = page.page;
  if (home.kind === null) return { kind: 'homeless' };

  const saves = page.page.saves.filter(({ kind }) => kind !== 'note');
  if (saving.status === 'asking' && !saves.some(({ id }) => id === saving.id)) {
    return beingAsked(tab, saving.memory, model.now);
  }
  const newest = saves[0];
  const failure = saving.status === 'failed' ? saving : null;
  // That there is nothing new to save is said of what is saved.
  const isNewUnsaved = failure?.of === 'new' && failure.error.code !== 'save.unchanged';
  if (newest !== undefined && !model.wantsForm && !isNewUnsaved) {
    return savedView(page.page, [newest, ...saves.slice(1)], model);
  }
  if (obstacle !== null) {
    return { kind: 'obstacle', tab, obstacle, address: addressOrder(page.page, model.picked) };
  }
  if (home.kind === 'read-only') return { kind: 'read-only', tab };
  const chosen = chosenMemory(home, { saves, picked: model.picked });
  if (chosen === null)
    return { kind: home.kind === 'device' ? 'first-memory' : 'no-memory', tab, home };
  const standing = standingIn(model.preview, chosen.id);
  return {
    kind: 'form',
    tab,
    form: {
      home,
      chosen,
      standing,
      repeats:
        standing !== null || saves.some((save) => save.container.id === chosen.id && isKept(save)),
      returns: newest !== undefined,
      kept: newest === undefined ? 'no' : keptOf(newest),
      error: failure?.error ?? null,
      instead: insteadOf(page.page, model.preview),
    },
  };
}

/** A page that is closed to extensions may still be one that a memory can fetch. */
function addressOrder({ home, tab }: PageDescription, picked: string | null): AddressOrder | null {
  const memory = canSave(home) ? chosenMemory(home, { saves: [], picked }) : null;
  const { offered } = addressWay(tab.url, { isReadHere: home.kind === 'device' });
  return memory === null || !offered ? null : { home, memory };
}

function insteadOf({ home, tab }: PageDescription, preview: PreviewState): AddressWay | null {
  if (preview.status !== 'ready' || preview.preview.page.ok) return null;
  return addressWay(tab.url, { isReadHere: home.kind === 'device' });
}

/** Gives the page that can be read before it is saved; null where none can, or it could not be saved. */
export function readableTab(page: PageState): Tab | null {
  if (page.status !== 'ready') return null;
  const { home, tab, obstacle } = page.page;
  return canSave(home) && obstacle === null ? tab : null;
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

export type NoteView = {
  previewId: string;
  selection: NonNullable<Preview['selection']>;
  home: HomeStatus;
  chosen: MemoryChoice;
};

/** Gives what is selected on the page, to be offered first; null where nothing is, or it has just been kept. */
export function noteView({ page, preview, picked }: PopupModel, noting: Noting): NoteView | null {
  if (page.status !== 'ready' || preview.status !== 'ready') return null;
  const { id: previewId, selection } = preview.preview;
  if (selection === null || (noting.status === 'kept' && noting.previewId === previewId))
    return null;
  const { home } = page.page;
  const chosen = chosenMemory(home, { saves: [], picked });
  return chosen === null || !canSave(home) ? null : { previewId, selection, home, chosen };
}

/** Gives where a note that the person writes would go, whatever page is in front; null where nothing can be kept. */
export function writingPlace({ page, picked }: Pick<PopupModel, 'page' | 'picked'>): {
  home: HomeStatus;
  chosen: MemoryChoice;
} | null {
  if (page.status !== 'ready') return null;
  const { home } = page.page;
  const chosen = chosenMemory(home, { saves: [], picked });
  return chosen === null || !canSave(home) ? null : { home, chosen };
}

function canSave({ kind, memories }: HomeStatus): boolean {
  return kind !== null && kind !== 'read-only' && memories.length > 0;
}

/** Gives what the form asks for: a page that has changed is saved beside what its Memory holds. */
export function orderOf({ chosen, standing }: FormView): {
  memory: MemoryChoice;
  asVersion: boolean;
} {
  return { memory: chosen, asVersion: standing?.words === 'changed' };
}

/** Gives the home whose refusal this save waits behind; null where nothing of that kind holds it back. */
export function heldBackBy(page: PageState, id: string): string | null {
  if (page.status !== 'ready') return null;
  const item = page.page.saves.find((save) => save.id === id);
  return item?.state.status === 'paused' ? item.connectionId : null;
}

function savedView(
  page: PageDescription,
  [newest, ...older]: readonly [OutboxView, ...OutboxView[]],
  { fresh, tries, now, saving, preview }: PopupModel,
): PopupView {
  const { tab, home } = page;
  const elsewhere = new Map<string, OutboxView>();
  for (const save of older) {
    const { id } = save.container;
    if (id !== newest.container.id && isKept(save) && !elsewhere.has(id)) elsewhere.set(id, save);
  }
  return {
    kind: 'save',
    tab,
    item: itemOf(newest, older),
    save: {
      of: newest,
      moment: {
        now,
        fresh: fresh.has(newest.id),
        failure: saving.status === 'failed' ? saving.error : null,
        home,
      },
    },
    kept: keptOf(newest),
    others: [...elsewhere.values()].map((save) => itemOf(save, older)),
    changed: changedSince([newest, ...older], { preview, fresh }),
    again: isAtHome.has(newest.state.status) ? versionPlace(page, newest, preview) : null,
    tried: isToBeTried(newest) ? (tries.get(newest.id) ?? 0) : 0,
  };
}

/** What its home has of it, whatever became of the learning, is not sent there again under the same name. */
const isAtHome: ReadonlySet<KeptStatus> = new Set([
  'accepted',
  'learned',
  'failed',
  'canceled',
  'unlearned',
]);

/** Nowhere, where the page cannot be read, or its Memory is out of reach of the home in use. */
function versionPlace(
  { home, obstacle }: PageDescription,
  { container }: OutboxView,
  preview: PreviewState,
): MemoryChoice | null {
  const isUnreadable = preview.status === 'ready' && !preview.preview.page.ok;
  if (!canSave(home) || obstacle !== null || isUnreadable) return null;
  return home.memories.find(({ id }) => id === container.id) ?? null;
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
      (save.isVersion === true || !foundThere(save)),
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
    save: { of: placeholder, moment: { now, fresh: true, failure: null, home: null } },
    kept: keptOf(placeholder),
    others: [],
    changed: null,
    again: null,
    tried: 0,
  };
}

/** The remembered choice; for a page that is saved already, rather a Memory that does not hold it. */
function chosenMemory(
  { memories, chosenMemoryId }: HomeStatus,
  { saves, picked }: { saves: readonly OutboxView[]; picked: string | null },
): MemoryChoice | null {
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  const chosen = byId(chosenMemoryId) ?? memories[0] ?? null;
  const holders = new Set(saves.filter(isKept).map(({ container }) => container.id));
  if (chosen === null || !holders.has(chosen.id)) return byId(picked) ?? chosen;
  return byId(picked) ?? memories.find(({ id }) => !holders.has(id)) ?? chosen;
}

function isKept({ state }: OutboxView): boolean {
  return state.status !== 'refused';
}
