/** Who answers a question: the port that every agent stands behind. */
import type { AgentSettings } from '../../lib/contracts/owner-api.ts';
import type { Result } from '../../lib/contracts/result.ts';
import type { Refusal } from '../refusal.ts';
import type { DescribedHit } from '../search/search-memories.ts';
import { modelAgent, type ModelSurroundings } from './model.ts';
import { quotationAgent } from './quotation.ts';

export interface Question {
  readonly message: string;
  /** Passages found for the message, best first; the only thing of the person's memory that the agent sees. */
  readonly passages: readonly DescribedHit[];
}

export interface AgentAnswer {
  readonly answer: string;
  /** The passages the answer rests on. */
  readonly sources: readonly DescribedHit[];
}

export interface Agent {
  /** Shown beside the answer, so that nobody takes one kind for another. */
  readonly name: string;
  /** Is asked only where there are passages. Fails with `incapable` where its model does not answer. */
  answer(question: Question): Promise<Result<AgentAnswer, Refusal>>;
}

/** Gives the agent an owner chose; null where it is off. */
export type ChooseAgent = (settings: AgentSettings) => Agent | null;

/** Knows every kind of agent. */
export function chooseAgent(surroundings: ModelSurroundings): ChooseAgent {
  return (settings) => {
    if (settings.mode === 'off') return null;
    return settings.mode === 'model' ? modelAgent(settings, surroundings) : quotationAgent;
  };
}
