/** Reads a transcript that the page shows beside its video, line by line with times. */
import { plainWords, type Cue } from './web-vtt.ts';

/**
 * `near` names what is there if the panel is: most pages have none. Each selector by itself, in the spellings that are
 * used, as a browser then needs a tenth of the time.
 */
type PanelBuild = { near: readonly string[]; lines: string; time: string; text: string };

/** Tried from the first to the last; each with when it was last believed true, and why. */
const panelBuilds: readonly PanelBuild[] = [
  {
    // YouTube since 2026-03; the class of the words changed in 2026-08 (obsidian-clipper issue 946), their role did not.
    near: ['transcript-segment-view-model'],
    lines: 'transcript-segment-view-model',
    time: '[class*=Timestamp]',
    text: '[role=text], .ytAttributedStringHost, .yt-core-attributed-string',
  },
  {
    // YouTube's older panel, still given for some videos (2026-03, obsidian-copilot pull 2286).
    near: ['ytd-transcript-segment-renderer'],
    lines: 'ytd-transcript-segment-renderer',
    time: '.segment-timestamp',
    text: '.segment-text',
  },
  {
    // Any list of lines in something named a transcript, each with a time (2026-11).
    near: ['transcript', 'Transcript'].flatMap((name) => [`[class*=${name}]`, `[id*=${name}]`]),
    lines:
      '[class*=transcript i] li, [class*=transcript i] [role=listitem], [id*=transcript i] li, ' +
      '[class*=transcript i] [class*=cue i], [class*=transcript i] [data-start], [class*=transcript i] p',
    time: 'time, [class*=time i], [data-start]',
    text: '[class*=text i], [class*=cue-body i]',
  },
];

/** Fewer lines with a time are no transcript. */
const fewestLines = 3;

/** Gives the lines of an open panel; none where there is none, or where it has no times. */
export function panelCues(document: Document): Cue[] {
  for (const build of panelBuilds) {
    if (!build.near.some((near) => document.querySelector(near) !== null)) continue;
    const lines = Array.from(document.querySelectorAll(build.lines));
    const innermost = lines.filter((line) => line.querySelector(build.lines) === null);
    const cues = innermost.flatMap((line) => cueOf(line, build) ?? []);
    if (cues.length >= fewestLines && cues.length >= innermost.length * 0.7) return cues;
  }
  return [];
}

function cueOf(line: Element, { time, text }: PanelBuild): Cue | null {
  const clock = line.querySelector(time);
  const start = secondsOf(clock?.textContent ?? '') ?? startAttribute(clock ?? line);
  if (start === null) return null;
  const parts = Array.from(line.querySelectorAll(text)).filter(
    (part) => part !== clock && clock?.contains(part) !== true && !part.contains(clock),
  );
  const outer = parts.filter(
    (part) => !parts.some((other) => other !== part && other.contains(part)),
  );
  const all = outer.length > 0 ? outer.map((part) => part.textContent).join(' ') : line.textContent;
  const words = plainWords(outer.length > 0 ? all : all.replace(clock?.textContent ?? '', ' '));
  return words === '' ? null : { start, text: words };
}

/** `1:02:03`, `2:03` or `[02:03]`. */
function secondsOf(text: string): number | null {
  const clock = /^\W*(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\W*$/.exec(text.trim());
  if (clock === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = clock;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function startAttribute(element: Element): number | null {
  const start = Number.parseFloat(element.getAttribute('data-start') ?? '');
  return Number.isNaN(start) || start < 0 ? null : start;
}
