/** Searches while the person types in the address bar. Nothing that was typed is stored. */
import type { ConnectionKind } from '../connections/model.ts';
import type { AppError } from '../contract/errors.ts';
import type { SearchResult, SearchResults } from '../search/model.ts';
import type { Result } from '../contract/result.ts';
import { contentOf, type Entered, enteredOf, mostSuggestions, searchedWords } from './line.ts';

/** Shows the lines for one key press. */
export type BarView = {
  /** Resolves once it is shown. */
  state: (state: BarState) => Promise<void>;
  offer: (q: string, hits: readonly OfferedHit[]) => void;
};

export type AddressBarPorts = {
  /** The kind of the active connection; null if there is none. */
  connectionKind: () => Promise<ConnectionKind | null>;
  search: (query: { searchId: string; q: string }) => Promise<Result<SearchResults, AppError>>;
  cancel: (searchId: string) => void;
  /** Opens a hit's page at its passage. */
  open: (hit: SearchResult) => Promise<Result<unknown, AppError>>;
  openAddress: (url: string) => Promise<void>;
  /** Opens the side panel with this query; must be called before anything is awaited. */
  openSearch: (q: string) => Promise<void>;
  openWelcome: () => Promise<void>;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
};

/** The pause after the last key before a search starts, in milliseconds. */
export const pauseMs = 180;
/** A search that takes longer is shown as slow, in milliseconds. */
export const slowMs = 1_500;

type Search = { searchId: string; end: AbortController };

export function createAddressBar(ports: AddressBarPorts) {
  let search: Search | null = null;
  let shown = new Map<string, SearchResult>();
  let isNotSetUp = false;

  /** Ends the search of the previous key press. */
  function stop(): void {
    const last = search;
    // First: aborting continues what waits.
    search = null;
    last?.end.abort();
    if (last !== null) ports.cancel(last.searchId);
  }

  function clear(): void {
    stop();
    shown = new Map();
  }

  /** Searches for what is in the address bar after a key press; resolves when the search is over. */
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
    // Before anything is read: the first line must not show an earlier query.
    void view.state({ kind: 'ready', q });
    const kind = await ports.connectionKind();
    if (isOver()) return;
    isNotSetUp = kind === null;
    if (kind === null) return view.state({ kind: 'not-set-up' });
    if (!(await rests(pauseMs, mine))) return;
    void rests(slowMs, mine).then((isSlow) => {
      if (isSlow) return view.state({ kind: 'slow', q });
      return undefined;
    });
    const answer = await ports.search({ searchId: mine.searchId, q });
    if (isOver()) return;
    if (!answer.ok) return view.state({ kind: 'failed', q, error: answer.error });
    // Before the first line is shown, since Enter on a suggestion is possible after that.
    const offered = offersOf(answer.value.hits);
    shown = new Map(offered.map(({ content, hit }) => [content, hit]));
    mine.end.abort();
    // One after the other: Chromium would show the suggestions below the previous first line.
    await view.state(stateOf(q, answer.value));
    if (offered.length > 0 && search === mine) view.offer(q, offered);
  }

  /** Waits, and tells whether nothing was typed since. */
  async function rests(ms: number, { end }: Search): Promise<boolean> {
    await ports.sleep(ms, end.signal);
    return !end.signal.aborted;
  }

  /** Must be called synchronously in the key press, or the side panel doesn't open. */
  function entered(text: string): Promise<void> {
    const asked = enteredOf(text, shown);
    clear();
    return isNotSetUp ? ports.openWelcome() : follow(asked);
  }

  async function follow(asked: Entered): Promise<void> {
    switch (asked.kind) {
      case 'words':
        return ports.openSearch(asked.q);
      case 'address':
        return ports.openAddress(asked.url);
      case 'hit':
        await ports.open(asked.hit);
    }
  }

  return { started: clear, typed, entered, canceled: clear };
}

/** Offers one suggestion for each page; its other passages would look the same. */
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

const broken: AppError = {
  code: 'internal',
  message: 'Something went wrong inside Keepsake.',
  retryable: false,
};

/** The state of the search, shown in the first line. */
export type BarState =
  | { kind: 'idle' }
  | { kind: 'ready'; q: string }
  | { kind: 'slow'; q: string }
  | { kind: 'nothing'; q: string; stillLearning: number }
  /** These Memories didn't respond. */
  | { kind: 'unanswered'; q: string; memories: readonly string[] }
  | { kind: 'failed'; q: string; error: AppError }
  | { kind: 'not-set-up' };

/** A hit with the text that the address bar holds when it is selected. */
export type OfferedHit = { content: string; hit: SearchResult };
