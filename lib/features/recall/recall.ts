/** Finds what was saved: every hit with the Memory it came from, the matched words, and the way back to its source. */
import type { AppError } from '../../contracts/errors.ts';
import type { RecallHit, RecallOutcome } from '../../contracts/recall.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { passageUrl } from '../../core/text-fragment/text-fragment.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { type CallPorts, createCalls } from './calls.ts';
import { describeHits, type HitPorts, webAddress } from './hits.ts';
import { noHome } from './no-home.ts';

export type RecallPorts = CallPorts &
  HitPorts & {
    /** The client of the home in use; null where none was chosen. */
    client: () => Promise<MemoryClient | null>;
    /** How many saves are on their way and not searchable yet. */
    countLearning: () => Promise<number>;
    openTab: (url: string) => Promise<void>;
  };

export type RecallQuery = { searchId: string; q: string; memoryId?: string | undefined };

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
      const request = memoryId === undefined ? { q } : { q, container: memoryId };
      const answer = await memory.search(request, call);
      if (!answer.ok) return answer;
      const { hits, failed, searched } = answer.value;
      return ok({
        hits: await describeHits(hits, q, ports),
        unanswered: failed.map(({ name, reason }) => ({ memory: name, reason })),
        searched,
        stillLearning: await ports.countLearning(),
      });
    });
  }

  /** Opens the hit's page at the passage. */
  async function open(hit: RecallHit): Promise<Result<Record<string, never>, AppError>> {
    const url = webAddress(hit.url);
    if (url === null) return err(noSource);
    await ports.openTab(passageUrl({ url, passage: hit.passage, marks: hit.marks }));
    return ok({});
  }

  return { search, cancel: calls.cancel, open };
}

const noSource: AppError = {
  code: 'page.gone',
  message: 'The page this came from is not known.',
  retryable: false,
};
