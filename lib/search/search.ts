import { appError, type MemoryError } from '../contract/errors.ts';
import {
  type MorePassages,
  type SearchResult,
  type SearchResults,
  describeHits,
  type HitPorts,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { pageQuery } from '../text/page-query.ts';
import { passageUrl } from '../text/text-fragment.ts';
import { webAddress } from '../url/web-address.ts';
import type { MemoryClient, SearchOutcome, CallOptions } from '../memory-client/client.ts';
import { type CallPorts, createCalls } from '../messaging/calls.ts';
import { noConnection } from '../connections/model.ts';
import { type Searched, searchFiltered } from './local-filters.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { Preview, StoredPreview } from '../save/model.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import { plainText } from '../text/plain-text.ts';

export type SearchPorts = CallPorts &
  HitPorts & {
    /** Returns null if there is no active connection. */
    client: () => Promise<MemoryClient | null>;
    countLearning: () => Promise<number>;
    openTab: (url: string) => Promise<void>;
  };

type SearchQuery = { searchId: string; q: string; memoryId?: string | undefined };

type AboutQuery = Omit<SearchQuery, 'q'> & { readPage: () => AsyncResult<KnownPage> };

/** Maximum number of related results; results beyond it are rarely related. */
const mostAbout = 20;

export function createSearch(ports: SearchPorts) {
  const calls = createCalls(ports);
  const withoutOperators = new WeakSet<MemoryClient>();

  function run<T>(
    searchId: string,
    work: (memory: MemoryClient, call: CallOptions) => AsyncResult<T>,
  ): AsyncResult<T> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      return memory === null ? err(noConnection) : work(memory, call);
    });
  }

  function search({ searchId, q, memoryId }: SearchQuery) {
    return run<SearchResults>(searchId, async (memory, call) => {
      // As many passages as possible, because the results of one page are shown as one.
      const answer = await searchWithOperators(memory, { q, memoryId }, call);
      if (!answer.ok) return answer;
      const words = wordsToMark(q, answer.value);
      return ok(await outcomeOf(answer.value, await describeHits(answer.value.hits, words, ports)));
    });
  }

  function about({ searchId, memoryId, readPage }: AboutQuery) {
    return run<SearchResults>(searchId, async (memory, call) => {
      const page = await readPage();
      if (!page.ok) return page;
      const q = pageQuery(page.value);
      if (q === '') return err(noSearchTerms);
      // Ask for more than needed, because copies of the page itself are removed below.
      const answer = await searchWide(memory, { q, memoryId }, call);
      if (!answer.ok) return answer;
      const found = answer.value.hits.filter((hit) => !isOfPage(hit, page.value));
      const hits = (await describeHits(found, q, ports)).filter(
        (hit) => !isOfPage(hit, page.value),
      );
      const outcome = await outcomeOf(answer.value, hits.slice(0, mostAbout));
      return ok({ ...outcome, about: { title: page.value.title, q } });
    });
  }

  /** The contract can't search within a page, so search the Memory and keep the passages of the page. */
  function more({ searchId, q, sourceId, memoryId }: SearchQuery & { sourceId: string }) {
    return run<MorePassages>(searchId, async (memory, call) => {
      const answer = await searchWithOperators(memory, { q, memoryId }, call);
      if (!answer.ok) return answer;
      const { hits, failed, isAll } = answer.value;
      const described = await describeHits(hits, wordsToMark(q, answer.value), ports);
      return ok({
        hits: described.filter((hit) => hit.sourceId === sourceId),
        looked: described.length,
        isAll: isAll && failed.length === 0,
        unanswered: namesOf(failed),
      });
    });
  }

  async function searchWithOperators(
    memory: MemoryClient,
    { q, memoryId }: Omit<SearchQuery, 'searchId'>,
    call: CallOptions,
  ): AsyncResult<Searched, MemoryError> {
    const query = { q, now: ports.now(), isWithoutOperators: withoutOperators.has(memory) };
    const answer = await searchFiltered(query, (words) =>
      searchWide(memory, { q: words, memoryId }, call),
    );
    if (answer.ok && answer.value.isFilteredHere === true) withoutOperators.add(memory);
    return answer;
  }

  async function outcomeOf(
    { failed, searched, isAll, corrections, isFilteredHere }: Searched,
    hits: SearchResult[],
  ): Promise<SearchResults> {
    const stillLearning = await ports.countLearning();
    return {
      hits,
      unanswered: namesOf(failed),
      searched,
      stillLearning,
      hasMore: !isAll,
      ...(corrections === undefined ? {} : { corrections: [...corrections] }),
      ...(isFilteredHere === true ? { isFilteredHere } : {}),
    };
  }

  async function open(hit: SearchResult): AsyncResult<Record<string, never>> {
    const url = webAddress(hit.url);
    if (url === null) return err(noSource);
    await ports.openTab(passageUrl({ url, passage: hit.passage, marks: hit.marks }));
    return ok({});
  }
  return { search, about, more, cancel: calls.cancel, open };
}

/** Returns the query with the corrected words added. */
function wordsToMark(q: string, { corrections = [] }: SearchOutcome): string {
  return [...corrections.map(({ corrected }) => corrected), q].join(' ');
}

function namesOf(failed: SearchOutcome['failed']): SearchResults['unanswered'] {
  return failed.map(({ name, reason }) => ({ memory: name, reason }));
}

const noSource = appError('page.gone', 'The source page is unknown.');
const noSearchTerms = appError('page.no-text', 'The page has no words to search for.', true);

/**
 * Searches with the maximum limit, or without a limit if the service rejects it, because the contract defines none.
 * `isAll` is true if there were fewer hits than the limit.
 */
async function searchWide(
  memory: MemoryClient,
  { q, memoryId }: Omit<SearchQuery, 'searchId'>,
  call: CallOptions,
): AsyncResult<Searched, MemoryError> {
  const request = memoryId === undefined ? { q } : { q, container: memoryId };
  const limit = serviceLimits.searchLimitMax;
  const wide = await memory.search({ ...request, limit }, call);
  if (wide.ok) return ok({ ...wide.value, isAll: wide.value.hits.length < limit });
  if (wide.error.code !== 'memory.validation') return wide;
  const usual = await memory.search(request, call);
  return usual.ok ? ok({ ...usual.value, isAll: false }) : usual;
}

type KnownPage = {
  title: string;
  /** Plain text of the page; empty if the page couldn't be read. */
  text: string;
  ids: readonly string[];
};

export type PageAboutPorts = {
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  previews: {
    take: (tabId: number, part: 'article') => AsyncResult<Preview>;
    get: (id: string) => Promise<StoredPreview | null>;
  };
};

/** Characters of Markdown to use. */
const readLength = 80_000;

/** Falls back to the title for a page without readable text. Fails if there is no title. */
export async function readPageAbout(
  tabId: number,
  { getTab, previews }: PageAboutPorts,
): AsyncResult<KnownPage> {
  const taken = await previews.take(tabId, 'article');
  if (!taken.ok) return taken;
  const { id, page } = taken.value;
  if (page.ok) {
    const stored = await previews.get(id);
    const whole = stored?.page.ok === true ? stored.page.capture.content : null;
    const text = whole === null ? page.opening : plainText(whole.slice(0, readLength));
    return ok({ title: page.title, text, ids: [pageKeyOf(page.url), page.customId] });
  }
  const tab = await getTab(tabId);
  if (tab === null || tab.url === '' || tab.title.trim() === '') return err(page.error);
  return ok({ title: tab.title, text: '', ids: [pageKeyOf(tab.url)] });
}

/** Also matches versions and notes of the page. */
function isOfPage(
  found: { url?: string | null | undefined; custom_id?: unknown },
  { ids }: KnownPage,
): boolean {
  const names = [found.url, found.custom_id].filter((name) => typeof name === 'string');
  return names.some((name) => ids.includes(pageKeyOf(name)));
}
