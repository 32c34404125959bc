/** What stands of a question: why it waits, its answer in paragraphs, and the same as text to take along. Pure. */
import { sentences } from '../../lib/language/text.ts';
import { nothingFound } from '../../lib/contracts/nothing-found.ts';
import type { AskedAnswer, RecallHit } from '../../lib/contracts/recall.ts';
import type { AskPhase } from '../hooks/ask-state.ts';
import { hitView } from '../recall/hit-view.ts';
import { askWords } from '../words/ask.ts';
import { quotedSpans } from './quoted-spans.ts';
import { waitNext, waitReason } from './wait-words.ts';

/** More of an answer than this is copied, but not drawn. */
const shownLength = 20_000;
/** An answer that takes longer than this is said to, in milliseconds. */
const slowAfterMs = 10_000;

export type Waiting = {
  /** Whole seconds since the question was asked. */
  elapsed: number;
  /** What is waited for, without the seconds that pass; null while all is as usual. */
  reason: string | null;
  /** When it is asked again. */
  next: string | null;
};

/** Gives what is said while an answer is waited for; `now` in milliseconds since the epoch. */
export function waitingView(
  { since, wait }: Extract<AskPhase, { status: 'asking' }>,
  now: number,
): Waiting {
  const elapsedMs = Math.max(0, now - since);
  const elapsed = Math.floor(elapsedMs / 1_000);
  if (wait === null) {
    return { elapsed, reason: elapsedMs < slowAfterMs ? null : askWords.waiting.slow, next: null };
  }
  return { elapsed, reason: waitReason(wait), next: waitNext(wait, now) };
}

/** Cuts a text at its blank lines; `cut` tells that there is more than is shown. */
export function paragraphsOf(text: string): { paragraphs: readonly string[]; cut: boolean } {
  const shown = text.length > shownLength ? text.slice(0, shownLength) : text;
  const paragraphs = shown
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return { paragraphs, cut: shown.length < text.length };
}

/** Gives the sources as their cards need them: of a Memory that has a name, and marked where the answer quotes them. */
export function namedSources({ sources, text }: AskedAnswer): readonly RecallHit[] {
  return sources.map((source) => ({
    ...source,
    memory: source.memory.trim() === '' ? askWords.unnamed : source.memory,
    marks: quotedSpans(source.passage, text),
  }));
}

/** Says whether it is none: nothing was found to answer from. */
export function isNoAnswer({ text, sources }: AskedAnswer): boolean {
  return sources.length === 0 && text === nothingFound;
}

/** Says above the sources how they came to be named. */
export function sourcesTitle({ sources, sourcesFrom }: AskedAnswer): string {
  if (sources.length === 0) return askWords.sources.none;
  return askWords.sources[sourcesFrom](sources.length);
}

/** Writes a question, its answer and its sources as plain text; an answer goes nowhere without them. */
export function answerAsText(message: string, answer: AskedAnswer): string {
  if (isNoAnswer(answer)) return [message, askWords.nothing].join('\n\n');
  const sources = namedSources(answer).map((source, index) => {
    const { title } = hitView(source);
    const from = [title, source.memory, source.url].filter((part) => part !== null).join(' · ');
    return `${index + 1}. ${from}\n   “${source.passage.trim().replace(/\s+/g, ' ')}”`;
  });
  const heading = sourcesTitle(answer);
  return [
    message,
    answer.text.trim(),
    sources.length === 0 ? sentences(heading, askWords.sources.noneText) : `${heading}:`,
    ...sources,
  ].join('\n\n');
}
