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
  const found: { start: number; lines: string[] }[] = [];
  let open: string[] | null = null;
  let before = '';
  let isNumbered = false;
  for (const line of file.split(/\r\n?|\n/)) {
    const start = startOf(line);
    if (start !== null) {
      const isNumber = /^\d+$/.test(before.trim());
      if (found.length === 0) isNumbered = isNumber;
      // A time begins a cue even where the empty line before it is missing; the number of that cue is no caption.
      if (isNumbered && isNumber) open?.pop();
      open = [];
      found.push({ start, lines: open });
    } else if (line === '') open = null;
    else open?.push(line);
    before = line;
  }
  return found
    .slice(0, mostCues)
    .map(({ start, lines }) => ({ start, text: plainLines(lines.join('\n')) }))
    .filter(({ text }) => text !== '');
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
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll('\n', ' '))
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
    .replace(/&(?:(amp|lt|gt|nbsp|lrm|rlm|quot|apos)|#(x[\da-f]{1,6}|\d{1,7}));/gi, character)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Of a number that stands for none, the reference stays as it is. */
function character(reference: string, name: string | undefined, number = ''): string {
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
