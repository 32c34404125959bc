import type { Context, Handler, Hono } from 'hono';
import { joinBytes } from '../lib/async/bytes.ts';
import { serviceLimits } from '../lib/contract/limits.ts';
import { ok, type Result } from '../lib/contract/result.ts';
import { type Authenticator, principalOf } from './auth/credentials.ts';
import {
  perform,
  type AnyOperation,
  type Call,
  type RestRoute,
  type ServiceContext,
} from './operations/operation.ts';
import { timestamp } from './ports.ts';
import { envelope, refuse, type Refusal } from './refusal.ts';

/** Who sent a request, as far as the runtime knows. */
export interface Caller {
  /** IP address. */
  readonly address?: string;
}

export interface ServiceEnv {
  Bindings: Caller;
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
    const idempotencyKey = raw.headers.get('idempotency-key') ?? '';
    const sent = { signal: raw.signal, idempotencyKey };
    const respond = async (stream?: Stream) => {
      const call = { context, principal: principal.value, ...sent, ...stream };
      const result = await perform(operation, call, async () => {
        const isOwners = operation.access === 'owner' || operation.access === 'operator';
        const input = await readInput(hono, rest, isOwners);
        return rest.withBaseUrl === true ? withFields(input, { baseUrl: baseUrl(raw) }) : input;
      });
      if (!result.ok) return envelope(result.error, traceId);
      if (rest.respond !== undefined) return rest.respond(result.value, timestamp(context.clock));
      const status = rest.statusOf?.(result.value) ?? rest.status ?? 200;
      return Response.json(result.value, { status });
    };
    const isStreamed =
      rest.streams === true && (raw.headers.get('accept') ?? '').includes(eventStream);
    return isStreamed ? streamed(respond, raw.signal) : respond();
  };
}

const eventStream = 'text/event-stream';

type Stream = Required<Pick<Call, 'signal' | 'onText'>>;

/**
 * Sends the parts of a response as they come, each as an event `{ text }`. The last event is `{ status, body }` with
 * the whole response. A response without parts is sent unchanged. `signal` aborts if the caller disconnects.
 */
function streamed(
  respond: (stream: Stream) => Promise<Response>,
  gone: AbortSignal,
): Promise<Response> {
  const first = Promise.withResolvers<Response>();
  const left = new AbortController();
  const encoder = new TextEncoder();
  let events: ReadableStreamDefaultController<Uint8Array> | null = null;

  function send(event: object): void {
    if (left.signal.aborted) return;
    events?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
  }

  function onText(text: string): void {
    if (events === null) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (events = controller),
        cancel: () => left.abort(),
      });
      first.resolve(new Response(body, { headers: { 'content-type': eventStream } }));
    }
    send({ text });
  }

  async function end(): Promise<void> {
    const response = await respond({ signal: AbortSignal.any([left.signal, gone]), onText });
    first.resolve(response);
    if (events === null) return;
    send({ status: response.status, body: await response.json() });
    if (!left.signal.aborted) events.close();
  }

  end().catch((error: unknown) => {
    first.reject(error);
    if (!left.signal.aborted) events?.error(error);
  });
  return first.promise;
}

/** The owner's routes take fields from the query string and the body alike, so that none is silently ignored. */
async function readInput(
  { req }: Context<ServiceEnv>,
  { from = 'url' }: RestRoute<object>,
  isOwners: boolean,
): Promise<Result<unknown, Refusal>> {
  const body = await bodyFields(req.raw, from, isOwners);
  if (from !== 'url' && !isOwners) return body;
  const repeated = Object.entries(req.queries()).find(([, values]) => values.length > 1)?.[0];
  if (repeated !== undefined) return refuseRepeated(repeated);
  return withFields(withFields(body, req.query()), req.param());
}

async function bodyFields(
  request: Request,
  from: RestRoute<object>['from'],
  isOwners: boolean,
): Promise<Result<unknown, Refusal>> {
  if (from === 'stream') return ok({ file: await chunksOf(request) });
  if (from === 'body') return jsonBody(request);
  const bytes = isOwners ? await boundedBytes(request, MAX_BODY_BYTES) : null;
  if (bytes?.ok === false) return bytes;
  return bytes === null || bytes.value.length === 0 ? ok({}) : parseJson(bytes.value);
}

/** Adds fields to an input. An input that isn't an object stays unchanged, so that its schema rejects it. */
function withFields(
  input: Result<unknown, Refusal>,
  fields: Readonly<Record<string, string>>,
): Result<unknown, Refusal> {
  if (!input.ok || typeof input.value !== 'object' || input.value === null) return input;
  const { value } = input;
  if (Array.isArray(value)) return input;
  const repeated = Object.keys(fields).find((name) => Object.hasOwn(value, name));
  return repeated === undefined ? ok({ ...value, ...fields }) : refuseRepeated(repeated);
}

function refuseRepeated(field: string) {
  return refuse('invalid', `"${field}" is sent more than once.`, { field });
}

/** JSON can write one character of `content` as six; the rest is for `metadata` and the other fields. */
const MAX_BODY_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;

/**
 * Reads a JSON body. It is `malformed` if it isn't JSON, whatever its declared type, and `invalid` if it's too large.
 */
export async function jsonBody(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Result<unknown, Refusal>> {
  const bytes = await boundedBytes(request, limit);
  return bytes.ok ? parseJson(bytes.value) : bytes;
}

function parseJson(bytes: Uint8Array): Result<unknown, Refusal> {
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return refuse('malformed', 'The body is not valid JSON in UTF-8.');
  }
}

export async function boundedBytes(
  request: Request | Response,
  limit: number,
): Promise<Result<Uint8Array, Refusal>> {
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > limit;
  const bytes = isTooLarge ? null : await bytesWithin(await chunksOf(request), limit);
  return bytes === null ? tooLarge(limit) : ok(bytes);
}

/** Returns null, and stops reading, if there are more bytes than the limit. */
export async function bytesWithin(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}

/** Streams a body. In Firefox, requests have no `body`, so it is read whole. */
async function chunksOf(request: Request | Response) {
  return request.body ?? [new Uint8Array(await request.arrayBuffer())];
}

function tooLarge(limit: number) {
  return refuse('invalid', `The body is larger than ${limit} bytes.`, { limit });
}
