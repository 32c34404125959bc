import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { jsonLdItems } from '../metadata/json-ld.ts';
import {
  transcriptParagraphs,
  parseWebVtt,
  plainLines,
  type Cue,
  plainWords,
  clockSeconds,
} from './captions.ts';

const minWords = 30;
const maxFileLength = 4_000_000;

/** Finds a video's transcript. Captions aren't switched on, and nothing is fetched from another origin. */
export async function transcriptOf(
  document: Document,
  fetchText: (url: string) => Promise<string | null>,
): Promise<string | null> {
  // Read everything before awaiting, because the page might navigate meanwhile.
  const displayed = paragraphsIfLong(panelCues(document)) ?? paragraphsIfLong(loadedCues(document));
  const address = captionsUrl(document);
  const declared = jsonLdTranscript(document);
  if (displayed !== null) return displayed;
  const file = address === null ? null : await fetchText(address);
  const isReadable = file !== null && file.length <= maxFileLength;
  return (isReadable ? paragraphsIfLong(parseWebVtt(file)) : null) ?? declared;
}

function paragraphsIfLong(cues: readonly Cue[]): string | null {
  const words = cues.reduce((sum, { text }) => sum + text.split(/\s/).length, 0);
  return words < minWords ? null : transcriptParagraphs(cues);
}

const captionKinds = new Set(['captions', 'subtitles']);

/** Returns cues the page has loaded, preferably of the active track. Disabled tracks have no cues. */
function loadedCues(document: Document): Cue[] {
  const tracks = videosOf(document)
    .flatMap((video) => Array.from(video.textTracks ?? []))
    .filter(({ kind }) => captionKinds.has(kind));
  const filled = tracks.filter(({ cues }) => cues !== null && cues.length > 0);
  const track = filled.find(({ mode }) => mode === 'showing') ?? filled[0];
  return Array.from(track?.cues ?? []).map((cue) => ({
    start: cue.startTime,
    text: plainLines('text' in cue && typeof cue.text === 'string' ? cue.text : ''),
  }));
}

/** Returns a caption file, preferably in the page's language, then the default; null for another origin. */
function captionsUrl(document: Document): string | null {
  const tracks = videosOf(document)
    .flatMap((video) => Array.from(video.querySelectorAll('track[src]')))
    .filter((track) => captionKinds.has((track.getAttribute('kind') ?? 'subtitles').toLowerCase()));
  const language = languageOf(document.documentElement, 'lang');
  const track =
    tracks.find((each) => languageOf(each, 'srclang') === language) ??
    tracks.find((each) => each.hasAttribute('default')) ??
    tracks[0];
  const url = URL.parse(track?.getAttribute('src') ?? '', document.baseURI);
  const isOwn =
    url !== null && url.origin !== 'null' && url.origin === URL.parse(document.URL)?.origin;
  return isOwn && track !== undefined ? url.href : null;
}

function languageOf(element: Element, attribute: string): string {
  return (element.getAttribute(attribute) ?? '').toLowerCase().split('-', 1)[0] ?? '';
}

function videosOf(document: Document): HTMLMediaElement[] {
  const hasAny = ['video', 'audio'].some((tag) => document.getElementsByTagName(tag).length > 0);
  return !hasAny ? [] : Array.from(document.querySelectorAll<HTMLMediaElement>('video, audio'));
}

/** Reads the transcript of a schema.org video or audio item, which has no times. */
function jsonLdTranscript(document: Document): string | null {
  for (const { types, item } of jsonLdItems(document, '"transcript"')) {
    const text = item['transcript'];
    const isMedia = types.some((type) =>
      /^(?:Video|Audio|Media)Object$|^PodcastEpisode$/.test(type),
    );
    if (!isMedia || typeof text !== 'string' || text.split(/\s+/).length < minWords) continue;
    const lines = text.split(/\n+/).map((line) => line.replace(/\s+/g, ' ').trim());
    const written = lines.filter((line) => line !== '').map(escapeMarkdown);
    return written.join('\n\n');
  }
  return null;
}

/** Set `markers` if `lines` is a list: ruling out single, case-sensitive selectors takes a tenth of the time. */
type PanelMarkup = { markers?: readonly string[]; lines: string; time: string; text: string };

/** Tried in order, with the date and source of the last confirmed match. */
const panelMarkups: readonly PanelMarkup[] = [
  {
    // YouTube since 2026-03. The class of the text changed in 2026-08 (obsidian-clipper issue 946), its role didn't.
    lines: 'transcript-segment-view-model',
    time: '[class*=Timestamp]',
    text: '[role=text], .ytAttributedStringHost, .yt-core-attributed-string',
  },
  {
    // YouTube's older panel, still shown for some videos (2026-03, obsidian-copilot pull 2286).
    lines: 'ytd-transcript-segment-renderer',
    time: '.segment-timestamp',
    text: '.segment-text',
  },
  {
    // Any list of timed lines in an element named transcript (2026-11).
    markers: ['transcript', 'Transcript'].flatMap((name) => [`[class*=${name}]`, `[id*=${name}]`]),
    lines:
      '[class*=transcript i] li, [class*=transcript i] [role=listitem], [id*=transcript i] li, ' +
      '[class*=transcript i] [class*=cue i], [class*=transcript i] [data-start], [class*=transcript i] p',
    time: 'time, [class*=time i], [data-start]',
    text: '[class*=text i], [class*=cue-body i]',
  },
];

const minLines = 3;
/** Twenty hours of speech. More lines are no transcript, and reading them would block the page. */
const maxLines = 20_000;

/** Reads an open transcript panel; empty if there is none or it has no times. */
function panelCues(document: Document): Cue[] {
  for (const markup of panelMarkups) {
    const markers = markup.markers ?? [markup.lines];
    if (!markers.some((selector) => document.querySelector(selector) !== null)) continue;
    const lines = Array.from(document.querySelectorAll(markup.lines));
    if (lines.length > maxLines) continue;
    const innermost = lines.filter((line) => line.querySelector(markup.lines) === null);
    const cues = innermost.flatMap((line) => cueOf(line, markup) ?? []);
    if (cues.length >= minLines && cues.length >= innermost.length * 0.7) return cues;
  }
  return [];
}

function cueOf(line: Element, { time, text }: PanelMarkup): Cue | null {
  const clock = line.querySelector(time);
  const start = secondsOf(clock?.textContent ?? '') ?? startAttribute(clock ?? line);
  if (start === null) return null;
  const parts = Array.from(line.querySelectorAll(text)).filter(
    (part) => part !== clock && clock?.contains(part) !== true && !part.contains(clock),
  );
  // In document order, an element comes right before its descendants.
  let last: Element | undefined;
  const outer = parts.filter((part) => {
    if (last?.contains(part) === true) return false;
    last = part;
    return true;
  });
  const all = outer.length > 0 ? outer.map((part) => part.textContent).join(' ') : line.textContent;
  const words = plainWords(outer.length > 0 ? all : all.replace(clock?.textContent ?? '', ' '));
  return words === '' ? null : { start, text: words };
}

/** Parses `1:02:03`, `2:03` or `[02:03]`. */
function secondsOf(text: string): number | null {
  const clock = /^\W*(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\W*$/.exec(text.trim());
  return clock === null ? null : clockSeconds(clock);
}

function startAttribute(element: Element): number | null {
  const start = Number.parseFloat(element.getAttribute('data-start') ?? '');
  return Number.isNaN(start) || start < 0 ? null : start;
}
