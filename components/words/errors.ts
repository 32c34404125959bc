/** Every failure in plain words: what happened, and what the person can do next. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { t } from '../../lib/language/text.ts';

export type ErrorWords = {
  title: string;
  next: string;
  /** What the service itself said, where that helps. */
  quote: string | null;
  /** Named when the problem is reported to whoever runs the service. */
  traceId: string | null;
};

/** Gives the words for an error. */
export function errorWords(error: AppError): ErrorWords {
  const key = keyOf(error.code);
  const quote = quoted.has(error.code) && error.message.trim() !== '' ? error.message : null;
  const traceId = 'traceId' in error ? (error.traceId ?? null) : null;
  return { title: t(`errors_${key}_title`), next: t(`errors_${key}_next`, ways), quote, traceId };
}

/** What the next step may name. */
const ways = { updateNow: t('saves_actions_updateNow') };

/** The errors of which the service's own words say more than ours, so they are shown as well. */
const quoted: ReadonlySet<AppErrorCode> = new Set([
  'memory.validation',
  'memory.unauthorized',
  'memory.capability-unavailable',
  'memory.unexpected',
  'consent.unreachable',
  'consent.refused',
  'save.unlearned',
]);

/** A code as the key of a message has it, which may hold neither dots nor hyphens. */
type KeyOf<Code extends string> = Code extends `${infer Head}.${infer Tail}`
  ? `${Head}_${KeyOf<Tail>}`
  : Code extends `${infer Head}-${infer Tail}`
    ? `${Head}_${KeyOf<Tail>}`
    : Code;

function keyOf<Code extends AppErrorCode>(code: Code): KeyOf<Code> {
  // The methods of strings know no template types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return code.replaceAll(/[.-]/gu, '_') as KeyOf<Code>;
}
