import './passage.css';
import { useState } from 'react';
import { t } from '../../../lib/i18n/i18n.ts';

type PassageProps = {
  passage: string;
  marks: readonly Span[];
  quoted: boolean;
};

/** Long passages can be expanded. */
export function Passage({ passage, marks, quoted }: PassageProps) {
  const [whole, setWhole] = useState(false);
  const { parts, cutBefore, cutAfter } = passageWindow(passage, marks, whole);
  const isLong = whole || cutBefore || cutAfter;
  return (
    <>
      <p className="passage" data-quoted={quoted || undefined} dir="auto">
        {cutBefore ? '… ' : null}
        {parts.map(({ key, text, marked }) => (marked ? <mark key={key}>{text}</mark> : text))}
        {cutAfter ? ' …' : null}
      </p>
      {isLong ? (
        <button
          type="button"
          className="passage-more"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('common_showLess') : t('common_showMore')}
        </button>
      ) : null}
    </>
  );
}

/** `[start, end)` in UTF-16 code units. */
export type Span = readonly [number, number];
type PassagePart = { key: number; text: string; marked: boolean };

/** In characters. */
type Measure = {
  length: number;
  /** How much can precede the first match. */
  beforeMark: number;
  /** Passages longer by up to this are shown whole. */
  tolerance: number;
};
const narrow: Measure = { length: 280, beforeMark: 70, tolerance: 60 };
const wide: Measure = { length: 140, beforeMark: 35, tolerance: 30 };

/** Includes the first match; `whole` cuts nothing. */
export function passageWindow(passage: string, marks: readonly Span[], whole: boolean) {
  const spans = tidySpans(passage, marks);
  const [start, end] = whole ? [0, passage.length] : windowOf(passage, spans[0]?.[0] ?? 0);
  return {
    parts: partsOf(passage, spans, [start, end]),
    cutBefore: start > 0,
    cutAfter: end < passage.length,
  };
}

function windowOf(passage: string, firstMark: number): Span {
  const { length, beforeMark, tolerance } = measureFor(passage);
  if (passage.length <= length + tolerance) return [0, passage.length];
  const wanted = Math.min(firstMark - beforeMark, passage.length - length);
  const start = wanted <= beforeMark / 2 ? 0 : wordStartAfter(passage, wanted);
  const end = start + length;
  if (end + tolerance / 2 >= passage.length) return [start, passage.length];
  return [start, wordEndBefore(passage, end)];
}

function measureFor(passage: string): Measure {
  const sample = passage.slice(0, 200);
  const wides = sample.match(/[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu)?.length ?? 0;
  return wides * 2 > sample.length ? wide : narrow;
}

/** Maximum distance to a word boundary; some scripts have none. */
const reach = 24;

function wordStartAfter(text: string, index: number): number {
  const gap = text.slice(index, index + reach).search(/\s\S/u);
  return gap < 0 ? safeCut(text, index) : index + gap + 1;
}

function wordEndBefore(text: string, index: number): number {
  const gap = text.slice(index - reach, index).search(/\s\S*$/u);
  return gap < 0 ? safeCut(text, index) : index - reach + gap;
}

/** Doesn't split surrogate pairs or combining characters. */
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

/** Spans of a service can overlap, be reversed or exceed the text. */
function tidySpans(passage: string, marks: readonly Span[]): readonly Span[] {
  const tidy: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = tidy.at(-1);
    const start = Math.max(0, from, last?.[1] ?? 0);
    const end = Math.min(passage.length, to);
    if (start >= end) continue;
    // Adjacent matches become one.
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
