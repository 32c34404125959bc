/** Finds what was saved: every hit with the Memory it came from, the matched words, and the way back to its source. */
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
    /** The client of the connection in use; null where none was chosen. */
    client: () => Promise<MemoryClient | null>;
    /** How many saves are on their way and not searchable yet. */
    countLearning: () => Promise<number>;
    openTab: (url: string) => Promise<void>;
  };

type SearchQuery = { searchId: string; q: string; memoryId?: string | undefined };

type AboutQuery = {
  searchId: string;
  memoryId?: string | undefined;
  /** Asks nothing of the service. */
  readPage: () => Promise<Result<KnownPage, AppError>>;
};

/** Of what belongs to a page the best is enough; the rest belongs to it less and less. */
const mostAbout = 20;

export function createSearch(ports: SearchPorts) {
  const calls = createCalls(ports);

  function search({
    searchId,
    q,
    memoryId,
  }: SearchQuery): Promise<Result<SearchResults, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noConnection);
      const answer = await memory.search(requestOf(q, memoryId), call);
      if (!answer.ok) return answer;
      return ok(await outcomeOf(answer.value, await describeHits(answer.value.hits, q, ports)));
    });
  }

  /** Finds what belongs to a page: nothing is asked of the service before the page was read. */
  function about({
    searchId,
    memoryId,
    readPage,
  }: AboutQuery): Promise<Result<SearchResults, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noConnection);
      const page = await readPage();
      if (!page.ok) return page;
      const q = pageQuery(page.value);
      if (q === '') return err(wordless);
      // Most of what speaks of it best may be the page itself, saved before.
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
   * Finds more passages of one page. The contract has no search within a page: the whole Memory is asked for as many
   * passages as it gives, and those of the page are taken from them.
   */
  function more({
    searchId,
    q,
    sourceId,
    memoryId,
  }: SearchQuery & { sourceId: string }): Promise<Result<MorePassages, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noConnection);
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
  /** Fewer came than were asked for, so nothing that matches is missing. */
  isAll: boolean;
};

/**
 * Asks for the most that our own service gives. The contract names no bounds for it: where a service takes no such
 * number it is asked once more for as many as it likes, and whether that is all nobody knows.
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
  /** Plain text; empty where it could not be read. */
  text: string;
  /** What it is called by: the identity of its address, and its own. */
  ids: readonly string[];
};

export type PageAboutPorts = {
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  previews: {
    take: (tabId: number) => Promise<Result<Preview, AppError>>;
    get: (id: string) => Promise<StoredPreview | null>;
  };
};

/** Marks can take more room than the words they mark; beyond this nothing is read of what a page is about. */
const readLength = 80_000;

/**
 * Reads the page of a tab as it is read before a save. A page that cannot be read is known by its title alone; one of
 * which the browser tells nothing fails as the reading of it did.
 */
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

/** Says whether something that was found is the page itself, a version of it, or a note from it. */
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
