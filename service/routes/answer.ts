/** Turns an operation into a REST handler: who asks, what was sent, what comes back. */
import type { Context, Handler } from 'hono';
import { ok, type Result } from '../../lib/contracts/result.ts';
import type { Authenticator } from '../auth/principal.ts';
import { principalOf } from '../auth/bearer.ts';
import { perform, type Operation, type ServiceContext } from '../operations/operation.ts';
import { envelope, refuse, type Refusal } from '../refusal.ts';
import { jsonBody } from './body.ts';

/** What the middleware of the app leaves for the handlers. */
export interface ServiceEnv {
  Variables: { traceId: string };
}

export interface Doorway {
  readonly context: ServiceContext;
  readonly authenticator: Authenticator;
}

type SuccessStatus = 200 | 201 | 202;

export interface RestOperation<Input, Answer> {
  readonly operation: Operation<Input, Answer>;
  /** Status of a success, 200 where it is left out. */
  readonly status?: SuccessStatus | ((answer: Answer) => SuccessStatus);
  /** Collects the input from path, query or body; not called where access is refused. */
  readonly input: (
    context: Context<ServiceEnv>,
  ) => Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;
}

/** Serves an operation. */
export function answer<Input, Answer>(
  { context, authenticator }: Doorway,
  { operation, status = 200, input }: RestOperation<Input, Answer>,
): Handler<ServiceEnv> {
  return async (hono) => {
    const principal = await principalOf(hono.req.raw, authenticator);
    if (!principal.ok) return envelope(principal.error, hono.get('traceId'));
    const result = await perform(operation, { context, principal: principal.value }, async () =>
      input(hono),
    );
    if (!result.ok) return envelope(result.error, hono.get('traceId'));
    return Response.json(result.value, {
      status: typeof status === 'function' ? status(result.value) : status,
    });
  };
}

/** The input of an operation that takes it from a JSON object, and what it is done to from the path. */
export async function fromBodyAndPath({
  req,
}: Context<ServiceEnv>): Promise<Result<unknown, Refusal>> {
  const body = await jsonBody(req.raw);
  const isObject = body.ok && typeof body.value === 'object' && body.value !== null;
  if (!isObject || Array.isArray(body.value)) return body;
  return ok({ ...body.value, ...req.param() });
}

/** The input of an operation that takes it from the path and the query string, which may say each thing once. */
export function fromUrl({ req }: Context<ServiceEnv>): Result<unknown, Refusal> {
  const twice = Object.entries(req.queries()).find(([, values]) => values.length > 1)?.[0];
  if (twice !== undefined) {
    return refuse('invalid', `"${twice}" is sent more than once.`, { field: twice });
  }
  return ok({ ...req.query(), ...req.param() });
}
