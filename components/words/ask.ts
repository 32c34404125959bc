/** The words of asking. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { seconds } from './time.ts';
import { counted, t } from '../../lib/language/text.ts';

export const askWords = {
  ask: t('ask_ask'),
  placeholder: t('ask_placeholder'),
  send: t('ask_send'),
  questions: t('ask_questions'),
  again: t('ask_again'),
  settings: t('ask_settings'),
  setUp: t('ask_setUp'),
  reference: (traceId: string) => t('ask_reference', { traceId }),
  stop: t('ask_stop'),
  stopped: t('ask_stopped'),
  gone: t('ask_gone'),
  empty: t('ask_empty'),
  nothing: t('ask_nothing'),
  cut: t('ask_cut'),
  copy: t('ask_copy'),
  copied: t('ask_copied'),
  notCopied: t('ask_notCopied'),
  unnamed: t('ask_unnamed'),
  sources: {
    answer: (count: number) => counted(count, 'ask_sources_answer'),
    search: (count: number) => counted(count, 'ask_sources_search'),
    none: t('ask_sources_none'),
    noneText: t('ask_sources_noneText'),
    all: (count: number) => counted(count, 'ask_sources_all'),
    fewer: t('ask_sources_fewer'),
  },
  waiting: {
    thinking: t('ask_waiting_thinking'),
    title: t('ask_waiting_title'),
    slow: t('ask_waiting_slow'),
    turn: t('ask_waiting_turn'),
    limit: (perMinute: number) => counted(perMinute, 'ask_waiting_limit'),
    limitUnknown: t('ask_waiting_limitUnknown'),
    busy: t('ask_waiting_busy'),
    retry: t('ask_waiting_retry'),
    askingIn: (count: number) => t('ask_waiting_askingIn', { count: seconds(count) }),
    askingNow: t('ask_waiting_askingNow'),
    tryingIn: (count: number) => t('ask_waiting_tryingIn', { count: seconds(count) }),
    tryingNow: t('ask_waiting_tryingNow'),
  },
  idle: {
    title: t('ask_idle_title'),
    text: t('ask_idle_text'),
    device: t('ask_idle_device'),
    turn: t('ask_idle_turn'),
    examples: t('ask_idle_examples'),
    keys: { ask: t('ask_idle_keys_ask'), newLine: t('ask_idle_keys_newLine') },
  },
  exampleQuestions: (isOnDevice: boolean) => [
    isOnDevice ? t('ask_exampleQuestions_device') : t('ask_exampleQuestions_n1'),
    t('ask_exampleQuestions_n2'),
    t('ask_exampleQuestions_n3'),
  ],
} as const;

const ownErrors: Partial<Record<AppErrorCode, Pick<ErrorWords, 'title' | 'next'>>> = {
  'memory.capability-unavailable': {
    title: t('ask_errors_memoryCapabilityUnavailable_title'),
    next: t('ask_errors_memoryCapabilityUnavailable_next'),
  },
  'memory.not-offered': {
    title: t('ask_errors_memoryNotOffered_title'),
    next: t('ask_errors_memoryNotOffered_next'),
  },
  'memory.unauthorized': {
    title: t('ask_errors_memoryUnauthorized_title'),
    next: t('ask_errors_memoryUnauthorized_next'),
  },
  'memory.timeout': {
    title: t('ask_errors_memoryTimeout_title'),
    next: t('ask_errors_memoryTimeout_next'),
  },
  'memory.rate-limited': {
    title: t('ask_errors_memoryRateLimited_title'),
    next: t('ask_errors_memoryRateLimited_next'),
  },
  'memory.turns-exhausted': {
    title: t('ask_errors_memoryTurnsExhausted_title'),
    next: t('ask_errors_memoryTurnsExhausted_next'),
  },
  'memory.validation': {
    title: t('ask_errors_memoryValidation_title'),
    next: t('ask_errors_memoryValidation_next'),
  },
};

/** No service was asked: what is missing, the error itself says. */
const notHere = { title: t('ask_notHere_title') };

/** Gives the words for why a question has no answer. */
export function askErrorWords(error: AppError): ErrorWords {
  const words = { ...errorWords(error), ...ownErrors[error.code] };
  const isOurs = error.code === 'memory.unauthenticated' && error.status === undefined;
  return isOurs ? { ...words, ...notHere, next: t('ask_notHere_next') } : words;
}
