/** An operation of the contract, apart from the door it is called through: REST now, tools of MCP next. */
import type * as z from 'zod/mini';
import { type Result } from '../../lib/contracts/result.ts';
import { checkAccess, type Access } from '../auth/access.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../db/port.ts';
import type { Learner } from '../learning/learner.ts';
import type { Clock, Logger } from '../ports.ts';
import type { Refusal } from '../refusal.ts';
import { checkShape } from './check-shape.ts';

/** What every operation works with. */
export interface ServiceContext {
  readonly db: Database;
  readonly learner: Learner;
  readonly clock: Clock;
  /** Gives a new id that nobody can guess. */
  readonly newId: () => string;
  readonly logger: Logger;
}

/** One call: the surroundings and who asks. */
export interface Call {
  readonly context: ServiceContext;
  readonly principal: Principal;
}

export interface Operation<Input, Answer> {
  readonly access: Access;
  readonly input: z.ZodMiniType<Input>;
  run(call: Call, input: Input): Promise<Result<Answer, Refusal>>;
}

/** Ties an operation's input to its schema. */
export function defineOperation<Input, Answer>(
  made: Operation<Input, Answer>,
): Operation<Input, Answer> {
  return made;
}

/** Checks access, then the shape of the input, then runs; the input is not even read where access is refused. */
export async function perform<Input, Answer>(
  operation: Operation<Input, Answer>,
  call: Call,
  readInput: () => Promise<Result<unknown, Refusal>>,
): Promise<Result<Answer, Refusal>> {
  const allowed = checkAccess(call.principal, operation.access);
  if (!allowed.ok) return allowed;
  const read = await readInput();
  if (!read.ok) return read;
  const shaped = checkShape(operation.input, read.value);
  return shaped.ok ? operation.run(call, shaped.value) : shaped;
}
