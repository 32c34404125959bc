/** Finds the words of a video where the page has them. */
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { structuredData } from '../metadata/structured-data.ts';
import { transcriptParagraphs } from './transcript-paragraphs.ts';
import { panelCues } from './transcript-panel.ts';
import { parseWebVtt, plainLines, type Cue } from './web-vtt.ts';

/** A shorter text is a sample or an apology, no transcript. */
const fewestWords = 30;

/** Characters of a file of captions; a longer one is not read. */
const longestFile = 4_000_000;

/**
 * Gives the transcript of the page's video as Markdown paragraphs with times; null where the page has none. Taken from
 * an open panel, from captions that are loaded or lie on this very site, or from what the page says to search engines.
 * The page is only read, its captions are not switched on, and nothing is fetched from another origin.
 */
export async function transcriptOf(
  document: Document,
  fetchText: (url: string) => Promise<string | null>,
): Promise<string | null> {
  // All of the page is read before anything is waited for: afterwards it may show another.
  const shown = written(panelCues(document)) ?? written(loadedCues(document));
  const address = captionsAddress(document);
  const stated = statedTranscript(document);
  if (shown !== null) return shown;
  return (address === null ? null : written(await cuesAt(address, fetchText))) ?? stated;
}

function written(cues: readonly Cue[]): string | null {
  const words = cues.reduce((sum, { text }) => sum + text.split(/\s/).length, 0);
  return words < fewestWords ? null : transcriptParagraphs(cues);
}

const kinds = new Set(['captions', 'subtitles']);

/** The cues of the track that is shown, or else of the first that has any; a track that is off has none to read. */
function loadedCues(document: Document): Cue[] {
  const tracks = videosOf(document)
    .flatMap((video) => Array.from(video.textTracks ?? []))
    .filter(({ kind }) => kinds.has(kind));
  const filled = tracks.filter(({ cues }) => cues !== null && cues.length > 0);
  const track = filled.find(({ mode }) => mode === 'showing') ?? filled[0];
  return Array.from(track?.cues ?? []).map((cue) => ({
    start: cue.startTime,
    text: plainLines('text' in cue && typeof cue.text === 'string' ? cue.text : ''),
  }));
}

async function cuesAt(
  address: string,
  fetchText: (url: string) => Promise<string | null>,
): Promise<Cue[]> {
  const file = await fetchText(address);
  return file === null || file.length > longestFile ? [] : parseWebVtt(file);
}

/** The captions in the language of the page, or else the default ones; null where they are of another origin. */
function captionsAddress(document: Document): string | null {
  const tracks = videosOf(document)
    .flatMap((video) => Array.from(video.querySelectorAll('track[src]')))
    .filter((track) => kinds.has((track.getAttribute('kind') ?? 'subtitles').toLowerCase()));
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
  if (!hasAny) return [];
  return Array.from(document.querySelectorAll<HTMLMediaElement>('video, audio'));
}

function dataOf(document: Document): Element[] {
  return Array.from(document.getElementsByTagName('script')).filter((script) =>
    /ld\+json/i.test(script.getAttribute('type') ?? ''),
  );
}

/** `transcript` of schema.org's VideoObject and AudioObject, which has no times. */
function statedTranscript(document: Document): string | null {
  // Few pages say one, and the data is often large.
  if (!dataOf(document).some(({ textContent }) => textContent.includes('"transcript"')))
    return null;
  for (const { types, item } of structuredData(document)) {
    const text = item['transcript'];
    const isMedia = types.some((type) =>
      /^(?:Video|Audio|Media)Object$|^PodcastEpisode$/.test(type),
    );
    if (!isMedia || typeof text !== 'string') continue;
    if (text.split(/\s+/).length < fewestWords) continue;
    const lines = text.split(/\n+/).map((line) => line.replace(/\s+/g, ' ').trim());
    return lines
      .filter((line) => line !== '')
      .map(escapeMarkdown)
      .join('\n\n');
  }
  return null;
}
