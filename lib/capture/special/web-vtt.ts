/** Reads the captions of a video from a WebVTT file. */

export type Cue = {
  /** Seconds from the start of the video. */
  start: number;
  /** With the line breaks of the captions. */
  text: string;
};

/** More than the captions of a day-long video. */
const mostCues = 50_000;

/**
 * Gives the cues of a WebVTT (or SubRip) file, in the order of the file and without tags; none where it is no such
 * file. Notes, styles and regions are left out.
 */
export function parseWebVtt(file: string): Cue[] {
  const cues: Cue[] = [];
  const text = file.replace(/\r\n?/g, '\n');
  // A time begins a cue even where the empty line before it is missing.
  for (const block of text.split(/\n{2,}|\n(?=[^\n]*-->)/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const start = startOf(lines[at] ?? '');
    // A note may hold an arrow too, but no time before it.
    if (start === null) continue;
    const words = plainLines(lines.slice(at + 1).join('\n'));
    if (words !== '') cues.push({ start, text: words });
    if (cues.length === mostCues) break;
  }
  return cues;
}

function startOf(line: string): number | null {
  const time = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s+-->/.exec(line);
  if (time === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = time;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Gives the words of each line of a cue that has any. */
export function plainLines(cue: string): string {
  return cue
    .split('\n')
    .map(plainWords)
    .filter((line) => line !== '')
    .join('\n');
}

/** Gives the words of a cue: `<v Ada>` becomes `Ada:`, other tags go, and references become their characters. */
export function plainWords(cue: string): string {
  // White space first and no tag within a tag: so one letter after the other is looked at once.
  return cue
    .replace(/\s+/g, ' ')
    .replace(/<v(?:\.[^\s<>]*)? ([^<>]+)>/g, '$1: ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:(amp|lt|gt|nbsp|lrm|rlm|quot)|#(x?[\da-f]{1,5}));/gi, character)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of a number that stands for none, the reference stays as it is. */
function character(reference: string, name: string | undefined, number = ''): string {
  if (name !== undefined) return characters[name.toLowerCase()] ?? '';
  const code = Number(`0${number}`);
  return code > 0 ? String.fromCodePoint(code) : reference;
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
};
