import type { Context, Handler, Hono } from 'hono';
import { joinBytes } from '../lib/async/bytes.ts';
import { serviceLimits } from '../lib/contract/limits.ts';
import { ok, type Result } from '../lib/contract/result.ts';
import { type Authenticator, principalOf } from './auth/credentials.ts';
import {
  perform,
  type AnyOperation,
  type RestRoute,
  type ServiceContext,
} from './operations/operation.ts';
import { timestamp } from './ports.ts';
import { envelope, refuse, type Refusal } from './refusal.ts';

export interface ServiceEnv {
  Variables: { traceId: string };
}

export interface RouteDependencies {
  readonly context: ServiceContext;
  readonly authenticator: Authenticator;
  /** The origin at which the caller reaches the service, such as `http://127.0.0.1:4321`. */
  readonly baseUrl: (request: Request) => string;
}

export type RouteGroup = (app: Hono<ServiceEnv>, dependencies: RouteDependencies) => void;

export function restRoutes(operations: readonly AnyOperation[]): RouteGroup {
  return (app, dependencies) => {
    for (const operation of operations) {
      const { rest } = operation;
      if (rest === undefined) continue;
      const path = rest.path.replaceAll(/\{(\w+)\}/g, ':$1');
      app.on(rest.method.toUpperCase(), path, handlerOf(operation, rest, dependencies));
    }
  };
}

function handlerOf(
  operation: AnyOperation,
  rest: RestRoute<object>,
  { context, authenticator, baseUrl }: RouteDependencies,
): Handler<ServiceEnv> {
  return async (hono) => {
    const { raw } = hono.req;
    const traceId = hono.get('traceId');
    const principal = await principalOf(raw, authenticator);
    if (!principal.ok) return envelope(principal.error, traceId);
    const result = await perform(operation, { context, principal: principal.value }, async () => {
      const input = await readInput(hono, rest.from);
      return rest.withBaseUrl === true ? withFields(input, { baseUrl: baseUrl(raw) }) : input;
    });
    if (!result.ok) return envelope(result.error, traceId);
    if (rest.respond !== undefined) return rest.respond(result.value, timestamp(context.clock));
    const status = rest.statusOf?.(result.value) ?? rest.status ?? 200;
    return Response.json(result.value, { status });
  };
}

async function readInput(
  { req }: Context<ServiceEnv>,
  from: RestRoute<object>['from'],
): Promise<Result<unknown, Refusal>> {
  switch (from) {
    case 'url':
      return urlFields(req);
    case 'body':
      return jsonBody(req.raw);
    case 'body-and-path':
      return withFields(await jsonBody(req.raw), req.param());
    case 'stream':
      return ok({ file: await chunksOf(req.raw) });
  }
}

function urlFields(req: Context<ServiceEnv>['req']): Result<unknown, Refusal> {
  const repeated = Object.entries(req.queries()).find(([, values]) => values.length > 1)?.[0];
  if (repeated !== undefined) {
    return refuse('invalid', `"${repeated}" is sent more than once.`, { field: repeated });
  }
  return ok({ ...req.query(), ...req.param() });
}

/** An input that isn't an object stays unchanged, for its schema to refuse. */
function withFields(
  input: Result<unknown, Refusal>,
  fields: Readonly<Record<string, string>>,
): Result<unknown, Refusal> {
  const isObject = input.ok && typeof input.value === 'object' && input.value !== null;
  return isObject && !Array.isArray(input.value) ? ok({ ...input.value, ...fields }) : input;
}

/** JSON can write one character of `content` as six; the rest is for `metadata` and the other fields. */
const MAX_BODY_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;

/** `malformed` if the body isn't JSON, whatever its declared type; `invalid` if it's too large. */
export async function jsonBody(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Result<unknown, Refusal>> {
  const bytes = await boundedBytes(request, limit);
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)));
  } catch {
    return refuse('malformed', 'The body is not valid JSON in UTF-8.');
  }
}

export async function boundedBytes(
  request: Request | Response,
  limit: number,
): Promise<Result<Uint8Array, Refusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of await chunksOf(request)) {
    length += chunk.byteLength;
    if (length > limit) return tooLarge(limit);
    chunks.push(chunk);
  }
  return ok(joinBytes(chunks));
}

/** Firefox's requests have no `body` to stream. */
async function chunksOf(request: Request | Response) {
  return request.body ?? [new Uint8Array(await request.arrayBuffer())];
}

function tooLarge(limit: number) {
  return refuse('invalid', `The body is larger than ${limit} bytes.`, { limit });
}
