/** What can go wrong between a service, its authorization server and the person's consent. */
import type { ConsentError, MemoryError, MemoryErrorCode } from '../../contracts/errors.ts';
import { failure } from '../failure.ts';

type ConsentErrorCode = ConsentError['code'];

/** Makes an error, in words that fit its code where none are given. */
export function consentError(
  code: ConsentErrorCode,
  more: Partial<Pick<ConsentError, 'message' | 'reason' | 'origin'>> = {},
): ConsentError {
  return { code, message: ourWords[code], retryable: retryableCodes.has(code), ...more };
}

/** The same, as a call of the service tells it: who calls has no interest in how a token is come by. */
export function toMemoryError({ code, message }: ConsentError): MemoryError {
  return failure(memoryCodes[code] ?? 'memory.unexpected', message);
}

const ourWords: Record<ConsentErrorCode, string> = {
  'consent.unreachable': 'The server that gives the consent could not be reached.',
  'consent.timeout': 'The server that gives the consent did not answer in time.',
  'consent.bad-address': 'The service needs an https address; plain http is for this device alone.',
  'consent.not-offered':
    'This service offers no consent in the browser. Connect with a key instead.',
  'consent.unsupported':
    'The server that gives the consent lacks a protection that Keepsake insists on.',
  'consent.untrusted':
    'The service pointed to a place or a name that does not belong to it, which was not followed.',
  'consent.busy': 'Another window for a consent is open.',
  'consent.denied': 'The consent was not given.',
  'consent.unknown': 'Keepsake was not waiting for this consent. Start again.',
  'consent.refused': 'The server refused to give the consent.',
  'consent.ended': 'The consent has ended. Connect again.',
  'consent.server': 'The server that gives the consent fails or is busy.',
  'consent.malformed': 'The answer of the server that gives the consent could not be read.',
  'consent.storage': 'The browser could not store the consent.',
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
