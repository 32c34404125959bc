import './passage.css';
import { ChevronDown } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/i18n.ts';

type PassageProps = {
  passage: string;
  marks: readonly Span[];
  quoted?: boolean;
  /** Whether to show the whole passage instead of three lines around the matches. */
  whole: boolean;
  ref?: RefObject<HTMLParagraphElement | null>;
};

/** Shows a passage with a button that expands it. */
export function Passage(given: Pick<PassageProps, 'passage' | 'marks' | 'quoted'>) {
  const { ref, whole, setWhole, isCut } = usePassageFold(given);
  return (
    <>
      <PassageText ref={ref} {...given} whole={whole} />
      {isCut ? <MoreButton whole={whole} onClick={() => setWhole(!whole)} /> : null}
    </>
  );
}

type MoreButtonProps = { whole: boolean; label?: string; onClick: () => void };

export function MoreButton({ whole, label = t('common_showMore'), onClick }: MoreButtonProps) {
  return (
    <button type="button" className="passage-more" aria-expanded={whole} onClick={onClick}>
      {whole ? t('common_showLess') : label}
      <ChevronDown size={14} />
    </button>
  );
}

export function PassageText({ passage, marks, quoted, whole, ref }: PassageProps) {
  const { parts, cutBefore, cutAfter } = passageWindow(passage, marks, whole);
  return (
    <p
      ref={ref}
      className="passage"
      data-quoted={quoted || undefined}
      data-whole={whole || undefined}
      dir="auto"
    >
      {cutBefore ? '… ' : null}
      {parts.map(({ key, text, marked }) => (marked ? <mark key={key}>{text}</mark> : text))}
      {cutAfter ? ' …' : null}
    </p>
  );
}

/** `isCut` is true if the passage in `ref` is shortened, or would be when collapsed. */
export function usePassageFold({ passage, marks }: Pick<PassageProps, 'passage' | 'marks'>) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [isClamped, setIsClamped] = useState(false);
  useLayoutEffect(() => {
    const shown = ref.current;
    if (shown === null || whole) return undefined;
    const measure = () => setIsClamped(shown.scrollHeight > shown.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [whole]);
  const { cutBefore, cutAfter } = passageWindow(passage, marks, false);
  return { ref, whole, setWhole, isCut: cutBefore || cutAfter || isClamped };
}

/** `[start, end)` in UTF-16 code units. */
export type Span = readonly [number, number];
type PassagePart = { key: number; text: string; marked: boolean };

/** Length of the shown part of a long passage, in characters. */
const narrow = {
  length: 280,
  /** Number of characters to show before the matches. */
  beforeMark: 50,
  /** Maximum distance between matches that are shown together: about two lines of a narrow panel. */
  together: 110,
  /** A passage that exceeds `length` by no more than this is shown whole. */
  tolerance: 60,
};
const wide: typeof narrow = { length: 140, beforeMark: 25, together: 55, tolerance: 30 };

/** Returns the part of the passage with the most different matches close together, or all of it if `whole`. */
export function passageWindow(passage: string, marks: readonly Span[], whole: boolean) {
  const spans = tidySpans(passage, marks);
  const [start, end] = whole ? [0, passage.length] : windowOf(passage, spans);
  return {
    parts: partsOf(passage, spans, [start, end]),
    cutBefore: start > 0,
    cutAfter: end < passage.length,
  };
}

function windowOf(passage: string, spans: readonly Span[]): Span {
  const { length, beforeMark, together, tolerance } = measureFor(passage);
  if (passage.length <= length + tolerance) return [0, passage.length];
  const firstMark = densestFrom(passage, spans, together);
  const wanted = Math.min(firstMark - beforeMark, passage.length - length);
  const start = wanted <= beforeMark / 2 ? 0 : wordStartAfter(passage, wanted);
  const end = start + length;
  if (end + tolerance / 2 >= passage.length) return [start, passage.length];
  return [start, wordEndBefore(passage, end)];
}

/** Returns the start of the first span that has the most different words within `together` characters. */
function densestFrom(passage: string, spans: readonly Span[], together: number): number {
  const words = spans.map(([from, to]) => passage.slice(from, to).toLowerCase());
  const counts = new Map<string, number>();
  let [best, bestCount, next] = [spans[0]?.[0] ?? 0, 0, 0];
  for (const [index, [from]] of spans.entries()) {
    for (; (spans[next]?.[1] ?? Infinity) <= from + together; next += 1) {
      const word = words[next] ?? '';
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    if (counts.size > bestCount) [best, bestCount] = [from, counts.size];
    const word = words[index] ?? '';
    const left = (counts.get(word) ?? 0) - 1;
    if (left > 0) counts.set(word, left);
    else counts.delete(word);
    next = Math.max(next, index + 1);
  }
  return best;
}

function measureFor(passage: string): typeof narrow {
  const sample = passage.slice(0, 200);
  const wides = sample.match(/[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu)?.length ?? 0;
  return wides * 2 > sample.length ? wide : narrow;
}

/** How far to look for a word boundary. Some scripts have none. */
const reach = 24;

function wordStartAfter(text: string, index: number): number {
  const gap = text.slice(index, index + reach).search(/\s\S/u);
  return gap < 0 ? safeCut(text, index) : index + gap + 1;
}

function wordEndBefore(text: string, index: number): number {
  const gap = text.slice(index - reach, index).search(/\s\S*$/u);
  return gap < 0 ? safeCut(text, index) : index - reach + gap;
}

/** Moves a cut so that it doesn't split surrogate pairs or combining characters. */
function safeCut(text: string, index: number): number {
  let cut = index;
  while (
    cut < text.length &&
    cut < index + reach &&
    /^[\uDC00-\uDFFF\p{M}\u200D]/u.test(text.slice(cut))
  )
    cut += 1;
  return cut;
}

/** Sorts and joins spans. A service's spans may overlap, be reversed, or exceed the text. */
function tidySpans(passage: string, marks: readonly Span[]): readonly Span[] {
  const tidy: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = tidy.at(-1);
    const start = Math.max(0, from, last?.[1] ?? 0);
    const end = Math.min(passage.length, to);
    if (start >= end) continue;
    if (last !== undefined && /^\s?$/u.test(passage.slice(last[1], start))) last[1] = end;
    else tidy.push([start, end]);
  }
  return tidy;
}

function partsOf(passage: string, spans: readonly Span[], [start, end]: Span): PassagePart[] {
  const parts: PassagePart[] = [];
  const add = (from: number, to: number, marked: boolean) => {
    if (from < to) parts.push({ key: from, text: passage.slice(from, to), marked });
  };
  let at = start;
  for (const [from, to] of spans) {
    if (to <= start || from >= end) continue;
    add(at, Math.max(from, start), false);
    add(Math.max(from, start), Math.min(to, end), true);
    at = Math.min(to, end);
  }
  add(at, end, false);
  return parts;
}
