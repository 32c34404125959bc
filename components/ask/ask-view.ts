/** A question as it is shown: why it waits, its answer in paragraphs, its sources, and all of it as text to copy. */
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { nothingFound } from '../../lib/contract/nothing-found.ts';
import type { SearchResult } from '../../lib/search/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import type { AskPhase } from './use-ask.ts';
import { hitView } from '../app/results/hit-view.ts';
import { errorWords, type ErrorWords } from '../app/error-text.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';
import { sentenceEnds } from '../../lib/text/sentences.ts';

/** A longer answer is copied whole, but not drawn whole. */
const shownLength = 20_000;
/** An answer that takes longer counts as slow. */
const slowAfterMs = 10_000;

type Waiting = {
  /** Whole seconds since the question was asked. */
  elapsed: number;
  /** Why it takes longer, without a countdown; null while it is not slow. */
  reason: string | null;
  /** When it is retried. */
  next: string | null;
};

/** Gives what to show while an answer is pending; `now` in milliseconds since the epoch. */
export function waitingView(
  { since, wait }: Extract<AskPhase, { status: 'asking' }>,
  now: number,
): Waiting {
  const elapsedMs = Math.max(0, now - since);
  const elapsed = Math.floor(elapsedMs / 1_000);
  if (wait === null) {
    return { elapsed, reason: elapsedMs < slowAfterMs ? null : t('common_slow'), next: null };
  }
  return { elapsed, reason: waitReason(wait), next: waitNext(wait, now) };
}

/** Splits a text at blank lines; `cut` says that it is longer than what is shown. */
export function paragraphsOf(text: string): { paragraphs: readonly string[]; cut: boolean } {
  const shown = text.length > shownLength ? text.slice(0, shownLength) : text;
  const paragraphs = shown
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return { paragraphs, cut: shown.length < text.length };
}

/** Gives the sources for their cards: with a name for every Memory, and with the answer's quotes marked. */
export function namedSources({ sources, text }: AskedAnswer): readonly SearchResult[] {
  return sources.map((source) => ({
    ...source,
    memory: source.memory.trim() === '' ? t('ask_unnamed') : source.memory,
    marks: quotedSpans(source.passage, text),
  }));
}

/** Whether nothing was found to answer from. */
export function isNoAnswer({ text, sources }: AskedAnswer): boolean {
  return sources.length === 0 && text === nothingFound;
}

/** Gives the title of the sources: named by the answer, or found by a search. */
export function sourcesTitle({ sources, sourcesFrom }: AskedAnswer): string {
  if (sources.length === 0) return t('ask_sources_none');
  return sourcesFrom === 'answer'
    ? plural(sources.length, 'ask_sources_answer')
    : plural(sources.length, 'ask_sources_search');
}

/** Writes a question, its answer and its sources as plain text. */
export function answerAsText(message: string, answer: AskedAnswer): string {
  if (isNoAnswer(answer)) return [message, t('ask_nothing')].join('\n\n');
  const sources = namedSources(answer).map((source, index) => {
    const { title } = hitView(source);
    const from = [title, source.memory, source.url].filter((part) => part !== null).join(' · ');
    return `${index + 1}. ${from}\n   “${source.passage.trim().replace(/\s+/g, ' ')}”`;
  });
  const heading = sourcesTitle(answer);
  return [
    message,
    answer.text.trim(),
    sources.length === 0 ? sentences(heading, t('ask_sources_noneText')) : `${heading}:`,
    ...sources,
  ].join('\n\n');
}

/** `[start, end)` in UTF-16 code units. */
type Span = [number, number];

/** Shorter sentences match by coincidence. */
const leastLength = 12;

/** Finds the sentences of a passage that an answer quotes verbatim, without surrounding punctuation. */
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
    const said = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(line.slice(from, end));
    return said === null ? [] : [[from + said.index, from + said.index + said[0].length]];
  });
}

/** Errors that need other text here than elsewhere. */
const ownErrors: Partial<Record<AppErrorCode, Partial<Pick<ErrorWords, 'title' | 'next'>>>> = {
  'memory.capability-unavailable': {
    title: t('ask_errors_memoryCapabilityUnavailable_title'),
    next: t('ask_errors_memoryCapabilityUnavailable_next'),
  },
  'memory.not-offered': {
    title: t('ask_errors_memoryCapabilityUnavailable_title'),
    next: t('ask_errors_memoryNotOffered_next'),
  },
  'memory.unauthorized': { title: t('ask_errors_memoryUnauthorized_title') },
  'memory.timeout': {
    title: t('ask_errors_memoryTimeout_title'),
    next: t('ask_errors_memoryTimeout_next'),
  },
  'memory.validation': {
    title: t('ask_errors_memoryValidation_title'),
    next: t('ask_errors_memoryValidation_next'),
  },
};

/** Gives the text for why a question has no answer. */
export function askErrorText(error: AppError): ErrorWords {
  const text = { ...errorWords(error), ...ownErrors[error.code] };
  // Without a status no service was asked: there is no Ask key here.
  const isWithoutKey = error.code === 'memory.unauthenticated' && error.status === undefined;
  if (!isWithoutKey) return text;
  return { ...text, title: t('ask_notHere_title'), next: t('ask_notHere_next') };
}
