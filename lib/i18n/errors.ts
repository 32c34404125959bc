import type { AppError, AppErrorCode } from '../contract/errors.ts';
import { t, type TextKey } from './i18n.ts';

export type ErrorWords = {
  title: string;
  next: string;
  /** The service's own message, if it adds to ours. */
  quote: string | null;
  /** Identifies the request when contacting the service's admin. */
  traceId: string | null;
};

export function errorWords(error: AppError): ErrorWords {
  const quote = quoted.has(error.code) && error.message.trim() !== '' ? error.message : null;
  const traceId = 'traceId' in error ? (error.traceId ?? null) : null;
  return {
    title: t(`errors_${keyOf(error.code)}_title`),
    next: nextOf(error.code),
    quote,
    traceId,
  };
}

function nextOf(code: AppErrorCode): string {
  if (hasSharedAdvice(code)) return t(sharedAdvice[code]);
  return t(`errors_${keyOf(code)}_next`, { updateNow: t('saves_actions_updateNow') });
}

/** Next steps that several errors share. */
const sharedAdvice = {
  'message.unanswered': 'errors_next_retry',
  internal: 'errors_next_retry',
  'consent.server': 'errors_next_later',
  'consent.timeout': 'errors_next_later',
  'memory.server': 'errors_next_later',
  'memory.timeout': 'errors_next_later',
  'memory.rate-limited': 'errors_next_later',
  'memory.turns-exhausted': 'errors_next_later',
  'consent.bad-address': 'errors_next_https',
  'memory.insecure': 'errors_next_https',
  'message.invalid': 'errors_next_reopen',
  'message.refused': 'errors_next_reopen',
  'consent.unreachable': 'errors_next_checkConnection',
  'memory.unreachable': 'errors_next_checkConnection',
  'consent.malformed': 'errors_next_report',
  'consent.refused': 'errors_next_report',
  'memory.malformed': 'errors_next_report',
  'memory.unexpected': 'errors_next_report',
  'consent.storage': 'errors_next_freeSpace',
  'storage.failed': 'errors_next_freeSpace',
  'pdf.broken': 'errors_next_saveAddress',
  'pdf.encrypted': 'errors_next_saveAddress',
  'pdf.no-text': 'errors_next_saveAddress',
  'consent.untrusted': 'errors_next_checkAddress',
  'memory.redirected': 'errors_next_checkAddress',
} as const satisfies Partial<Record<AppErrorCode, TextKey>>;

function hasSharedAdvice(code: AppErrorCode): code is keyof typeof sharedAdvice {
  return code in sharedAdvice;
}

/** Errors for which the service's message is more specific than ours, so that it's shown as well. */
const quoted: ReadonlySet<AppErrorCode> = new Set([
  'memory.validation',
  'memory.unauthorized',
  'memory.capability-unavailable',
  'memory.quota-exceeded',
  'memory.turns-exhausted',
  'memory.daily-limit',
  'memory.unexpected',
  'consent.unreachable',
  'consent.refused',
  'save.unlearned',
]);

/** Replaces dots and hyphens with underscores, because message keys can't contain them. */
type KeyOf<Code extends string> = Code extends `${infer Head}.${infer Tail}`
  ? `${Head}_${KeyOf<Tail>}`
  : Code extends `${infer Head}-${infer Tail}`
    ? `${Head}_${KeyOf<Tail>}`
    : Code;

function keyOf<Code extends AppErrorCode>(code: Code): KeyOf<Code> {
  // String methods lose template literal types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return code.replaceAll(/[.-]/gu, '_') as KeyOf<Code>;
}
