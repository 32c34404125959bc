/** One attempt at an operation: a request sent, and its answer read whole, within one timeout. */
import type { MemoryErrorCode } from '../contracts/errors.ts';
import { discardBody, readAnswerBody, type AnswerBody } from './answer-body.ts';
import { runWithin, type Sleep } from './deadline.ts';
import { withoutSecret } from './redaction.ts';

/** Gives the credential of the moment; null where there is none, and then no `Authorization` is sent. */
export type Credential = () => Promise<string | null>;

export interface AttemptOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly credential: Credential | null;
  readonly sleep: Sleep;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Where an answer is not simply its body. */
  readonly readBody?: ReadBody;
}

export type ReadBody = (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<AnswerBody>;

export interface PreparedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** JSON text, unless `headers` name another type. */
  readonly body: string | null;
  /** Beside or instead of those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type AttemptOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | null;
      /** Free of the credential where the status says that the operation failed. */
      readonly body: AnswerBody;
    }
  | { readonly kind: 'failed'; readonly code: MemoryErrorCode; readonly message?: string };

/** Sends the request once. Rejects only where `credential` does. */
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
  // A refusal whose words never arrive is still a refusal.
  if (seen.head !== null && !isSuccess(seen.head.status)) {
    return { kind: 'answered', ...seen.head, body: { kind: 'broken' } };
  }
  return { kind: 'failed', code: 'memory.timeout' };
}

interface Head {
  readonly status: number;
  readonly retryAfter: string | null;
}

interface Exchange {
  readonly prepared: PreparedRequest;
  readonly options: AttemptOptions;
  readonly over: AbortSignal;
  /** Told as soon as it is known, since the body may never end. */
  readonly seen: { head: Head | null };
}

async function exchange({ prepared, options, over, seen }: Exchange): Promise<AttemptOutcome> {
  const secret = (await options.credential?.())?.trim() ?? null;
  if (secret !== null && !isToken(secret)) {
    return {
      kind: 'failed',
      code: 'memory.unauthenticated',
      message: 'The key holds characters that no key can have. Was it pasted whole?',
    };
  }
  if (over.aborted) return { kind: 'failed', code: 'memory.aborted' };

  const response = await send(buildRequest(prepared, secret, over), options.fetch);
  if (response === null) return { kind: 'failed', code: 'memory.unreachable' };
  if (over.aborted || isRedirect(response, prepared.url) || response.status === 0) {
    discardBody(response);
    return {
      kind: 'failed',
      code: isRedirect(response, prepared.url) ? 'memory.redirected' : 'memory.unreachable',
    };
  }

  const head = { status: response.status, retryAfter: response.headers.get('retry-after') };
  seen.head = head;
  const body = await (options.readBody ?? readAnswerBody)(response, options.maxBodyBytes, over);
  if (!isSuccess(head.status)) {
    return { kind: 'answered', ...head, body: secret === null ? body : cleaned(body, secret) };
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

/** Null where no answer came. What `fetch` threw is not looked at: its words may hold the request. */
async function send(request: Request, fetch: AttemptOptions['fetch']): Promise<Response | null> {
  try {
    return await fetch(request);
  } catch {
    return null;
  }
}

/** The last two catch a `fetch` that followed although it was told not to: its answer is not trusted. */
function isRedirect(response: Response, asked: string): boolean {
  return (
    response.type === 'opaqueredirect' ||
    (response.status >= 300 && response.status <= 399) ||
    response.redirected ||
    (response.url !== '' && new URL(response.url).origin !== new URL(asked).origin)
  );
}

/** Whether an HTTP status says that the operation was done. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Characters that a header can carry and a bearer token can have. */
function isToken(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

function cleaned(body: AnswerBody, secret: string): AnswerBody {
  return body.kind === 'json' ? { kind: 'json', value: withoutSecret(body.value, secret) } : body;
}
