/** Which failures may be over by themselves. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';

/** Says whether a failure says nothing of what was asked, and may be over once the service can be reached again. */
export function isPassing({ code }: AppError): boolean {
  return passing.has(code);
}

const passing: ReadonlySet<AppError['code']> = new Set([
  'memory.unreachable',
  'memory.timeout',
  'memory.server',
  'message.unanswered',
]);
