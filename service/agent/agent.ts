import type { AgentSettings } from '../../lib/contract/owner-api.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Refusal, refuse } from '../refusal.ts';
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

export function createTurns(maxPerAccount: number) {
  /** The turns in use, by account. */
  const taken = new Map<string, Set<symbol>>();

  return {
    /** Runs the work as one of the account's turns, until it ends or is aborted. Returns `busy` if all are taken. */
    async take<T>(
      accountId: string,
      work: () => Promise<Result<T, Refusal>>,
      signal?: AbortSignal,
    ): Promise<Result<T, Refusal>> {
      const turns = taken.get(accountId) ?? new Set();
      if (turns.size >= maxPerAccount) {
        return refuse('busy', `This account is already running ${maxPerAccount} agent turns.`, {
          max_concurrent_turns: maxPerAccount,
        });
      }
      const turn = Symbol('turn');
      const release = () => {
        const isFirst = turns.delete(turn);
        if (isFirst && turns.size === 0) taken.delete(accountId);
      };
      taken.set(accountId, turns.add(turn));
      signal?.addEventListener('abort', release, { once: true });
      try {
        return await work();
      } finally {
        signal?.removeEventListener('abort', release);
        release();
      }
    },
  };
}
