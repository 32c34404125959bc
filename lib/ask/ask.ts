/** Asks the memory's agent: its answer never stands alone, but with the passages behind it. */
import type { AppError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import type { AskedAnswer } from './model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { cutText } from '../text/cut-text.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { type CallPorts, createCalls } from '../messaging/calls.ts';
import { describeHits, type HitPorts } from '../search/model.ts';
import { noConnection } from '../connections/model.ts';

export type AskPorts = CallPorts &
  HitPorts & {
    /** The client of the connection in use; null where none was chosen. */
    client: () => Promise<MemoryClient | null>;
    /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  };

export type Question = { askId: string; message: string };

/** Characters of an answer that are shown; a service that sends more would bring the panel to a halt. */
const longestAnswer = 200_000;
/** Questions whose answer is at hand for a repeat, which comes within seconds if at all. */
const mostAtHand = 4;

/** How long an answer that is there waits for passages that are not, in milliseconds. */
export const passagesWaitMs = 15_000;

export function createQuestions(ports: AskPorts) {
  const calls = createCalls(ports);
  const atHand = new Map<string, Promise<Result<AskedAnswer, AppError>>>();

  /** Asks once for each id: the same id again, while it runs or just after, shares the answer. */
  function ask(question: Question): Promise<Result<AskedAnswer, AppError>> {
    const { askId } = question;
    const shared = atHand.get(askId);
    if (shared !== undefined) return shared;
    const answer = askAnew(question);
    atHand.set(askId, answer);
    const [oldest] = atHand.keys();
    if (atHand.size > mostAtHand && oldest !== undefined) atHand.delete(oldest);
    return answer;
  }

  /**
   * Gives the answer with the sources it names; where it names none, with what a search for the same words finds,
   * which runs beside the question and may fail without harm.
   */
  function askAnew({ askId, message }: Question): Promise<Result<AskedAnswer, AppError>> {
    return calls.run(askId, async ({ signal, onWait }) => {
      const memory = await ports.client();
      if (memory === null) return err(noConnection);
      const over = new AbortController();
      const passages = search(memory, message, AbortSignal.any([signal, over.signal]));
      const inTime = () =>
        Promise.race([passages, ports.sleep(passagesWaitMs, over.signal).then(() => [])]);
      try {
        const answer = await memory.ask({ message }, { signal, onWait });
        if (!answer.ok) return answer;
        const { text, sources } = answer.value;
        const sourcesFrom = sources.length === 0 ? 'search' : 'answer';
        const found = sources.every(isNamed) && sources.length > 0 ? [] : await inTime();
        const shown = sources.length === 0 ? found : sources.map((hit) => named(hit, found));
        const shownText = cutText(text, longestAnswer);
        return ok({
          text: shownText,
          sources: await describeHits(shown, noWords, ports),
          sourcesFrom,
        });
      } finally {
        over.abort();
      }
    });
  }

  return { ask, cancel: calls.cancel };
}

/** An answer rests on a passage as a whole: nothing is marked in it. */
const noWords = '';

/** Empty where the search fails in any way, even by a fault of ours: the answer is worth more. */
async function search(
  memory: MemoryClient,
  message: string,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  try {
    const q = message.slice(0, serviceLimits.queryLength);
    const found = await memory.search({ q }, { signal });
    return found.ok ? found.value.hits : [];
  } catch {
    return [];
  }
}

function isNamed(hit: SearchHit): boolean {
  return hit.container_name.trim() !== '';
}

/** A source whose Memory the agent did not name has it from the same item, where that was found. */
function named(hit: SearchHit, found: readonly SearchHit[]): SearchHit {
  if (isNamed(hit)) return hit;
  const id = itemIdOf(hit);
  const same = found.find((other) => id !== null && itemIdOf(other) === id);
  return { ...hit, container_name: same?.container_name ?? '' };
}

function itemIdOf(hit: SearchHit): string | null {
  return hit.document_id ?? hit.memory_id ?? null;
}
