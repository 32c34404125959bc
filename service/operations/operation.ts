/** An operation of the contract, apart from the door it is called through: REST now, tools of MCP next. */
import type * as z from 'zod/mini';
import type { AgentSettings } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { checkAccess, type Access } from '../auth/access.ts';
import type { ChooseAgent } from '../agent/agent.ts';
import type { Turns } from '../agent/turns.ts';
import type { Principal } from '../auth/principal.ts';
import type { RequestLimiter } from '../auth/request-limiter.ts';
import type { Database } from '../db/port.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import type { Learner } from '../learning/learner.ts';
import type { Clock, Logger } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { checkShape } from './check-shape.ts';

/** What every operation works with. */
export interface ServiceContext {
  readonly db: Database;
  readonly learner: Learner;
  /** Only a home that has it takes documents by address. */
  readonly loadPage?: LoadPage;
  readonly clock: Clock;
  /** Gives a new id that nobody can guess. */
  readonly newId: () => string;
  readonly logger: Logger;
  readonly limiter: RequestLimiter;
  readonly turns: Turns;
  readonly chooseAgent: ChooseAgent;
  /** For accounts whose owner chose nothing. */
  readonly defaultAgent: AgentSettings;
}

/** One call: the surroundings and who asks. */
export interface Call {
  readonly context: ServiceContext;
  readonly principal: Principal;
}

export interface Operation<Input, Answer> {
  readonly access: Access;
  readonly input: z.ZodMiniType<Input>;
  /** Search and the two adds are never refused for their number. */
  readonly unlimited?: true;
  /** Says whether a call takes a turn of the agent's, of which an account has few. */
  readonly isTurn?: (input: Input) => boolean;
  run(call: Call, input: Input): Promise<Result<Answer, Refusal>>;
}

/** Ties an operation's input to its schema. */
export function defineOperation<Input, Answer>(
  made: Operation<Input, Answer>,
): Operation<Input, Answer> {
  return made;
}

/** Checks number, access and shape, then runs; the input is not even read where one of the first two refuses. */
export async function perform<Input, Answer>(
  operation: Operation<Input, Answer>,
  call: Call,
  readInput: () => Promise<Result<unknown, Refusal>>,
): Promise<Result<Answer, Refusal>> {
  const admitted = operation.unlimited === true ? ok(null) : checkNumber(call);
  if (!admitted.ok) return admitted;
  const allowed = checkAccess(call.principal, operation.access);
  if (!allowed.ok) return allowed;
  const read = await readInput();
  if (!read.ok) return read;
  const shaped = checkShape(operation.input, read.value);
  if (!shaped.ok) return shaped;
  const run = () => operation.run(call, shaped.value);
  const isTurn = operation.isTurn?.(shaped.value) === true;
  return isTurn ? call.context.turns.take(call.principal.accountId, run) : run();
}

/** Counts a request. The limit is for keys, which others hold; the owner's own surfaces are not held up by it. */
export function checkNumber({ context: { limiter }, principal }: Call): Result<null, Refusal> {
  if (principal.owner || limiter.admit(principal.credentialId)) return ok(null);
  const limit = limiter.limitPerMinute;
  return refuse('limited', `This key may send ${limit} requests a minute.`, {
    limit_per_min: limit,
  });
}
