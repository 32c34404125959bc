import type { AgentSettings } from '../../lib/contract/owner-api.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { DescribedHit } from '../search/search-memories.ts';

export interface Question {
  readonly message: string;
  /** Passages found for the message, best first. The agent sees nothing else of the library. */
  readonly passages: readonly DescribedHit[];
}

export interface AgentAnswer {
  readonly answer: string;
  readonly sources: readonly DescribedHit[];
}

export interface Agent {
  /** Shown with the answer, so that people can tell quotes from a model's text. */
  readonly name: string;
  /** Answers from the passages, of which there is at least one. `incapable` if its model doesn't answer. */
  answer(question: Question): Promise<Result<AgentAnswer, Refusal>>;
}

export type ChooseAgent = (settings: AgentSettings) => Agent | null;

export interface Turns {
  /** Runs the work as one of the account's turns; `busy` if all are taken. */
  take<T>(accountId: string, work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>>;
}

export function createTurns(maxPerAccount: number): Turns {
  const taken = new Map<string, number>();

  function change(accountId: string, by: number): void {
    const count = (taken.get(accountId) ?? 0) + by;
    if (count === 0) taken.delete(accountId);
    else taken.set(accountId, count);
  }

  return {
    async take(accountId, work) {
      if ((taken.get(accountId) ?? 0) >= maxPerAccount) {
        return refuse('busy', `This account is already running ${maxPerAccount} agent turns.`, {
          max_concurrent_turns: maxPerAccount,
        });
      }
      change(accountId, 1);
      try {
        return await work();
      } finally {
        change(accountId, -1);
      }
    },
  };
}
