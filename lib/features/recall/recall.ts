/** Finds what was saved: every hit with the Memory it came from, the matched words, and the way back to its source. */
import type { AppError } from '../../contracts/errors.ts';
import type { MorePassages, RecallHit, RecallOutcome } from '../../contracts/recall.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { pageQuery } from '../../core/text/page-query.ts';
import { passageUrl } from '../../core/text-fragment/text-fragment.ts';
import { webAddress } from '../../core/web-address.ts';
import type { MemoryClient, SearchOutcome } from '../../memory/client.ts';
import { type CallPorts, createCalls } from './calls.ts';
import { describeHits, type HitPorts } from './hits.ts';
import { noHome } from './no-home.ts';
import { isOfPage, type KnownPage } from './page-about.ts';
import { searchWide } from './wide-search.ts';

export type RecallPorts = CallPorts &
  HitPorts & {
    /** The client of the home in use; null where none was chosen. */
    client: () => Promise<MemoryClient | null>;
    /** How many saves are on their way and not searchable yet. */
    countLearning: () => Promise<number>;
    openTab: (url: string) => Promise<void>;
  };

export type RecallQuery = { searchId: string; q: string; memoryId?: string | undefined };

export type AboutQuery = {
  searchId: string;
  memoryId?: string | undefined;
  /** Asks nothing of the service. */
  readPage: () => Promise<Result<KnownPage, AppError>>;
};

/** Of what belongs to a page the best is enough; the rest belongs to it less and less. */
const mostAbout = 20;

export function createRecall(ports: RecallPorts) {
  const calls = createCalls(ports);

  function search({
    searchId,
    q,
    memoryId,
  }: RecallQuery): Promise<Result<RecallOutcome, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noHome);
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
  }: AboutQuery): Promise<Result<RecallOutcome, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noHome);
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
  }: RecallQuery & { sourceId: string }): Promise<Result<MorePassages, AppError>> {
    return calls.run(searchId, async (call) => {
      const memory = await ports.client();
      if (memory === null) return err(noHome);
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
    hits: RecallHit[],
  ): Promise<RecallOutcome> {
    const stillLearning = await ports.countLearning();
    return { hits, unanswered: namesOf(failed), searched, stillLearning };
  }

  /** Opens the hit's page at the passage. */
  async function open(hit: RecallHit): Promise<Result<Record<string, never>, AppError>> {
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

function namesOf(failed: SearchOutcome['failed']): RecallOutcome['unanswered'] {
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
