/** Errors as text, and which of them are worth a retry. */
import type { AppError } from '../../lib/contract/errors.ts';

export { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';

/** Whether an error says nothing about the request itself, so that a retry can succeed once the service is reachable. */
export function isTransient({ code }: AppError): boolean {
  return transient.has(code);
}

const transient: ReadonlySet<AppError['code']> = new Set([
  'memory.unreachable',
  'memory.timeout',
  'memory.server',
  'message.unanswered',
]);
