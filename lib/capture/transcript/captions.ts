import { escapeMarkdown } from '../markdown/escape-markdown.ts';

export type Cue = {
  start: number;
  text: string;
};

/** More than the captions of a day-long video. */
const maxCues = 50_000;

/** Parses WebVTT or SubRip; returns no cues for other files. */
export function parseWebVtt(file: string): Cue[] {
  const found: { start: number; lines: string[] }[] = [];
  let currentLines: string[] | null = null;
  let previousLine = '';
  let isNumbered = false;
  for (const line of file.split(/\r\n?|\n/)) {
    const start = startOf(line);
    if (start !== null) {
      const isNumber = /^\d+$/.test(previousLine.trim());
      if (found.length === 0) isNumbered = isNumber;
      // A timestamp starts a cue even if the blank line before it is missing; the cue number above it isn't text.
      if (isNumbered && isNumber) currentLines?.pop();
      currentLines = [];
      found.push({ start, lines: currentLines });
    } else if (line === '') currentLines = null;
    else currentLines?.push(line);
    previousLine = line;
  }
  return found
    .slice(0, maxCues)
    .map(({ start, lines }) => ({ start, text: plainLines(lines.join('\n')) }))
    .filter(({ text }) => text !== '');
}

function startOf(line: string): number | null {
  const time = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s+-->/.exec(line);
  return time === null ? null : clockSeconds(time);
}

/** Expects a match with groups for hours (optional), minutes and seconds. */
export function clockSeconds([, hours = '0', minutes, seconds]: RegExpExecArray): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export function plainLines(cue: string): string {
  return cue
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll('\n', ' '))
    .split('\n')
    .map(plainWords)
    .filter((line) => line !== '')
    .join('\n');
}

/** `<v Ada>` becomes `Ada:`, other tags are removed, character references are decoded. */
export function plainWords(cue: string): string {
  // Collapsing whitespace first and matching no tags inside tags keeps the patterns linear.
  return cue
    .replace(/\s+/g, ' ')
    .replace(/<v(?:\.[^\s<>]*)? ([^<>]+)>/g, '$1: ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:(amp|lt|gt|nbsp|lrm|rlm|quot|apos)|#(x[\da-f]{1,6}|\d{1,7}));/gi, decodeReference)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Leaves invalid numeric references as they are. */
function decodeReference(reference: string, name: string | undefined, number = ''): string {
  if (name !== undefined) return characters[name.toLowerCase()] ?? '';
  const code = Number(`0${number}`);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : reference;
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  apos: "'",
};

/** After this many seconds, a paragraph ends with the current sentence. */
const minParagraphSeconds = 30;
/** After this many seconds, a paragraph ends even within a sentence, because captions often lack punctuation. */
const maxParagraphSeconds = 60;
/** More lines than live captions show at a time. */
const maxRepeatedLines = 8;

/** Returns paragraphs of about half a minute, each starting with its time (`1:05`). */
export function transcriptParagraphs(cues: readonly Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  const paragraphs: { start: number; words: string[] }[] = [];
  for (const { start, text } of withoutRepeats(ordered)) {
    const last = paragraphs.at(-1);
    if (last === undefined || isParagraphFull(last, start))
      paragraphs.push({ start, words: [text] });
    else last.words.push(text);
  }
  return paragraphs
    .map(({ start, words }) => `${timeText(start)} ${escapeMarkdown(words.join(' '))}`)
    .join('\n\n');
}

function isParagraphFull(
  { start, words }: { start: number; words: readonly string[] },
  now: number,
) {
  const elapsed = now - start;
  if (elapsed >= maxParagraphSeconds) return true;
  return elapsed >= minParagraphSeconds && /[.!?…。！？]["'”’)\]]*$/u.test(words.at(-1) ?? '');
}

/** Removes repetitions: live captions show earlier lines again, or a line with words added. */
function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const newCues: Cue[] = [];
  let previousLines: string[] = [];
  for (const { start, text } of cues) {
    const lines = text.split('\n');
    const from = previousLines.findIndex((_, at) => isRepeated(previousLines.slice(at), lines));
    const last = previousLines.at(-1) ?? '';
    const repeated = from === -1 ? 0 : previousLines.length - from;
    const rest = lines.slice(repeated);
    // The last repeated line may have grown.
    const addition = lines[repeated - 1]?.slice(last.length).trim() ?? '';
    const newText = [addition, ...rest].filter((line) => line !== '').join(' ');
    if (newText !== '') newCues.push({ start, text: newText });
    previousLines = lines.slice(-maxRepeatedLines);
  }
  return newCues;
}

/** Returns whether `lines` starts with the lines already shown, the last of which may be unfinished. */
function isRepeated(shown: readonly string[], lines: readonly string[]): boolean {
  return shown.every((line, at) =>
    at === shown.length - 1 ? `${lines[at] ?? ''} `.startsWith(`${line} `) : lines[at] === line,
  );
}

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const padded = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0
    ? `${hours}:${padded(minutes)}:${padded(whole % 60)}`
    : `${minutes}:${padded(whole % 60)}`;
}
