/** Who answers a question: the port that every agent stands behind. */
import type { AgentMode } from '../../lib/contracts/owner-api.ts';
import type { DescribedHit } from '../search/search-memories.ts';
import { quotationAgent } from './quotation.ts';

export interface Question {
  readonly message: string;
  /** Passages found for the message, best first; the only thing of the person's memory that the agent sees. */
  readonly passages: readonly DescribedHit[];
}

export interface AgentAnswer {
  readonly answer: string;
  /** The passages the answer rests on, in its order. */
  readonly sources: readonly DescribedHit[];
}

export interface Agent {
  /** Shown beside the answer, so that nobody takes one kind for another. */
  readonly name: string;
  answer(question: Question): Promise<AgentAnswer>;
}

/** Gives the agent an owner chose; null where it is off. */
export function agentFor(mode: AgentMode): Agent | null {
  return mode === 'off' ? null : quotationAgent;
}
