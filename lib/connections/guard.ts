/**
 * Guards every request that carries a credential. Rejects requests whose access the service has withdrawn, with the
 * service's own error, and requests to addresses that the browser no longer allows. Guards each attempt, not each call,
 * so a waiting call sends nothing after a withdrawal.
 */
import type { Access } from './model.ts';
import type { MemoryError } from '../contract/errors.ts';
import { type AsyncResult, err, type Result } from '../contract/result.ts';
import { capabilitiesPath } from '../memory-client/ask-stream.ts';
import { readResponseBody } from '../memory-client/response-body.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { failure } from '../memory-client/failure.ts';
import { readConfirmation } from '../memory-client/responses.ts';
import type { Withdrawals } from './withdrawals.ts';

export type Fetch = (request: Request) => Promise<Response>;

export type GuardOptions = {
  credential: { id: string; connectionId: string };
  withdrawals: Withdrawals;
  fetch: Fetch;
  /** Whether the browser allows the address now; if not, nothing is sent. */
  isPermitted: () => Promise<boolean>;
  open: (fetch: Fetch) => MemoryClient;
  /** A 401 withdraws a key, but not tokens: only the layer below `fetch` knows whether the grant has ended. */
  onUnauthenticated: 'withdraw' | 'leave';
  /** Called after each call that wasn't rejected in advance. */
  onOutcome: (outcome: CallOutcome) => void;
  now: () => number;
};

/** `error` is null if the call succeeded; `askedAt` is the time at which the call began. */
export type CallOutcome = { error: MemoryError | null; askedAt: number };

/** Thrown by a `Credential` that has no value, so that no request is sent without a credential. */
export class CredentialUnavailable extends Error {
  readonly reason: MemoryError;

  constructor(reason: MemoryError) {
    super(reason.code);
    this.name = 'CredentialUnavailable';
    this.reason = reason;
  }
}

export function guardClient(options: GuardOptions): MemoryClient {
  const { credential, withdrawals, now } = options;
  const rest = guarded('all');
  const profile = guarded('profile');
  const write = guarded('write');
  const remove = guarded('delete');
  const ask = guarded('ask');

  type Operation<T> = (client: MemoryClient) => AsyncResult<T, MemoryError>;

  function guarded(access: Access) {
    const client = options.open(gate(access));
    return async <T>(operation: Operation<T>): AsyncResult<T, MemoryError> => {
      const isLoaded = await withdrawals.load().then(
        () => true,
        () => false,
      );
      // Without storage, the withdrawals are unknown, so nothing is sent.
      if (!isLoaded) return err(storageSilent);
      const found = withdrawals.find(credential.id, access);
      if (found !== null) return err(found.error);
      if (!(await options.isPermitted())) return err(failure('memory.not-permitted'));
      const askedAt = now();
      const answer = await operation(client).catch(refusalFrom);
      options.onOutcome({ error: answer.ok ? null : answer.error, askedAt });
      if (answer.ok) return answer;
      // Don't record rejections that came from here: the person might have granted the permission or lifted the
      // withdrawal since.
      if (answer.error.details === unpermitted) return err(failure('memory.not-permitted'));
      if (answer.error.details !== refusedHere) await note(access, answer.error);
      return err(withdrawals.find(credential.id, access)?.error ?? answer.error);
    };
  }

  /** Acts on the response's headers, because the body might take a long time to arrive. */
  function gate(access: Access): Fetch {
    let looking: Promise<unknown> = Promise.resolve();

    return async (request) => {
      if (!(await options.isPermitted())) {
        return refusalOf(failure('memory.not-permitted'), unpermitted);
      }
      await settled(() => looking);
      const found = withdrawals.find(credential.id, access);
      if (found !== null) return refusalOf(found.error, refusedHere);
      const response = await options.fetch(request);
      // A service that doesn't know this address might refuse it, which says nothing about the key.
      const isOptional = new URL(request.url).pathname.endsWith(capabilitiesPath);
      if (isOptional || !isRefusal(response.status)) return response;
      if (access === 'delete') {
        // A rejection with any status may be a request for confirmation. Other deletions wait until that's known.
        looking = Promise.all([looking, lookInto(response.clone(), request.signal)]);
      } else {
        void note(access, failureOf(response.status));
      }
      return response;
    };
  }

  async function lookInto(refusal: Response, signal: AbortSignal): Promise<void> {
    const body = await readResponseBody(refusal, sentenceBytes, signal);
    const isQuestion = body.kind === 'json' && readConfirmation(body.value) !== null;
    if (!isQuestion) void note('delete', failureOf(refusal.status));
  }

  async function note(access: Access, error: MemoryError): Promise<void> {
    const withdrawn = withdrawnBy(error, access);
    if (withdrawn === null) return;
    // A withdrawal of everything covers this access, and might have caused this error.
    const found = withdrawals.find(credential.id, access);
    if (found?.access === 'all' && withdrawn !== 'all') return;
    const { id: credentialId, connectionId } = credential;
    await withdrawals.record({ credentialId, connectionId, access: withdrawn, error, at: now() });
  }

  function withdrawnBy(error: MemoryError, access: Access): Access | null {
    if (error.code === 'memory.unauthorized') return access;
    if (error.code !== 'memory.unauthenticated') return null;
    // An error without a status is from the client: the key was never sent, or the grant has ended.
    const isOurs = error.status === undefined;
    return isOurs === (options.onUnauthenticated === 'leave') ? 'all' : null;
  }

  function isRefusal(status: number): boolean {
    return status === 403 || (status === 401 && options.onUnauthenticated === 'withdraw');
  }

  return {
    containers: { list: (call) => rest((client) => client.containers.list(call)) },
    documents: {
      add: (input, call) => write((client) => client.documents.add(input, call)),
      list: (input, call) => rest((client) => client.documents.list(input, call)),
      get: (input, call) => rest((client) => client.documents.get(input, call)),
      delete: (input, call) => remove((client) => client.documents.delete(input, call)),
    },
    memories: {
      add: (input, call) => write((client) => client.memories.add(input, call)),
      forget: (input, call) => remove((client) => client.memories.forget(input, call)),
    },
    search: (input, call) => rest((client) => client.search(input, call)),
    profile: (input, call) => profile((client) => client.profile(input, call)),
    ask: (input, call) => ask((client) => client.ask(input, call)),
    rules: (call) => rest((client) => client.rules(call)),
  };
}

/** Waits until the latest promise has settled, even if it's replaced meanwhile. */
async function settled(latest: () => Promise<unknown>): Promise<void> {
  for (let seen: Promise<unknown> | null = null; seen !== latest();) {
    seen = latest();
    await seen;
  }
}

/** Bytes to read; enough to recognize a request for confirmation. */
const sentenceBytes = 64 * 1024;

const storageSilent = failure('memory.unreachable', 'The browser’s storage did not respond.');

function refusalFrom(cause: unknown): Result<never, MemoryError> {
  if (cause instanceof CredentialUnavailable) return err(cause.reason);
  throw cause;
}

const refusedHere = 'keepsake.refused-here';
const unpermitted = 'keepsake.not-permitted';

/** `details` marks the response as created here. */
function refusalOf({ status, message, traceId }: MemoryError, details: string): Response {
  const envelope = { code: 'unauthorized', message, trace_id: traceId, details, retryable: false };
  return Response.json(envelope, { status: status ?? 403 });
}

function failureOf(status: number): MemoryError {
  const code = status === 401 ? 'memory.unauthenticated' : 'memory.unauthorized';
  return { ...failure(code), status };
}
