/** The agent's turns: how many an account may have at once. */
import type { Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';

export interface Turns {
  /** Does the work as one turn of the account; refuses, and does nothing, where all are taken. */
  take<T>(accountId: string, work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>>;
}

/** Makes the count of turns, none taken. */
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
        return refuse('busy', `This account runs ${maxPerAccount} agent turns already.`, {
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
