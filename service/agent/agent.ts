import type { AgentSettings } from '../../lib/contract/owner-api.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { SharedLimits, SharedTurn } from '../storage/port/limits.ts';
import type { DescribedHit, QueryTerms } from '../search/search-memories.ts';

export interface Question {
  readonly message: string;
  /** Passages found for the message, best first. The agent sees nothing else of the library. */
  readonly passages: readonly DescribedHit[];
  /** How rare the terms of the message are among all passages searched. */
  readonly counts: QueryTerms;
  /** Aborted once nobody is waiting for the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each part of the answer as it's written, if the agent streams it. */
  readonly onText?: ((text: string) => void) | undefined;
}

export interface AgentAnswer {
  /** A number in brackets, such as `[2]`, cites the source at this position, counting from 1. */
  readonly answer: string;
  readonly sources: readonly DescribedHit[];
  /** False if the sources are only related to the question; undefined if the agent can't tell. */
  readonly answered?: boolean;
}

export interface Agent {
  /** Shown with the answer, so that people can tell quotes from a model's text. */
  readonly name: string;
  /** Answers from the passages, of which there is at least one. Returns `agentFailed` if the model fails. */
  answer(question: Question): Promise<Result<AgentAnswer, Refusal>>;
}

export type ChooseAgent = (settings: AgentSettings, accountId: string) => Agent | null;

export type Turns = ReturnType<typeof createTurns>;

/** Creates the turns of all accounts. With shared limits, turns are counted across all processes of the service. */
export function createTurns(maxPerAccount: number, shared: SharedLimits | null = null) {
  /** How many turns each account is running in this process. Unused with shared limits. */
  const running = new Map<string, number>();

  async function takeHere(accountId: string): Promise<SharedTurn | null> {
    const count = running.get(accountId) ?? 0;
    if (count >= maxPerAccount) return null;
    running.set(accountId, count + 1);
    let isReleased = false;
    return {
      async release() {
        if (isReleased) return;
        isReleased = true;
        const others = (running.get(accountId) ?? 1) - 1;
        if (others === 0) running.delete(accountId);
        else running.set(accountId, others);
      },
    };
  }

  return {
    /** Runs the work as one of the account's turns, until it ends or is aborted. Returns `busy` if all are taken. */
    async take<T>(
      accountId: string,
      work: () => Promise<Result<T, Refusal>>,
      signal?: AbortSignal,
    ): Promise<Result<T, Refusal>> {
      const turn =
        shared === null
          ? await takeHere(accountId)
          : await shared.takeTurn(accountId, maxPerAccount);
      if (turn === null) {
        return refuse('busy', `This account is already running ${maxPerAccount} agent turns.`, {
          max_concurrent_turns: maxPerAccount,
        });
      }
      const release = () => void turn.release();
      signal?.addEventListener('abort', release, { once: true });
      try {
        return await work();
      } finally {
        signal?.removeEventListener('abort', release);
        await turn.release();
      }
    },
  };
}
