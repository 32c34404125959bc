/**
 * Stands before every request that carries a credential: what the service has withdrawn is refused here, in the
 * service's own words, without a request. Nor does one leave for an address that the browser no longer allows.
 *
 * The gate is at the single attempt, not at the call: a call that waits for its turn or for its next attempt when the
 * access is withdrawn makes none. What was on its way at that moment may finish.
 */
import type { Access } from '../../contracts/connections.ts';
import type { MemoryError } from '../../contracts/errors.ts';
import { err, type Result } from '../../contracts/result.ts';
import { readAnswerBody } from '../../memory/answer-body.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { failure } from '../../memory/failure.ts';
import { readConfirmation } from '../../memory/shapes/notes.ts';
import type { Heard } from './reach.ts';
import type { Withdrawals } from './withdrawals.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Which credential is guarded. */
export type GuardedCredential = { id: string; connectionId: string };

export type GuardOptions = {
  credential: GuardedCredential;
  withdrawals: Withdrawals;
  fetch: Fetch;
  /** Whether the browser lets the address be reached now; where it does not, nothing is sent. */
  isPermitted: () => Promise<boolean>;
  /** Makes a client whose every request goes through the fetch it is handed; clients of one account share its turns. */
  open: (fetch: Fetch) => MemoryClient;
  /**
   * A key that the service does not know (401) is withdrawn as a whole. Tokens are not: below `fetch` they are
   * refreshed, and only who refreshes knows whether the consent is over. That word comes without a status, since no
   * service was asked, and stands against everything.
   */
  onUnauthenticated: 'withdraw' | 'leave';
  /** Told what came of each call that was not refused beforehand. */
  heard: (heard: Heard) => void;
  now: () => number;
};

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
      // What may be sent is not known while storage does not answer: so nothing is.
      if (!(await isLoaded(withdrawals))) return err(storageSilent());
      const standing = withdrawals.find(credential.id, access);
      if (standing !== null) return err(standing.error);
      if (!(await options.isPermitted())) return err(failure('memory.not-permitted'));
      const askedAt = now();
      const answer = await perform(() => operation(client));
      options.heard({ error: answer.ok ? null : answer.error, askedAt });
      if (answer.ok) return answer;
      // What was refused here is no news; the person may even have lifted it meanwhile.
      if (answer.error.details === unpermitted) return err(failure('memory.not-permitted'));
      if (answer.error.details !== refusedHere) await note(access, answer.error);
      return err(withdrawals.find(credential.id, access)?.error ?? answer.error);
    };
  }

  /** Closes at the head of a refusal, since its body may take its time. */
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
        // It may prove to be the sentence that asks for confirmation, whatever its status: others wait for that.
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
    // It is in what was withdrawn as a whole, of which this may be but the echo.
    const standing = withdrawals.find(credential.id, access);
    if (standing?.access === 'all' && withdrawn !== 'all') return;
    const { id: credentialId, connectionId } = credential;
    await withdrawals.record({ credentialId, connectionId, access: withdrawn, error, at: now() });
  }

  function withdrawnBy(error: MemoryError, access: Access): Access | null {
    if (error.code === 'memory.unauthorized') return access;
    if (error.code !== 'memory.unauthenticated') return null;
    // Without a status it is a word of ours: about a key that was never sent, or about a consent that is over.
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

/** Waits until what is waited for is no longer replaced by something later. */
async function settled(latest: () => Promise<unknown>): Promise<void> {
  for (let seen: Promise<unknown> | null = null; seen !== latest();) {
    seen = latest();
    await seen;
  }
}

/** Bytes of an answer that are looked at for the sentence that asks for confirmation. */
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

/** An answer given in the service's stead: its own, remembered, or ours. `details` tell that it came from here. */
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
