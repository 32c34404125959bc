/** Finds what was saved: every hit with the Memory it came from, the matched words, and the way back to its source. */
import type { AppError } from '../../contracts/errors.ts';
import type { SearchHit } from '../../contracts/memory-api.ts';
import type { Highlight } from '../../contracts/outbox.ts';
import type { RecallHit, RecallOutcome } from '../../contracts/recall.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { passageUrl } from '../../core/text-fragment/text-fragment.ts';
import { matchRanges } from '../../core/text/search-terms.ts';
import { plainText } from '../../core/text/plain-text.ts';
import type { MemoryClient } from '../../memory/client.ts';

export type RecallPorts = {
  /** The client of the home in use; null where none was chosen. */
  client: () => Promise<MemoryClient | null>;
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
  /** How many saves are on their way and not searchable yet. */
  countLearning: () => Promise<number>;
  openTab: (url: string) => Promise<void>;
};

export type RecallQuery = { searchId: string; q: string; memoryId?: string | undefined };

export function createRecall({ client, findHighlight, countLearning, openTab }: RecallPorts) {
  const running = new Map<string, AbortController>();

  async function search(query: RecallQuery): Promise<Result<RecallOutcome, AppError>> {
    const memory = await client();
    if (memory === null) return err(noHome);
    const controller = new AbortController();
    running.set(query.searchId, controller);
    try {
      const request =
        query.memoryId === undefined ? { q: query.q } : { q: query.q, container: query.memoryId };
      const answer = await memory.search(request, { signal: controller.signal });
      if (!answer.ok) return answer;
      const { hits, failed, searched } = answer.value;
      return ok({
        hits: await Promise.all(hits.map((hit, rank) => describe(hit, { rank, q: query.q }))),
        unanswered: failed.map(({ name, reason }) => ({ memory: name, reason })),
        searched,
        stillLearning: await countLearning(),
      });
    } finally {
      running.delete(query.searchId);
    }
  }

  /** Ends a search that nobody waits for any more; one that has ended is left alone. */
  function cancel(searchId: string): void {
    running.get(searchId)?.abort();
  }

  async function describe(
    hit: SearchHit,
    { rank, q }: { rank: number; q: string },
  ): Promise<RecallHit> {
    const highlight = await sourceOfNote(hit);
    const passage = plainText(hit.content);
    return {
      key: `${rank}:${hit.document_id ?? hit.memory_id ?? ''}`,
      memory: hit.container_name,
      kind: isNote(hit) ? 'note' : 'page',
      title: hit.title ?? highlight?.title ?? null,
      url: highlight?.url ?? webAddress(hit.url) ?? webAddress(hit.custom_id),
      passage,
      marks: matchRanges(passage, q),
      savedAt: hit.saved_at ?? null,
    };
  }

  async function sourceOfNote(hit: SearchHit): Promise<Highlight | null> {
    if (!isNote(hit)) return null;
    return findHighlight({ memoryId: hit.memory_id ?? null, text: hit.content });
  }

  /** Opens the hit's page at the passage. */
  async function open(hit: RecallHit): Promise<Result<Record<string, never>, AppError>> {
    const url = webAddress(hit.url);
    if (url === null) return err(noSource);
    await openTab(passageUrl({ url, passage: hit.passage, marks: hit.marks }));
    return ok({});
  }

  return { search, cancel, open };
}

function isNote(hit: SearchHit): boolean {
  return (hit.document_id ?? null) === null;
}

/** What a service says is an address is opened only if it is one of the web. */
function webAddress(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

const noHome: AppError = {
  code: 'home.none',
  message: 'Choose where your memory lives before you search.',
  retryable: false,
};

const noSource: AppError = {
  code: 'page.gone',
  message: 'The page this came from is not known.',
  retryable: false,
};
