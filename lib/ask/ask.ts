import { serviceLimits } from '../contract/limits.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import type { AskedAnswer } from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { cutText } from '../text/cut-text.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { type CallPorts, createCalls } from '../messaging/calls.ts';
import { describeHits, type HitPorts } from '../search/model.ts';
import { noConnection } from '../connections/model.ts';

export type AskPorts = CallPorts &
  HitPorts & {
    client: () => Promise<MemoryClient | null>;
    /** Called with each part of a streamed answer. */
    told: (askId: string, text: string) => void;
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  };

export type Question = { askId: string; message: string };

/** Maximum length of a shown answer in characters; more would freeze the panel. */
const longestAnswer = 200_000;
/** Number of answers kept for repeated messages, which arrive within seconds. */
const mostRemembered = 4;

export const passagesWaitMs = 15_000;

export function createQuestions(ports: AskPorts) {
  const calls = createCalls(ports);
  const answers = new Map<string, AsyncResult<AskedAnswer>>();

  /** Asks a question. Repeating an `askId` returns the same answer. */
  function ask(question: Question): AsyncResult<AskedAnswer> {
    const { askId } = question;
    const shared = answers.get(askId);
    if (shared !== undefined) return shared;
    const answer = askAnew(question);
    answers.set(askId, answer);
    const [oldest] = answers.keys();
    if (answers.size > mostRemembered && oldest !== undefined) answers.delete(oldest);
    return answer;
  }

  /** Asks the service; uses search results as sources if the answer names none. */
  function askAnew({ askId, message }: Question): AsyncResult<AskedAnswer> {
    return calls.run(askId, async ({ signal, onWait }) => {
      const memory = await ports.client();
      if (memory === null) return err(noConnection);
      const over = new AbortController();
      const passages = search(memory, message, AbortSignal.any([signal, over.signal]));
      const inTime = () =>
        Promise.race([passages, ports.sleep(passagesWaitMs, over.signal).then(() => [])]);
      try {
        const onText = (text: string) => ports.told(askId, text);
        const answer = await memory.ask({ message }, { signal, onWait, onText });
        if (!answer.ok) return answer;
        const { text, sources, isQuotes = false, isUnanswered = false } = answer.value;
        const sourcesFrom = sources.length === 0 ? 'search' : 'answer';
        const isComplete = sources.every(isNamed) && (sources.length > 0 || isUnanswered);
        const found = isComplete ? [] : await inTime();
        const shown = sources.length === 0 ? found : sources.map((hit) => named(hit, found));
        return ok({
          text: cutText(text, longestAnswer),
          sources: await describeHits(shown, '', ports),
          sourcesFrom,
          ...(isQuotes && sources.length > 0 ? { isQuotes } : {}),
          ...(isUnanswered ? { isUnanswered } : {}),
        });
      } finally {
        over.abort();
      }
    });
  }

  return { ask, cancel: calls.cancel };
}

/** Returns no hits if anything fails, so that the answer is still shown. */
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

function named(hit: SearchHit, found: readonly SearchHit[]): SearchHit {
  if (isNamed(hit)) return hit;
  const id = itemIdOf(hit);
  const same = found.find((other) => id !== null && itemIdOf(other) === id);
  return { ...hit, container_name: same?.container_name ?? '' };
}

function itemIdOf(hit: SearchHit): string | null {
  return hit.document_id ?? hit.memory_id ?? null;
}
