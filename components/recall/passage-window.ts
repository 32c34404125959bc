/** Which part of a passage is shown, and which of its words are marked. Pure. */

/** `[start, end)` in UTF-16 code units. */
export type Span = readonly [number, number];

export type PassagePart = { key: number; text: string; marked: boolean };

export type PassageWindow = {
  parts: readonly PassagePart[];
  cutBefore: boolean;
  cutAfter: boolean;
};

/** In characters of an alphabet; those of scripts without one take and say about twice as much. */
type Measure = {
  /** How much of a passage is shown at first. */
  length: number;
  /** How much of that may stand before the first marked word. */
  beforeMark: number;
  /** A passage this little longer is shown whole: “More” would cost more room than it saves. */
  tolerance: number;
};
const narrow: Measure = { length: 280, beforeMark: 70, tolerance: 60 };
const wide: Measure = { length: 140, beforeMark: 35, tolerance: 30 };

/** Cuts a passage to a window that shows its first marked word; `whole` cuts nothing. */
export function passageWindow(
  passage: string,
  marks: readonly Span[],
  whole: boolean,
): PassageWindow {
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

/** Looks no further than this for the edge of a word; some scripts have none. */
const reach = 24;

function wordStartAfter(text: string, index: number): number {
  const gap = text.slice(index, index + reach).search(/\s\S/u);
  return gap < 0 ? safeCut(text, index) : index + gap + 1;
}

function wordEndBefore(text: string, index: number): number {
  const gap = text.slice(index - reach, index).search(/\s\S*$/u);
  return gap < 0 ? safeCut(text, index) : index - reach + gap;
}

/** Moves a cut forward so that it parts no surrogate pair and no letter from its combining marks. */
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

/** What comes from elsewhere may overlap, run backwards or reach beyond the text. */
function tidySpans(passage: string, marks: readonly Span[]): readonly Span[] {
  const tidy: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = tidy.at(-1);
    const start = Math.max(0, from, last?.[1] ?? 0);
    const end = Math.min(passage.length, to);
    if (start >= end) continue;
    // Words side by side are marked in one stroke, as a pen would.
    if (last !== undefined && /^\s?$/u.test(passage.slice(last[1], start))) last[1] = end;
    else tidy.push([start, end]);
  }
  return tidy;
}

function partsOf(
  passage: string,
  spans: readonly Span[],
  [start, end]: Span,
): readonly PassagePart[] {
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
