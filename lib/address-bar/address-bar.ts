/** Searches while typing in the address bar. Stores nothing that was typed. */
import type { ConnectionKind } from '../connections/model.ts';
import { type AppError, appError } from '../contract/errors.ts';
import type { SearchResult, SearchResults } from '../search/model.ts';
import type { AsyncResult } from '../contract/result.ts';
import { contentOf, enteredOf, mostSuggestions, searchedWords } from './line.ts';

export type BarView = {
  state: (state: BarState) => Promise<void>;
  offer: (q: string, hits: readonly OfferedHit[]) => void;
};

export type AddressBarPorts = {
  /** Returns null if there is no connection. */
  connectionKind: () => Promise<ConnectionKind | null>;
  search: (query: { searchId: string; q: string }) => AsyncResult<SearchResults>;
  cancel: (searchId: string) => void;
  open: (hit: SearchResult) => AsyncResult<unknown>;
  openAddress: (url: string) => Promise<void>;
  /** Must be called synchronously, or the side panel doesn't open. */
  openSearch: (q: string) => Promise<void>;
  openWelcome: () => Promise<void>;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
};

export const pauseMs = 180;
/** A search that takes longer is shown as slow. */
export const slowMs = 1_500;
type Search = { searchId: string; end: AbortController };

export function createAddressBar(ports: AddressBarPorts) {
  let search: Search | null = null;
  let shown = new Map<string, SearchResult>();
  let isNotSetUp = false;

  function stop(): void {
    const last = search;
    search = null;
    last?.end.abort();
    if (last !== null) ports.cancel(last.searchId);
  }

  function clear(): void {
    stop();
    shown = new Map();
  }

  /** Resolves when the search has finished. */
  async function typed(text: string, view: BarView): Promise<void> {
    stop();
    const q = searchedWords(text);
    if (q === '') return view.state({ kind: 'idle' });
    const mine: Search = { searchId: ports.newId(), end: new AbortController() };
    search = mine;
    try {
      await run(q, mine, view);
    } catch (cause) {
      ports.report(cause);
      if (search === mine) await view.state({ kind: 'failed', q, error: broken });
    } finally {
      mine.end.abort();
      if (search === mine) search = null;
    }
  }

  async function run(q: string, mine: Search, view: BarView): Promise<void> {
    const isOver = () => mine.end.signal.aborted;
    // Show this before awaiting anything, so that the first line never shows an earlier query.
    void view.state({ kind: 'ready', q });
    const kind = await ports.connectionKind();
    if (isOver()) return;
    isNotSetUp = kind === null;
    if (kind === null) return view.state({ kind: 'not-set-up' });
    if (!(await rests(pauseMs, mine))) return;
    void rests(slowMs, mine).then((isSlow) =>
      isSlow ? view.state({ kind: 'slow', q }) : undefined,
    );
    const answer = await ports.search({ searchId: mine.searchId, q });
    if (isOver()) return;
    if (!answer.ok) return view.state({ kind: 'failed', q, error: answer.error });
    // Set before the suggestions are shown, because Enter looks them up here.
    const offered = offersOf(answer.value.hits);
    shown = new Map(offered.map(({ content, hit }) => [content, hit]));
    mine.end.abort();
    // Await the first line: otherwise Chromium would show the suggestions below the previous one.
    await view.state(stateOf(q, answer.value));
    if (offered.length > 0 && search === mine) view.offer(q, offered);
  }

  /** Waits, then returns whether the search is still running. */
  async function rests(ms: number, { end }: Search): Promise<boolean> {
    await ports.sleep(ms, end.signal);
    return !end.signal.aborted;
  }

  /** Must be called synchronously while handling Enter, or the side panel doesn't open. */
  function entered(text: string): Promise<unknown> {
    const asked = enteredOf(text, shown);
    clear();
    if (isNotSetUp) return ports.openWelcome();
    if (asked.kind === 'hit') return ports.open(asked.hit);
    return asked.kind === 'address' ? ports.openAddress(asked.url) : ports.openSearch(asked.q);
  }
  return { started: clear, typed, entered, canceled: clear };
}

/** Keeps one suggestion per page, because other passages of the page would look the same. */
function offersOf(hits: readonly SearchResult[]): OfferedHit[] {
  const pages = new Set<string>();
  const offered = new Map<string, SearchResult>();
  for (const hit of hits) {
    const content = contentOf(hit);
    const page = `${hit.kind} ${hit.memory} ${hit.url ?? content}`;
    if (content !== '' && !pages.has(page) && !offered.has(content)) offered.set(content, hit);
    pages.add(page);
  }
  return [...offered].slice(0, mostSuggestions).map(([content, hit]) => ({ content, hit }));
}

function stateOf(q: string, outcome: SearchResults): BarState {
  const memories = outcome.unanswered.map(({ memory }) => memory);
  if (memories.length > 0) return { kind: 'unanswered', q, memories };
  if (outcome.hits.length === 0)
    return { kind: 'nothing', q, stillLearning: outcome.stillLearning };
  return { kind: 'ready', q };
}

const broken = appError('internal', 'Something went wrong inside Keepsake.');

export type BarState =
  | { kind: 'idle' }
  | { kind: 'ready'; q: string }
  | { kind: 'slow'; q: string }
  | { kind: 'nothing'; q: string; stillLearning: number }
  /** `memories` lists the Memories that didn't respond. */
  | { kind: 'unanswered'; q: string; memories: readonly string[] }
  | { kind: 'failed'; q: string; error: AppError }
  | { kind: 'not-set-up' };

/** `content` is the text the address bar shows when the suggestion is selected. */
export type OfferedHit = { content: string; hit: SearchResult };
