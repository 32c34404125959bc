import { plural, t } from '../../lib/i18n/i18n.ts';
import { nothingFound } from '../../lib/contract/nothing-found.ts';
import type { SearchResult } from '../../lib/search/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import type { AskPhase } from './use-ask.ts';
import { hitView } from '../app/results/hit-view.ts';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';
import { retryAfterOf, type AppError } from '../../lib/contract/errors.ts';
import { timeOfDay } from '../../lib/i18n/time.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';
import { sentenceEnds } from '../../lib/text/sentences.ts';

/** Longer answers are shortened on screen, but copied in full. */
const shownLength = 20_000;
/** After this long, a pending answer is described as slow. */
const slowAfterMs = 10_000;

/** Describes a pending answer. `now` is in milliseconds since the epoch. */
export function waitingView({ since, wait }: Extract<AskPhase, { status: 'asking' }>, now: number) {
  const elapsedMs = Math.max(0, now - since);
  const elapsed = Math.floor(elapsedMs / 1_000);
  if (wait === null) {
    return { elapsed, reason: elapsedMs < slowAfterMs ? null : t('common_slow'), next: null };
  }
  return { elapsed, reason: waitReason(wait), next: waitNext(wait, now) };
}

export function shownText(text: string) {
  return { shown: text.slice(0, shownLength).trim(), isCut: text.length > shownLength };
}

export function namedSources({ sources, text }: AskedAnswer): readonly SearchResult[] {
  return sources.map((source) => ({
    ...source,
    memory: source.memory.trim() === '' ? t('ask_unnamed') : source.memory,
    marks: quotedSpans(source.passage, text),
  }));
}

export function isNoAnswer({ text, sources, isUnanswered }: AskedAnswer): boolean {
  return isUnanswered === true || (sources.length === 0 && text === nothingFound);
}

export function sourcesTitle({
  sources,
  sourcesFrom,
  isQuotes,
  isUnanswered,
}: AskedAnswer): string {
  if (isUnanswered === true) return t('ask_related');
  if (isQuotes === true) return t('ask_quotes');
  return sourcesFrom === 'answer'
    ? plural(sources.length, 'ask_sources_answer')
    : t('ask_sources_search');
}

export function answerAsText(message: string, answer: AskedAnswer): string {
  const sources = namedSources(answer).map((source, index) => {
    const { title } = hitView(source);
    const from = [title, source.memory, source.url].filter((part) => part !== null).join(' · ');
    return `${index + 1}. ${from}\n   “${source.passage.trim().replace(/\s+/g, ' ')}”`;
  });
  const isNone = isNoAnswer(answer);
  // The sources contain the quotes.
  const text = answer.isQuotes === true ? [] : [answer.text.trim()];
  const none = isNone ? [] : [t('ask_sources_none')];
  return [
    message,
    ...(isNone ? [t('ask_nothing')] : text),
    ...(sources.length === 0 ? none : [`${sourcesTitle(answer)}:`]),
    ...sources,
  ].join('\n\n');
}

/** `[start, end)` in UTF-16 code units. */
type Span = [number, number];

/** Minimum length of a quoted sentence. Shorter ones match by coincidence. */
const leastLength = 12;

/** Finds the sentences of a passage that the answer quotes verbatim, without surrounding punctuation. */
export function quotedSpans(passage: string, answer: string): Span[] {
  return [...passage.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    sentencesOf(line)
      .filter(([start, end]) => end - start >= leastLength)
      .filter(([start, end]) => answer.includes(line.slice(start, end)))
      .map(([start, end]): Span => [index + start, index + end]),
  );
}

function sentencesOf(line: string): Span[] {
  const ends = sentenceEnds(line);
  return ends.flatMap((end, at): Span[] => {
    const from = ends[at - 1] ?? 0;
    const match = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(line.slice(from, end));
    return match === null ? [] : [[from + match.index, from + match.index + match[0].length]];
  });
}

/** `at` is when the question failed, in milliseconds since the epoch. */
export function askErrorText(error: AppError, at: number): ErrorWords {
  const text = errorWords(error);
  switch (error.code) {
    case 'memory.capability-unavailable':
    case 'memory.not-offered':
      return { ...text, ...unavailable };
    case 'memory.unauthenticated':
      // An error without a status didn't come from the service: no Ask key is stored in this browser.
      return error.status === undefined ? { ...text, ...unavailable } : text;
    case 'memory.unauthorized':
      return { ...text, title: t('ask_noAccess') };
    case 'memory.validation':
      return { ...text, next: t('ask_rephrase') };
    case 'memory.daily-limit':
      // With a limit of 0, there is never a time to ask again.
      return detailOf(error.details, 'max_turns_per_day') === 0
        ? { ...text, title: unavailable.title, next: t('ask_noTurns_next'), quote: null }
        : { ...text, ...askAgain(error, at) };
    case 'memory.server':
      // Only a failure of the model, not of Keepsake's service itself, names the agent.
      return detailOf(error.details, 'agent') !== undefined
        ? { ...text, title: t('ask_modelFailed'), quote: error.message }
        : text;
    default:
      return text;
  }
}

const DAY_SECONDS = 24 * 60 * 60;

/** Replaces the service's message, which gives the time in UTC. */
function askAgain(error: AppError, at: number): Partial<ErrorWords> {
  const seconds = retryAfterOf(error);
  if (seconds === null || seconds < 0 || seconds > DAY_SECONDS) return {};
  return { next: t('ask_usedUp_next', { time: timeOfDay(at + seconds * 1_000) }), quote: null };
}

/** Returns what the service reported under this name; undefined if it didn't. */
function detailOf(details: unknown, name: string): unknown {
  return typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined;
}

const unavailable = { title: t('ask_unavailable_title'), next: t('ask_unavailable_next') };
