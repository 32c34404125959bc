/** One attempt at an operation: sends a request and reads the whole response within one timeout. */
import type { MemoryErrorCode } from '../contract/errors.ts';
import { discardBody, readResponseBody, type ResponseBody } from './response-body.ts';
import { isRecord } from './json.ts';

/** Returns the current credential, or null to send no `Authorization` header. */
export type Credential = () => Promise<string | null>;

export interface AttemptOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly credential: Credential | null;
  readonly sleep: Sleep;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly readBody?: ReadBody;
}

export type ReadBody = (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<ResponseBody>;

interface PreparedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** JSON, unless `headers` contain another content type. */
  readonly body: string | null;
  /** Extends or overrides the default headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type AttemptOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | null;
      /** If the status is an error, the credential is redacted. */
      readonly body: ResponseBody;
    }
  | { readonly kind: 'failed'; readonly code: MemoryErrorCode; readonly message?: string };

export async function attempt(
  prepared: PreparedRequest,
  options: AttemptOptions,
  signal: AbortSignal | undefined,
): Promise<AttemptOutcome> {
  const seen: { head: Head | null } = { head: null };
  const { sleep, timeoutMs } = options;
  const ended = await runWithin((over) => exchange({ prepared, options, over, seen }), {
    sleep,
    timeoutMs,
    signal,
  });
  if (ended.by === 'done') return ended.value;
  if (ended.by === 'abort') return { kind: 'failed', code: 'memory.aborted' };
  // An error status counts even if the body never arrives.
  if (seen.head !== null && !isSuccess(seen.head.status)) {
    return { kind: 'answered', ...seen.head, body: { kind: 'broken' } };
  }
  return { kind: 'failed', code: 'memory.timeout' };
}

type Head = Pick<AttemptOutcome & { readonly kind: 'answered' }, 'status' | 'retryAfter'>;

interface Exchange {
  readonly prepared: PreparedRequest;
  readonly options: AttemptOptions;
  readonly over: AbortSignal;
  /** Set as soon as the headers arrive, because the body might never end. */
  readonly seen: { head: Head | null };
}

async function exchange({ prepared, options, over, seen }: Exchange): Promise<AttemptOutcome> {
  const { fetch } = options;
  const secret = (await options.credential?.())?.trim() ?? null;
  if (secret !== null && !/^[\x21-\x7e]+$/.test(secret)) {
    return {
      kind: 'failed',
      code: 'memory.unauthenticated',
      message: 'The key contains invalid characters. Check that it was pasted correctly.',
    };
  }
  if (over.aborted) return { kind: 'failed', code: 'memory.aborted' };

  const request = buildRequest(prepared, secret, over);
  // Drops the cause, whose message might contain the request.
  const response = await fetch(request).catch(() => null);
  if (response === null) return { kind: 'failed', code: 'memory.unreachable' };
  const hasMoved = isRedirect(response, prepared.url);
  if (over.aborted || hasMoved || response.status === 0) {
    discardBody(response);
    return { kind: 'failed', code: hasMoved ? 'memory.redirected' : 'memory.unreachable' };
  }

  const head = { status: response.status, retryAfter: response.headers.get('retry-after') };
  seen.head = head;
  const body = await (options.readBody ?? readResponseBody)(response, options.maxBodyBytes, over);
  const status = (body.kind === 'json' ? body.status : undefined) ?? head.status;
  if (!isSuccess(status)) {
    if (secret === null || body.kind !== 'json') return { kind: 'answered', ...head, status, body };
    const value = withoutSecret(body.value, secret);
    return { kind: 'answered', ...head, status, body: { kind: 'json', value } };
  }
  if (body.kind === 'broken') return { kind: 'failed', code: 'memory.unreachable' };
  return { kind: 'answered', ...head, body };
}

function buildRequest(prepared: PreparedRequest, secret: string | null, over: AbortSignal) {
  const headers = new Headers({ Accept: 'application/json' });
  if (prepared.body !== null) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(prepared.headers ?? {})) headers.set(name, value);
  if (secret !== null) headers.set('Authorization', `Bearer ${secret}`);
  return new Request(prepared.url, {
    method: prepared.method,
    headers,
    body: prepared.body,
    signal: over,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}

/** The last two conditions detect a `fetch` that followed a redirect despite `redirect: 'manual'`. */
function isRedirect(response: Response, asked: string): boolean {
  return (
    response.type === 'opaqueredirect' ||
    (response.status >= 300 && response.status <= 399) ||
    response.redirected ||
    (response.url !== '' && new URL(response.url).origin !== new URL(asked).origin)
  );
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

type Ended<T> =
  | { readonly by: 'done'; readonly value: T }
  | { readonly by: 'timeout' }
  | { readonly by: 'abort' };

interface Bounds extends Pick<AttemptOptions, 'sleep' | 'timeoutMs'> {
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs `work` until the timeout or until `signal` aborts, even if `work` ignores its own signal, which aborts at the
 * end.
 */
export async function runWithin<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { sleep, timeoutMs, signal }: Bounds,
): Promise<Ended<T>> {
  if (signal?.aborted === true) return { by: 'abort' };
  const over = new AbortController();
  const given = Promise.withResolvers<Ended<T>>();
  const giveUp = () => given.resolve({ by: 'abort' });
  signal?.addEventListener('abort', giveUp, { once: true });
  // The sleep might reject when aborted.
  sleep(timeoutMs, over.signal).then(
    () => given.resolve({ by: 'timeout' }),
    () => undefined,
  );
  try {
    const done = work(over.signal).then((value): Ended<T> => ({ by: 'done', value }));
    return await Promise.race([done, given.promise]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    over.abort();
  }
}

/** Returns false if `signal` aborts first. */
export async function pause(ms: number, sleep: Sleep, signal: AbortSignal | undefined) {
  const never = new Promise<never>(() => undefined);
  const ended = await runWithin(() => never, { sleep, timeoutMs: ms, signal });
  return ended.by === 'timeout';
}

/** Replaces `secret`, plain or percent-encoded, in every string and field name of a JSON value. */
export function withoutSecret(value: unknown, secret: string): unknown {
  const spellings = [...new Set([secret, encodeURIComponent(secret)])];
  const clean = (text: string) =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, placeholder), text);
  return mapStrings(value, clean);
}

const placeholder = '[credential]';

function mapStrings(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, clean));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [clean(name), mapStrings(inner, clean)]),
  );
}
