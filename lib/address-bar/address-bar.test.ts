import { describe, expect, it } from 'vitest';
import type { ConnectionKind } from '../connections/model.ts';
import type { AppError } from '../contract/errors.ts';
import type { SearchResult, SearchResults } from '../search/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import {
  type BarState,
  type AddressBarPorts,
  type BarView,
  createAddressBar,
  pauseMs,
  slowMs,
} from './address-bar.ts';

type Answer = Result<SearchResults, AppError>;

function hitOf(title: string, more: Partial<SearchResult> = {}): SearchResult {
  return {
    key: title,
    memory: 'Reading',
    kind: 'page',
    title,
    url: `https://example.org/${title}`,
    passage: `The ${title} passage.`,
    marks: [],
    savedAt: null,
    ...more,
  };
}

function outcome(hits: SearchResult[], more: Partial<SearchResults> = {}): Answer {
  return ok({ hits, unanswered: [], searched: 1, stillLearning: 0, ...more });
}

const failure: AppError = { code: 'memory.server', message: 'No.', retryable: true };

/** Creates an address bar whose delays and searches are resolved by the test. */
function setUp(kind: ConnectionKind | null = 'device') {
  const said: BarState[] = [];
  const offered: string[][] = [];
  const opened: string[] = [];
  const searched: { searchId: string; q: string }[] = [];
  const canceled: string[] = [];
  const reported: unknown[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  let answer: (given: Answer) => void = () => undefined;
  let searches: AddressBarPorts['search'] = (query) => {
    searched.push(query);
    return new Promise((resolve) => (answer = resolve));
  };
  let ids = 0;
  const bar = createAddressBar({
    connectionKind: async () => kind,
    search: (query) => searches(query),
    cancel: (id) => canceled.push(id),
    open: async (hit) => {
      opened.push(`hit ${hit.title}`);
      return ok({});
    },
    openAddress: async (url) => void opened.push(`address ${url}`),
    openSearch: async (q) => void opened.push(`search ${q}`),
    openWelcome: async () => void opened.push('welcome'),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve });
        signal?.addEventListener('abort', () => resolve());
      }),
    report: (cause) => reported.push(cause),
    newId: () => `s${(ids += 1)}`,
  });
  const view: BarView = {
    state: async (state) => void said.push(state),
    offer: (_, hits) => offered.push(hits.map(({ content }) => content)),
  };
  /** Ends the latest wait of `ms` milliseconds. */
  const pass = async (ms: number) => {
    await settled();
    waits.findLast((wait) => wait.ms === ms)?.end();
    await settled();
  };
  /** Types, waits for the pause, and resolves the search. */
  const search = async (text: string, given: Answer) => {
    const typing = bar.typed(text, view);
    await pass(pauseMs);
    answer(given);
    await typing;
  };
  return {
    bar,
    view,
    said,
    offered,
    opened,
    searched,
    canceled,
    reported,
    pass,
    search,
    give: (given: Answer) => answer(given),
    breakSearch: () => {
      searches = () => Promise.reject(new Error('broken'));
    },
  };
}

/** Lets pending promise callbacks run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('typing', () => {
  it('shows immediately what Enter does, but searches only after a pause', async () => {
    const { bar, view, said, searched, pass } = setUp();

    void bar.typed('violet', view);
    await settled();
    expect(said).toEqual([{ kind: 'ready', q: 'violet' }]);
    expect(searched).toEqual([]);
    await pass(pauseMs);

    expect(searched).toEqual([{ searchId: 's1', q: 'violet' }]);
  });

  it('cancels the previous search and ignores its results', async () => {
    const { bar, view, said, offered, canceled, pass, give } = setUp();

    const first = bar.typed('vio', view);
    await pass(pauseMs);
    void bar.typed('viol', view);
    give(outcome([hitOf('Late')]));
    await first;

    expect(canceled).toEqual(['s1']);
    expect(offered).toEqual([]);
    expect(said.at(-1)).toMatchObject({ kind: 'ready', q: 'viol' });
  });

  it('offers at most six pages, each once, with a link to its passage', async () => {
    const { offered, search } = setUp();
    const hits = ['A', 'A', 'B', 'C', 'D', 'E', 'F', 'G'].map((title) => hitOf(title));

    await search('violet', outcome(hits));

    expect(offered).toEqual([
      ['A', 'B', 'C', 'D', 'E', 'F'].map(
        (title) => `https://example.org/${title}#:~:text=The%20${title}%20passage`,
      ),
    ]);
  });

  it('doesn’t search for blank text', async () => {
    const { bar, view, said, searched } = setUp();

    await bar.typed(' \u202E ', view);

    expect(said).toEqual([{ kind: 'idle' }]);
    expect(searched).toEqual([]);
  });
});

describe('the first line', () => {
  const cases: readonly [string, Answer, Partial<BarState>][] = [
    ['the ready state when there are results', outcome([hitOf('A')]), { kind: 'ready' }],
    ['that nothing was found', outcome([]), { kind: 'nothing', stillLearning: 0 }],
    [
      'that pages are still being indexed',
      outcome([], { stillLearning: 2 }),
      { kind: 'nothing', stillLearning: 2 },
    ],
    [
      'which Memories didn’t respond instead of no results',
      outcome([], { unanswered: [{ memory: 'Work', reason: 'No.' }] }),
      { kind: 'unanswered', memories: ['Work'] },
    ],
    [
      'which Memories didn’t respond even if there are results',
      outcome([hitOf('A')], { unanswered: [{ memory: 'Work', reason: 'No.' }] }),
      { kind: 'unanswered', memories: ['Work'] },
    ],
    ['that the search failed', err(failure), { kind: 'failed', error: failure }],
  ];

  it.each(cases)('shows %s', async (_, answer, state) => {
    const { said, search } = setUp();

    await search('violet', answer);

    expect(said.at(-1)).toMatchObject({ q: 'violet', ...state });
  });

  it('shows that a search is slow while it runs', async () => {
    const { bar, view, said, pass, give } = setUp();

    const typing = bar.typed('violet', view);
    await pass(pauseMs);
    await pass(slowMs);
    expect(said.at(-1)).toEqual({ kind: 'slow', q: 'violet' });
    give(outcome([hitOf('A')]));
    await typing;

    expect(said.at(-1)).toMatchObject({ kind: 'ready' });
  });

  it('stops showing slowness once there are results', async () => {
    const { said, search, pass } = setUp();

    await search('violet', outcome([]));
    await pass(slowMs);

    expect(said.at(-1)).toMatchObject({ kind: 'nothing' });
  });

  it('doesn’t show slowness while the browser is still taking the results', async () => {
    const { bar, view, said, pass, give } = setUp();
    const slowView: BarView = {
      ...view,
      state: (state) => {
        void view.state(state);
        return state.kind === 'nothing' ? new Promise(() => undefined) : Promise.resolve();
      },
    };

    void bar.typed('violet', slowView);
    await pass(pauseMs);
    give(outcome([]));
    await pass(slowMs);

    expect(said.at(-1)).toMatchObject({ kind: 'nothing' });
  });

  it('shows that there is no connection, without searching', async () => {
    const { bar, view, said, searched } = setUp(null);

    await bar.typed('violet', view);

    expect(said.at(-1)).toEqual({ kind: 'not-set-up' });
    expect(searched).toEqual([]);
  });

  it('shows an unexpected failure and reports it', async () => {
    const { bar, view, said, reported, pass, breakSearch } = setUp();
    breakSearch();

    const typing = bar.typed('violet', view);
    await pass(pauseMs);
    await typing;

    expect(said.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'internal' } });
    expect(reported).toHaveLength(1);
  });
});

describe('Enter', () => {
  it('opens a suggestion at its passage', async () => {
    const { bar, opened, offered, search } = setUp();
    await search('violet', outcome([hitOf('A')]));

    await bar.entered(offered[0]?.[0] ?? '');

    expect(opened).toEqual(['hit A']);
  });

  it('opens the search for typed text synchronously', () => {
    const { bar, opened } = setUp();

    void bar.entered(' violet  barometer ');

    expect(opened).toEqual(['search violet barometer']);
  });

  it('opens the welcome page if there is no connection', async () => {
    const { bar, view, opened } = setUp(null);
    await bar.typed('violet', view);

    await bar.entered('violet');

    expect(opened).toEqual(['welcome']);
  });

  it('cancels the running search', async () => {
    const { bar, view, canceled, pass } = setUp();
    void bar.typed('violet', view);
    await pass(pauseMs);

    void bar.entered('violet');

    expect(canceled).toEqual(['s1']);
  });
});

describe('leaving the address bar', () => {
  it('cancels the search and forgets its suggestions', async () => {
    const { bar, view, opened, offered, canceled, pass, search } = setUp();
    await search('violet', outcome([hitOf('A', { passage: '' })]));
    void bar.typed('violets', view);
    await pass(pauseMs);

    bar.canceled();
    await bar.entered(offered[0]?.[0] ?? '');

    expect(canceled).toEqual(['s2']);
    expect(opened).toEqual(['search https://example.org/A']);
  });
});
