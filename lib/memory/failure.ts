/** Makes every `MemoryError` of the client: from what happened to an attempt, and from the answers of a service. */
import type { MemoryError, MemoryErrorCode } from '../contracts/errors.ts';
import { errorEnvelopeSchema, type ErrorEnvelope } from '../contracts/memory-api.ts';
import { isRecord } from './shapes/json.ts';

/** An error that is no word of the service's: `message` is ours, and fits the code where none is given. */
export function failure(code: MemoryErrorCode, message?: string): MemoryError {
  return { code, message: message ?? ourWords[code], retryable: retryableCodes.has(code) };
}

/**
 * The error in an answer whose status says that the operation failed.
 *
 * The status settles the code; the service's own code tells the two 422s apart, and that or `details.limit_per_min`
 * the two 429s. `body` is the parsed JSON, or undefined where there was none.
 */
export function failureFromAnswer(status: number, body: unknown): MemoryError {
  const envelope = readEnvelope(body);
  const code = codeOf(status, envelope);
  const message = envelope.message?.trim() ?? '';
  return {
    code,
    message: message === '' ? ourWords[code] : message.slice(0, messageLength),
    status,
    ...(envelope.details === undefined ? {} : { details: envelope.details }),
    retryable: isRetryable(code, envelope),
    ...(envelope.trace_id ? { traceId: envelope.trace_id.slice(0, longestTraceId) } : {}),
  };
}

/** Characters of a service's message that are kept. */
const messageLength = 2_000;
const longestTraceId = 200;

const ourWords: Record<MemoryErrorCode, string> = {
  'memory.unreachable': 'The service could not be reached.',
  'memory.timeout': 'The service did not answer in time.',
  'memory.aborted': 'The request was given up.',
  'memory.malformed':
    'The answer could not be read. Perhaps this is not the address of a Personal Memory Service.',
  'memory.redirected': 'The service pointed to another address, which was not followed.',
  'memory.insecure': 'Plain http is used for this device alone. Give the service an https address.',
  'memory.validation': 'The service did not accept what was sent.',
  'memory.unauthenticated': 'The service asks for a key.',
  'memory.unauthorized': 'This key is not allowed to do that, or is no longer valid.',
  'memory.not-found': 'The service does not know this item.',
  'memory.conflict': 'Another change got in the way.',
  'memory.capability-unavailable': 'This memory has no agent or no model to run a turn with.',
  'memory.not-offered': 'This connection has no such operation.',
  'memory.not-permitted': 'The browser no longer lets Keepsake reach this address.',
  'memory.rate-limited': 'The service takes no more requests for now: too many in one minute.',
  'memory.turns-exhausted': 'The memory is busy with other turns.',
  'memory.server': 'The service failed.',
  'memory.unexpected': 'The service gave an answer that cannot be understood.',
};

const retryableCodes: ReadonlySet<MemoryErrorCode> = new Set<MemoryErrorCode>([
  'memory.unreachable',
  'memory.timeout',
  'memory.conflict',
  'memory.rate-limited',
  'memory.turns-exhausted',
  'memory.server',
]);

const statusCodes: ReadonlyMap<number, MemoryErrorCode> = new Map<number, MemoryErrorCode>([
  [400, 'memory.validation'],
  [401, 'memory.unauthenticated'],
  [403, 'memory.unauthorized'],
  [404, 'memory.not-found'],
  [408, 'memory.timeout'],
  [409, 'memory.conflict'],
  [413, 'memory.validation'],
]);

function codeOf(status: number, envelope: ErrorEnvelope): MemoryErrorCode {
  if (status >= 500 && status <= 599) return 'memory.server';
  if (status === 422) {
    return envelope.code === 'capability_unavailable'
      ? 'memory.capability-unavailable'
      : 'memory.validation';
  }
  if (status === 429) {
    const { details } = envelope;
    const isLimiter =
      envelope.code === 'rate_limited' ||
      (isRecord(details) && (details['limit_per_min'] ?? null) !== null);
    return isLimiter ? 'memory.rate-limited' : 'memory.turns-exhausted';
  }
  return statusCodes.get(status) ?? 'memory.unexpected';
}

/** The service's word counts, save that a refused credential is never tried again. */
function isRetryable(code: MemoryErrorCode, envelope: ErrorEnvelope): boolean {
  if (code === 'memory.unauthenticated' || code === 'memory.unauthorized') return false;
  return envelope.retryable ?? retryableCodes.has(code);
}

/** Some servers wrap the envelope once; fields of the wrong type are no reason to lose the others. */
function readEnvelope(body: unknown): ErrorEnvelope {
  if (!isRecord(body)) return {};
  const wrapped = body['error'] ?? body['detail'];
  const source = !Object.hasOwn(body, 'code') && isRecord(wrapped) ? wrapped : body;
  const whole = errorEnvelopeSchema.safeParse(source);
  return whole.success ? whole.data : readFieldByField(source);
}

function readFieldByField(source: Record<string, unknown>): ErrorEnvelope {
  const { code, message, details, retryable, trace_id: traceId } = source;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(details === undefined ? {} : { details }),
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...(typeof traceId === 'string' ? { trace_id: traceId } : {}),
  };
}
