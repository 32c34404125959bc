import type { ConsentError, MemoryError, MemoryErrorCode } from '../../contract/errors.ts';
import type { AsyncResult } from '../../contract/result.ts';
import { failure } from '../failure.ts';

/** The result of an authorization step. */
export type Outcome<T> = AsyncResult<T, ConsentError>;

type ConsentErrorCode = ConsentError['code'];

export function consentError(
  code: ConsentErrorCode,
  more: Partial<Pick<ConsentError, 'message' | 'reason' | 'origin'>> = {},
): ConsentError {
  return { code, message: messages[code], retryable: retryableCodes.has(code), ...more };
}

/** Converts to an error of a memory operation, whose callers don't need to know how a token is obtained. */
export function toMemoryError({ code, message }: ConsentError): MemoryError {
  return failure(memoryCodes[code] ?? 'memory.unexpected', message);
}

const messages: Record<ConsentErrorCode, string> = {
  'consent.unreachable': 'The authorization server could not be reached.',
  'consent.timeout': 'The authorization server did not respond in time.',
  'consent.bad-address':
    'The service needs an https address. Plain http works for this device only.',
  'consent.not-offered':
    'This service does not support connecting in the browser. Connect with a key instead.',
  'consent.unsupported': 'The authorization server lacks a protection that Keepsake requires.',
  'consent.untrusted': 'The service named an address that doesn’t belong to it.',
  'consent.busy': 'Another authorization window is open.',
  'consent.denied': 'Access was not approved.',
  'consent.unknown': 'This approval was not expected. Start again.',
  'consent.refused': 'The authorization server refused access.',
  'consent.ended': 'Access has ended. Connect again.',
  'consent.server': 'The authorization server failed or is busy.',
  'consent.malformed': 'The authorization server’s response could not be read.',
  'consent.storage': 'The browser could not store the approval.',
};

const retryableCodes: ReadonlySet<ConsentErrorCode> = new Set<ConsentErrorCode>([
  'consent.unreachable',
  'consent.timeout',
  'consent.server',
]);

const memoryCodes: Partial<Record<ConsentErrorCode, MemoryErrorCode>> = {
  'consent.unreachable': 'memory.unreachable',
  'consent.timeout': 'memory.timeout',
  'consent.ended': 'memory.unauthenticated',
  'consent.server': 'memory.server',
  'consent.malformed': 'memory.malformed',
};
