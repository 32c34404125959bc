/** Joins the short lines of captions to paragraphs that read as text, each with its time. */
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import type { Cue } from './web-vtt.ts';

/** A paragraph ends with the first sentence that ends after so many seconds … */
const paragraphSeconds = 30;
/** … or after so many, where captions have no full stops. */
const longestSeconds = 60;
/** More lines than live captions show at a time. */
const mostRepeated = 8;

/** Gives Markdown: a paragraph for about each half minute, begun by its time as plain text (`1:05`). */
export function transcriptParagraphs(cues: readonly Cue[]): string {
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  const paragraphs: { start: number; words: string[] }[] = [];
  for (const { start, text } of withoutRepeats(ordered)) {
    const last = paragraphs.at(-1);
    if (last === undefined || isOver(last, start)) paragraphs.push({ start, words: [text] });
    else last.words.push(text);
  }
  return paragraphs
    .map(({ start, words }) => `${timeText(start)} ${escapeMarkdown(words.join(' '))}`)
    .join('\n\n');
}

function isOver({ start, words }: { start: number; words: readonly string[] }, now: number) {
  const passed = now - start;
  if (passed >= longestSeconds) return true;
  return passed >= paragraphSeconds && /[.!?…。！？]["'”’)\]]*$/u.test(words.at(-1) ?? '');
}

/** Live captions repeat the lines above, or the line with the next words; a repeat says nothing new. */
function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const fresh: Cue[] = [];
  let before: string[] = [];
  for (const { start, text } of cues) {
    const lines = text.split('\n');
    const from = before.findIndex((_, at) => isRepeated(before.slice(at), lines));
    const last = before.at(-1) ?? '';
    const repeated = from === -1 ? 0 : before.length - from;
    const rest = lines.slice(repeated);
    // The last of them may have grown.
    const grown = lines[repeated - 1]?.slice(last.length).trim() ?? '';
    const said = [grown, ...rest].filter((line) => line !== '').join(' ');
    if (said !== '') fresh.push({ start, text: said });
    before = lines.slice(-mostRepeated);
  }
  return fresh;
}

/** Whether a cue begins with these lines, the last of which may go on. */
function isRepeated(shown: readonly string[], lines: readonly string[]): boolean {
  return shown.every((line, at) =>
    at === shown.length - 1 ? `${lines[at] ?? ''} `.startsWith(`${line} `) : lines[at] === line,
  );
}

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}
