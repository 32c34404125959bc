/** Searches the memory as words are typed into the address bar. Of the words nothing is kept beyond the typing. */
import type { ConnectionKind } from '../connections/model.ts';
import type { AppError } from '../contract/errors.ts';
import type { SearchResult, SearchResults } from '../search/model.ts';
import type { Result } from '../contract/result.ts';
import { contentOf, type Entered, enteredOf, mostSuggestions, searchedWords } from './line.ts';

/** Where the lines of one stroke of a key are shown. */
export type BarView = {
  /** Settles when it is said. */
  state: (state: BarState) => Promise<void>;
  offer: (q: string, hits: readonly OfferedHit[]) => void;
};

export type AddressBarPorts = {
  /** The kind of the connection in use; null where none was chosen. */
  connectionKind: () => Promise<ConnectionKind | null>;
  search: (query: { searchId: string; q: string }) => Promise<Result<SearchResults, AppError>>;
  cancel: (searchId: string) => void;
  /** Opens a hit's page at its passage. */
  open: (hit: SearchResult) => Promise<Result<unknown, AppError>>;
  openAddress: (url: string) => Promise<void>;
  /** Opens the search for these words; has to be called before anything is awaited. */
  openSearch: (q: string) => Promise<void>;
  openWelcome: () => Promise<void>;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
};

/** Who types pauses for less; so long, in milliseconds, a word counts as unfinished. */
export const pauseMs = 180;
/** After this many milliseconds it is said that the search takes long. */
export const slowMs = 1_500;

type Turn = { searchId: string; end: AbortController };

export function createAddressBar(ports: AddressBarPorts) {
  let turn: Turn | null = null;
  let shown = new Map<string, SearchResult>();
  let isHomeless = false;

  /** Ends what an earlier stroke of a key began. */
  function stop(): void {
    const last = turn;
    // Let go of first: what waits may go on while it is told to end.
    turn = null;
    last?.end.abort();
    if (last !== null) ports.cancel(last.searchId);
  }

  /** The address bar is left, or entered anew: nothing of what was typed is known any more. */
  function clear(): void {
    stop();
    shown = new Map();
  }

  /** To be called with what stands in the address bar, at every stroke; settles when its search is over. */
  async function typed(text: string, view: BarView): Promise<void> {
    stop();
    const q = searchedWords(text);
    if (q === '') return view.state({ kind: 'idle' });
    const mine: Turn = { searchId: ports.newId(), end: new AbortController() };
    turn = mine;
    try {
      await run(q, mine, view);
    } catch (cause) {
      ports.report(cause);
      if (turn === mine) await view.state({ kind: 'failed', q, error: broken });
    } finally {
      mine.end.abort();
      if (turn === mine) turn = null;
    }
  }

  async function run(q: string, mine: Turn, view: BarView): Promise<void> {
    const isOver = () => mine.end.signal.aborted;
    // Said before it is looked up where the memory is: the first line must not stand for other words.
    void view.state({ kind: 'ready', q, readsOnly: false });
    const kind = await ports.connectionKind();
    if (isOver()) return;
    isHomeless = kind === null;
    if (kind === null) return view.state({ kind: 'homeless' });
    const readsOnly = kind === 'read-only';
    if (readsOnly) void view.state({ kind: 'ready', q, readsOnly });
    if (!(await rests(pauseMs, mine))) return;
    void rests(slowMs, mine).then((isSlow) => {
      if (isSlow) return view.state({ kind: 'slow', q });
      return undefined;
    });
    const answer = await ports.search({ searchId: mine.searchId, q });
    if (isOver()) return;
    if (!answer.ok) return view.state({ kind: 'failed', q, error: answer.error });
    // Before the first line: from now on Enter on a suggestion is known for what it is.
    const offered = offersOf(answer.value.hits);
    shown = new Map(offered.map(({ content, hit }) => [content, hit]));
    mine.end.abort();
    // One after the other: Chromium would show its suggestions below the first line as it was before.
    await view.state(stateOf(q, answer.value, readsOnly));
    if (offered.length > 0 && turn === mine) view.offer(q, offered);
  }

  /** Says whether nothing was typed meanwhile. */
  async function rests(ms: number, { end }: Turn): Promise<boolean> {
    await ports.sleep(ms, end.signal);
    return !end.signal.aborted;
  }

  /** To be called in the person's key itself: the side panel opens in no other way. */
  function entered(text: string): Promise<void> {
    const asked = enteredOf(text, shown);
    clear();
    return isHomeless ? ports.openWelcome() : follow(asked);
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

/** The best passage of a page stands for all of them: they would look the same. */
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

function stateOf(q: string, outcome: SearchResults, readsOnly: boolean): BarState {
  const isEmpty = outcome.hits.length === 0;
  const memories = outcome.unanswered.map(({ memory }) => memory);
  if (memories.length > 0) return { kind: 'unanswered', q, memories, isEmpty };
  if (isEmpty) return { kind: 'nothing', q, stillLearning: outcome.stillLearning };
  return { kind: 'ready', q, readsOnly };
}

const broken: AppError = {
  code: 'internal',
  message: 'Something went wrong inside Keepsake.',
  retryable: false,
};

/** How the search stands, which the first line says together with what Enter does. */
export type BarState =
  | { kind: 'idle' }
  | { kind: 'ready'; q: string; readsOnly: boolean }
  | { kind: 'slow'; q: string }
  | { kind: 'nothing'; q: string; stillLearning: number }
  /** What is shown is not all: these Memories could not answer. */
  | { kind: 'unanswered'; q: string; memories: readonly string[]; isEmpty: boolean }
  | { kind: 'failed'; q: string; error: AppError }
  | { kind: 'homeless' };

/** A hit with what stands for it in the address bar. */
export type OfferedHit = { content: string; hit: SearchResult };
