/**
 * Guards every request that carries a credential: what the service withdrew is refused here with
 * its own error, and so is an address the browser no longer allows. Works on attempts, not calls: a
 * waiting call sends nothing after a withdrawal.
 */
import type { Access } from './model.ts';
import type { MemoryError } from '../contract/errors.ts';
import { err, type Result } from '../contract/result.ts';
import { readAnswerBody } from '../memory-client/answer-body.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { failure } from '../memory-client/failure.ts';
import { readConfirmation } from '../memory-client/answers.ts';
import type { Withdrawals } from './withdrawals.ts';

export type Fetch = (request: Request) => Promise<Response>;

export type GuardOptions = {
  credential: { id: string; connectionId: string };
  withdrawals: Withdrawals;
  fetch: Fetch;
  /** Whether the browser allows the address now; if not, nothing is sent. */
  isPermitted: () => Promise<boolean>;
  /** Clients of one account share a concurrency limit. */
  open: (fetch: Fetch) => MemoryClient;
  /**
   * A 401 withdraws a key, but not tokens: only the layer below `fetch` knows if the grant ended.
   */
  onUnauthenticated: 'withdraw' | 'leave';
  /** Called for each call that was sent. */
  onOutcome: (outcome: CallOutcome) => void;
  now: () => number;
};

/** `error` is null if answered; `askedAt` is when the call began. */
export type CallOutcome = { error: MemoryError | null; askedAt: number };

/** Thrown by a `Credential` without a value, so that no request leaves without one. */
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

  type Operation<T> = (client: MemoryClient) => Promise<Result<T, MemoryError>>;

  function guarded(access: Access) {
    const client = options.open(gate(access));
    return async <T>(operation: Operation<T>): Promise<Result<T, MemoryError>> => {
      // Without storage it isn't known what was withdrawn, so nothing is sent.
      if (!(await isLoaded(withdrawals))) return err(storageSilent());
      const found = withdrawals.find(credential.id, access);
      if (found !== null) return err(found.error);
      if (!(await options.isPermitted())) return err(failure('memory.not-permitted'));
      const askedAt = now();
      const answer = await perform(() => operation(client));
      options.onOutcome({ error: answer.ok ? null : answer.error, askedAt });
      if (answer.ok) return answer;
      // Ignore our own refusal: the person may have lifted the block since.
      if (answer.error.details === unpermitted) return err(failure('memory.not-permitted'));
      if (answer.error.details !== refusedHere) await note(access, answer.error);
      return err(withdrawals.find(credential.id, access)?.error ?? answer.error);
    };
  }

  /** Acts on the headers, since a body can take long. */
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
      if (!isRefusal(response.status)) return response;
      if (access === 'delete') {
        // It may be a request for confirmation, at any status; other requests wait until that's
        // known.
        looking = Promise.all([looking, lookInto(response.clone(), request.signal)]);
      } else {
        void note(access, failureOf(response.status));
      }
      return response;
    };
  }

  async function lookInto(refusal: Response, signal: AbortSignal): Promise<void> {
    const isQuestion = await asksForConfirmation(refusal, signal);
    if (!isQuestion) void note('delete', failureOf(refusal.status));
  }

  async function note(access: Access, error: MemoryError): Promise<void> {
    const withdrawn = withdrawnBy(error, access);
    if (withdrawn === null) return;
    // A withdrawal of everything covers this one, and may have caused it.
    const found = withdrawals.find(credential.id, access);
    if (found?.access === 'all' && withdrawn !== 'all') return;
    const { id: credentialId, connectionId } = credential;
    await withdrawals.record({ credentialId, connectionId, access: withdrawn, error, at: now() });
  }

  function withdrawnBy(error: MemoryError, access: Access): Access | null {
    if (error.code === 'memory.unauthorized') return access;
    if (error.code !== 'memory.unauthenticated') return null;
    // An error without a status is our own: a key that was never sent, or a grant that has ended.
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

/** Waits until the latest promise has settled. */
async function settled(latest: () => Promise<unknown>): Promise<void> {
  for (let seen: Promise<unknown> | null = null; seen !== latest();) {
    seen = latest();
    await seen;
  }
}

/** Enough to recognize a request for confirmation. */
const sentenceBytes = 64 * 1024;

async function asksForConfirmation(response: Response, signal: AbortSignal): Promise<boolean> {
  const body = await readAnswerBody(response, sentenceBytes, signal);
  return body.kind === 'json' && readConfirmation(body.value) !== null;
}

async function isLoaded(withdrawals: Withdrawals): Promise<boolean> {
  try {
    await withdrawals.load();
    return true;
  } catch {
    return false;
  }
}

function storageSilent(): MemoryError {
  return failure('memory.unreachable', 'The browser’s storage did not answer.');
}

async function perform<T>(
  operation: () => Promise<Result<T, MemoryError>>,
): Promise<Result<T, MemoryError>> {
  try {
    return await operation();
  } catch (cause) {
    if (cause instanceof CredentialUnavailable) return err(cause.reason);
    throw cause;
  }
}

const refusedHere = 'keepsake.refused-here';
const unpermitted = 'keepsake.not-permitted';

/** `details` marks the answer as made here. */
function refusalOf({ status, message, traceId }: MemoryError, details: string): Response {
  const envelope = {
    code: 'unauthorized',
    message,
    trace_id: traceId,
    details,
    retryable: false,
  };
  return Response.json(envelope, { status: status ?? 403 });
}

function failureOf(status: number): MemoryError {
  const code = status === 401 ? 'memory.unauthenticated' : 'memory.unauthorized';
  return { ...failure(code), status };
}
