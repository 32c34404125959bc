import type { MemoryError, MemoryErrorCode } from '../contract/errors.ts';
import * as z from 'zod/mini';
import { errorEnvelopeSchema } from '../contract/memory-api.ts';
import { isRecord } from './json.ts';

export function failure(code: MemoryErrorCode, message?: string): MemoryError {
  return { code, message: message ?? defaultMessages[code], retryable: retryableCodes.has(code) };
}

/** The status determines the code. The envelope distinguishes the errors with 422 and those with 429. */
export function failureFromResponse(status: number, body: unknown): MemoryError {
  const envelope = readEnvelope(body);
  const code = codeOf(status, envelope);
  const message = envelope.message?.trim() ?? '';
  return {
    code,
    message: message === '' ? defaultMessages[code] : message.slice(0, messageLength),
    status,
    ...(envelope.details === undefined ? {} : { details: envelope.details }),
    retryable: isRetryable(code, envelope),
    ...(envelope.trace_id ? { traceId: envelope.trace_id.slice(0, longestTraceId) } : {}),
  };
}

const messageLength = 2_000;
const longestTraceId = 200;

const defaultMessages: Record<MemoryErrorCode, string> = {
  'memory.unreachable': 'The service could not be reached.',
  'memory.timeout': 'The service did not respond in time.',
  'memory.aborted': 'The request was canceled.',
  'memory.malformed':
    'The response could not be read. Check that this is the address of a Personal Memory Service.',
  'memory.redirected': 'The service redirected to another address. The redirect was not followed.',
  'memory.insecure': 'Plain http works for this device only. Use an https address.',
  'memory.validation': 'The service rejected the request.',
  'memory.unauthenticated': 'The service requires a key.',
  'memory.unauthorized': 'This key does not allow that, or is no longer valid.',
  'memory.not-found': 'The service does not have this item.',
  'memory.conflict': 'Another change was made at the same time.',
  'memory.capability-unavailable': 'No agent or model is set up.',
  'memory.quota-exceeded': 'The account has reached its quota.',
  'memory.not-offered': 'Not available with this connection.',
  'memory.not-permitted': 'Keepsake no longer has permission to reach this address.',
  'memory.rate-limited': 'Too many requests in one minute.',
  'memory.turns-exhausted': 'The service is busy with other questions.',
  'memory.daily-limit': 'The daily limit is reached.',
  'memory.server': 'The service failed.',
  'memory.unexpected': 'Unexpected response from the service.',
};

const retryableCodes: ReadonlySet<MemoryErrorCode> = new Set<MemoryErrorCode>([
  'memory.unreachable',
  'memory.timeout',
  'memory.conflict',
  'memory.rate-limited',
  'memory.turns-exhausted',
  'memory.daily-limit',
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

const unprocessableCodes: ReadonlyMap<string, MemoryErrorCode> = new Map<string, MemoryErrorCode>([
  ['capability_unavailable', 'memory.capability-unavailable'],
  ['quota_exceeded', 'memory.quota-exceeded'],
]);

function codeOf(status: number, envelope: ErrorEnvelope): MemoryErrorCode {
  if (status >= 500 && status <= 599) return 'memory.server';
  if (status === 422) {
    return unprocessableCodes.get(envelope.code ?? '') ?? 'memory.validation';
  }
  if (status === 429) {
    const details = isRecord(envelope.details) ? envelope.details : {};
    const has = (name: string) => (details[name] ?? null) !== null;
    if (envelope.code === 'rate_limited' || has('limit_per_min')) return 'memory.rate-limited';
    return has('max_turns_per_day') ? 'memory.daily-limit' : 'memory.turns-exhausted';
  }
  return statusCodes.get(status) ?? 'memory.unexpected';
}

/** Uses the service's flag, except that a rejected credential is never retryable. */
function isRetryable(code: MemoryErrorCode, envelope: ErrorEnvelope): boolean {
  if (code === 'memory.unauthenticated' || code === 'memory.unauthorized') return false;
  return envelope.retryable ?? retryableCodes.has(code);
}

const { code, message, details, retryable, trace_id } = errorEnvelopeSchema.shape;
/** Fields with the wrong type are skipped. */
// oxlint-disable promise/valid-params -- this `catch` is zod's
const lenientEnvelopeSchema = z.object({
  code: z.catch(code, undefined),
  message: z.catch(message, undefined),
  details,
  retryable: z.catch(retryable, undefined),
  trace_id: z.catch(trace_id, undefined),
});
// oxlint-enable promise/valid-params
type ErrorEnvelope = z.infer<typeof lenientEnvelopeSchema>;

/** Some servers wrap the envelope in another object. */
function readEnvelope(body: unknown): ErrorEnvelope {
  const wrapped = isRecord(body) ? (body['error'] ?? body['detail']) : undefined;
  const isWrapped = isRecord(body) && !Object.hasOwn(body, 'code') && isRecord(wrapped);
  return lenientEnvelopeSchema.safeParse(isWrapped ? wrapped : body).data ?? {};
}
