/** Searches, finds pages related to a page, and opens results at their passage. */
import type { AppError, MemoryError } from '../contract/errors.ts';
import {
  type MorePassages,
  type SearchResult,
  type SearchResults,
  describeHits,
  type HitPorts,
} from './model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { pageQuery } from '../text/page-query.ts';
import { passageUrl } from '../text/text-fragment.ts';
import { webAddress } from '../url/web-address.ts';
import type { MemoryClient, SearchOutcome, CallOptions } from '../memory-client/client.ts';
import { type CallPorts, createCalls } from '../messaging/calls.ts';
import { noConnection } from '../connections/model.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { Preview, StoredPreview } from '../save/model.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { plainText } from '../text/plain-text.ts';

export type SearchPorts = CallPorts &
  HitPorts & {
    /** The client of the active connection; null if there is none. */
    client: () => Promise<MemoryClient | null>;
    /** How many saves are not searchable yet. */
    countLearning: () => Promise<number>;
    openTab: (url: string) => Promise<void>;
  };

type SearchQuery = { searchId: string; q: string; memoryId?: string | undefined };

type AboutQuery = {
  searchId: string;
  memoryId?: string | undefined;
  readPage: () => Promise<Result<KnownPage, AppError>>;
};

/** Results beyond these are hardly related. */
const mostAbout = 20;

export function createSearch(ports: SearchPorts) {
  const calls = createCalls(ports);

  function run<T>(
    searchId: string,
    work: (memory: MemoryClient, call: CallOptions) => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      return memory === null ? err(noConnection) : work(memory, call);
    });
  }

  function search({ searchId, q, memoryId }: SearchQuery) {
    return run<SearchResults>(searchId, async (memory, call) => {
      const answer = await memory.search(requestOf(q, memoryId), call);
      if (!answer.ok) return answer;
      return ok(await outcomeOf(answer.value, await describeHits(answer.value.hits, q, ports)));
    });
  }

  /** Finds what is related to a page, without the page itself. */
  function about({ searchId, memoryId, readPage }: AboutQuery) {
    return run<SearchResults>(searchId, async (memory, call) => {
      const page = await readPage();
      if (!page.ok) return page;
      const q = pageQuery(page.value);
      if (q === '') return err(wordless);
      // The best matches can be the page itself, saved before.
      const answer = await searchWide(memory, requestOf(q, memoryId), call);
      if (!answer.ok) return answer;
      const found = answer.value.hits.filter((hit) => !isOfPage(hit, page.value));
      const hits = (await describeHits(found, q, ports)).filter(
        (hit) => !isOfPage(hit, page.value),
      );
      const outcome = await outcomeOf(answer.value, hits.slice(0, mostAbout));
      return ok({ ...outcome, about: { title: page.value.title, q } });
    });
  }

  /**
   * Finds more passages of one page. The contract has no search within a page, so this searches the Memory for as many
   * passages as possible and keeps those of the page.
   */
  function more({ searchId, q, sourceId, memoryId }: SearchQuery & { sourceId: string }) {
    return run<MorePassages>(searchId, async (memory, call) => {
      const answer = await searchWide(memory, requestOf(q, memoryId), call);
      if (!answer.ok) return answer;
      const { hits, failed, isAll } = answer.value;
      const described = await describeHits(hits, q, ports);
      return ok({
        hits: described.filter((hit) => hit.sourceId === sourceId),
        looked: described.length,
        isAll: isAll && failed.length === 0,
        unanswered: namesOf(failed),
      });
    });
  }

  async function outcomeOf(
    { failed, searched }: SearchOutcome,
    hits: SearchResult[],
  ): Promise<SearchResults> {
    const stillLearning = await ports.countLearning();
    return { hits, unanswered: namesOf(failed), searched, stillLearning };
  }

  /** Opens the hit's page at the passage. */
  async function open(hit: SearchResult): Promise<Result<Record<string, never>, AppError>> {
    const url = webAddress(hit.url);
    if (url === null) return err(noSource);
    await ports.openTab(passageUrl({ url, passage: hit.passage, marks: hit.marks }));
    return ok({});
  }

  return { search, about, more, cancel: calls.cancel, open };
}

function requestOf(q: string, memoryId: string | undefined) {
  return memoryId === undefined ? { q } : { q, container: memoryId };
}

function namesOf(failed: SearchOutcome['failed']): SearchResults['unanswered'] {
  return failed.map(({ name, reason }) => ({ memory: name, reason }));
}

const noSource: AppError = {
  code: 'page.gone',
  message: 'The page this came from is not known.',
  retryable: false,
};

const wordless: AppError = {
  code: 'page.no-text',
  message: 'Neither the title nor the text of the page has a word to search for.',
  retryable: true,
};

type WideOutcome = SearchOutcome & {
  /** Fewer hits than the limit, so none is missing. */
  isAll: boolean;
};

/**
 * Searches with the highest limit of our own service. The contract doesn't define one: a service that rejects it is asked
 * again without a limit, and whether hits are missing is unknown then.
 */
async function searchWide(
  memory: MemoryClient,
  request: { q: string; container?: string },
  call: CallOptions,
): Promise<Result<WideOutcome, MemoryError>> {
  const limit = serviceLimits.searchLimitMax;
  const wide = await memory.search({ ...request, limit }, call);
  if (wide.ok) return ok({ ...wide.value, isAll: wide.value.hits.length < limit });
  if (wide.error.code !== 'memory.validation') return wide;
  const usual = await memory.search(request, call);
  return usual.ok ? ok({ ...usual.value, isAll: false }) : usual;
}

type KnownPage = {
  title: string;
  /** Plain text; empty if it couldn't be read. */
  text: string;
  ids: readonly string[];
};

export type PageAboutPorts = {
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  previews: {
    take: (tabId: number) => Promise<Result<Preview, AppError>>;
    get: (id: string) => Promise<StoredPreview | null>;
  };
};

/** Characters of Markdown that are read. */
const readLength = 80_000;

/** Reads the page of a tab. A page whose text can't be read has only its title; without a title this fails. */
export async function readPageAbout(
  tabId: number,
  { getTab, previews }: PageAboutPorts,
): Promise<Result<KnownPage, AppError>> {
  const taken = await previews.take(tabId);
  if (!taken.ok) return taken;
  const { id, page } = taken.value;
  if (page.ok) {
    const stored = await previews.get(id);
    const whole = stored?.page.ok === true ? stored.page.capture.content : null;
    const text = whole === null ? page.opening : plainText(whole.slice(0, readLength));
    return ok({ title: page.title, text, ids: [idOf(page.url), page.customId] });
  }
  const tab = await getTab(tabId);
  if (tab === null || tab.url === '' || tab.title.trim() === '') return err(page.error);
  return ok({ title: tab.title, text: '', ids: [idOf(tab.url)] });
}

/** Whether a hit is the page itself, a version of it, or a note from it. */
function isOfPage(
  found: { url?: string | null | undefined; custom_id?: unknown },
  { ids }: KnownPage,
): boolean {
  const names = [found.url, found.custom_id].filter((name) => typeof name === 'string');
  return names.some((name) => ids.includes(idOf(name)));
}

function idOf(url: string): string {
  return customIdOf({ url, canonicalLink: null });
}
