/**
 * Guards every request that carries a credential. What the service has withdrawn is refused here with the service's own
 * error, without a request; so is an address that the browser no longer allows.
 *
 * The guard works on single attempts, not calls: a call that is waiting for an agent turn or its next attempt when
 * access is withdrawn sends nothing more. A request already on its way may finish.
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
  /** Whether the browser allows requests to the address now. If not, nothing is sent. */
  isPermitted: () => Promise<boolean>;
  /**
   * Makes a client that sends every request through the given fetch. Clients of one account share a concurrency limit.
   */
  open: (fetch: Fetch) => MemoryClient;
  /**
   * A 401 withdraws a key completely. It doesn't withdraw tokens: they are refreshed below `fetch`, and only that layer
   * knows whether the grant has ended. Its error has no status, since no service was asked, and withdraws everything.
   */
  onUnauthenticated: 'withdraw' | 'leave';
  /** Called with the outcome of each call that was sent. */
  onOutcome: (outcome: CallOutcome) => void;
  now: () => number;
};

/** The result of a call: `error` is null if it was answered, `askedAt` is when it began. */
export type CallOutcome = { error: MemoryError | null; askedAt: number };

/** Thrown by a `Credential` that has nothing to give, so that no request leaves without one. */
export class CredentialUnavailable extends Error {
  readonly reason: MemoryError;

  constructor(reason: MemoryError) {
    super(reason.code);
    this.name = 'CredentialUnavailable';
    this.reason = reason;
  }
}

/** Makes the guarded client of one credential. */
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
      const standing = withdrawals.find(credential.id, access);
      if (standing !== null) return err(standing.error);
      if (!(await options.isPermitted())) return err(failure('memory.not-permitted'));
      const askedAt = now();
      const answer = await perform(() => operation(client));
      options.onOutcome({ error: answer.ok ? null : answer.error, askedAt });
      if (answer.ok) return answer;
      // The refusal came from here, so it says nothing new. The person may have lifted it in the meantime.
      if (answer.error.details === unpermitted) return err(failure('memory.not-permitted'));
      if (answer.error.details !== refusedHere) await note(access, answer.error);
      return err(withdrawals.find(credential.id, access)?.error ?? answer.error);
    };
  }

  /** Acts on the headers of a refusal, since its body can take long. */
  function gate(access: Access): Fetch {
    let looking: Promise<unknown> = Promise.resolve();

    return async (request) => {
      if (!(await options.isPermitted())) {
        return refusalOf(failure('memory.not-permitted'), unpermitted);
      }
      await settled(() => looking);
      const standing = withdrawals.find(credential.id, access);
      if (standing !== null) return refusalOf(standing.error, refusedHere);
      const response = await options.fetch(request);
      if (!isRefusal(response.status)) return response;
      if (access === 'delete') {
        // It may turn out to be a request for confirmation, at any status, so other requests wait until that is known.
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
    // A withdrawal of everything covers this one, which may be a consequence of it.
    const standing = withdrawals.find(credential.id, access);
    if (standing?.access === 'all' && withdrawn !== 'all') return;
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

/** How much of an answer is read to recognise a request for confirmation. */
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

/** Answers in the service's place. `details` mark the answer as made here. */
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
