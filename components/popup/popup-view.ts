/** What the popup shows, decided from what is known of the page, the home and the saves. Pure. */
import type { AppError, CaptureError } from '../../lib/contracts/errors.ts';
import type { HomeStatus, PageDescription } from '../../lib/contracts/messages.ts';
import type { KeptStatus, OutboxView } from '../../lib/contracts/outbox.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { PageState } from '../hooks/page-state.ts';
import type { Saving } from '../hooks/use-saving.ts';
import { saveView, type SaveView } from '../saves/save-view.ts';

export type PopupModel = {
  page: PageState;
  saving: Saving;
  fresh: ReadonlySet<string>;
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
  | { kind: 'obstacle'; tab: Tab; obstacle: CaptureError }
  | { kind: 'read-only' | 'no-memory'; tab: Tab }
  | { kind: 'first-memory'; tab: Tab; home: HomeStatus }
  | { kind: 'form'; tab: Tab; form: FormView }
  | { kind: 'save'; tab: Tab; item: SaveItem; save: SaveView; others: readonly SaveItem[] };

type Tab = PageDescription['tab'];
export type SaveItem = {
  /** Null while nothing is written yet. */
  id: string | null;
  memory: string;
  /** Milliseconds since the epoch; null where it was saved before, and nobody here knows when. */
  savedAt: number | null;
};

export type FormView = {
  home: HomeStatus;
  chosen: MemoryChoice;
  /** The chosen Memory holds the page already. */
  repeats: boolean;
  /** There is a save to go back to. */
  returns: boolean;
  /** Whether the home has the page by that save. */
  kept: SaveView['kept'];
  error: AppError | null;
};

/** Gives what to show. */
export function popupView(model: PopupModel): PopupView {
  const { page, saving } = model;
  if (page.status === 'failed') return { kind: 'failed', error: page.error };
  if (page.status === 'loading') return { kind: 'loading' };
  const { home, tab, obstacle } = page.page;
  if (home.kind === null) return { kind: 'homeless' };

  const saves = page.page.saves.filter(({ kind }) => kind === 'page');
  if (saving.status === 'asking' && !saves.some(({ id }) => id === saving.id)) {
    return beingAsked(tab, saving.memory, model.now);
  }
  const newest = saves[0];
  const failure = saving.status === 'failed' ? saving : null;
  if (newest !== undefined && !model.wantsForm && failure?.of !== 'new') {
    return savedView(tab, [newest, ...saves.slice(1)], model);
  }
  if (obstacle !== null) return { kind: 'obstacle', tab, obstacle };
  if (home.kind === 'read-only') return { kind: 'read-only', tab };
  const chosen = chosenMemory(home, { saves, picked: model.picked });
  if (chosen === null)
    return { kind: home.kind === 'device' ? 'first-memory' : 'no-memory', tab, home };
  return {
    kind: 'form',
    tab,
    form: {
      home,
      chosen,
      repeats: saves.some((save) => save.container.id === chosen.id && isKept(save)),
      returns: newest !== undefined,
      kept:
        newest === undefined
          ? 'no'
          : saveView(newest, { now: model.now, fresh: false, failure: null }).kept,
      error: failure?.error ?? null,
    },
  };
}

/** Gives what a screen reader is told of a save. */
export function popupAnnouncement(view: PopupView): string {
  if (view.kind !== 'save') return '';
  const { headline, detail, tone } = view.save;
  return detail === null || tone === 'busy' ? headline : `${headline}. ${detail}`;
}

/** Gives the home whose refusal this save waits behind; null where nothing of that kind holds it back. */
export function heldBackBy(page: PageState, id: string): string | null {
  if (page.status !== 'ready') return null;
  const item = page.page.saves.find((save) => save.id === id);
  return item?.state.status === 'paused' ? item.connectionId : null;
}

export type Highlights = {
  kept: number;
  /** How many of those have not reached the home yet. */
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

const unsent: ReadonlySet<KeptStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);

function savedView(
  tab: Tab,
  [newest, ...older]: readonly [OutboxView, ...OutboxView[]],
  { fresh, now, saving }: PopupModel,
): PopupView {
  const elsewhere = new Map<string, OutboxView>();
  for (const save of older) {
    const { id } = save.container;
    if (id !== newest.container.id && isKept(save) && !elsewhere.has(id)) elsewhere.set(id, save);
  }
  return {
    kind: 'save',
    tab,
    item: itemOf(newest, older),
    save: saveView(newest, {
      now,
      fresh: fresh.has(newest.id),
      failure: saving.status === 'failed' ? saving.error : null,
    }),
    others: [...elsewhere.values()].map((save) => itemOf(save, older)),
  };
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
    save: saveView(placeholder, { now, fresh: true, failure: null }),
    others: [],
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
