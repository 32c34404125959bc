import type { SearchResult } from '../../../lib/search/model.ts';
import { webHost } from '../../../lib/url/web-address.ts';
import { t } from '../../../lib/i18n/i18n.ts';
import type { MemoryChoice } from '../../../lib/connections/model.ts';

const shownTitleLength = 300;

export function hitView({ title, url, kind, savedAt }: SearchResult) {
  const host = url === null ? null : webHost(url);
  const isNote = kind === 'note';
  const own = title?.trim().slice(0, shownTitleLength) ?? '';
  const instead = isNote ? t('search_yourNote') : (host ?? t('saves_untitled'));
  const time = savedAt === null ? Number.NaN : Date.parse(savedAt);
  return {
    title: own === '' ? instead : own,
    isTitled: own !== '',
    host: own === '' && !isNote ? null : host,
    savedAt: Number.isNaN(time) ? null : time,
    isNote,
    opens: host !== null,
  };
}

/** Formats a result as a Markdown quote with a link to its source. */
export function quoteOf(hit: SearchResult): string {
  const { title, opens } = hitView(hit);
  const lines = hit.passage.trim().split(/\s*\n\s*/u);
  const quote = lines.map((line) => `> ${escaped(line)}`).join('\n>\n');
  const name = escaped(title.replace(/\s+/gu, ' '));
  const source = opens && hit.url !== null ? `[${name}](${linkTarget(hit.url)})` : name;
  return `${quote}\n\n— ${source}\n`;
}

/** Escapes only characters that Markdown would interpret. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*[\]<>]/gu, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+=~])/u, String.raw`\$&`)
    .replace(/^(\d+)([.)]\s)/u, String.raw`$1\$2`);
}

/** Puts the URL in angle brackets if it has parentheses, which would end the link early. */
function linkTarget(url: string): string {
  return /[()]/.test(url) ? `<${url}>` : url;
}

export type HitGroup = {
  key: string;
  best: SearchResult;
  /** Most relevant first. */
  others: readonly SearchResult[];
};

/** Groups results by page or note, in the order of each group's best passage. */
export function groupHits(hits: readonly SearchResult[]): readonly HitGroup[] {
  return [...Map.groupBy(hits, keyOf)].flatMap(([key, [best, ...others]]) =>
    best === undefined ? [] : [{ key, best, others }],
  );
}

/** Adds new passages. One that contains passages already shown replaces them. `added` counts the new passages. */
export function joinPassages(
  shown: readonly SearchResult[],
  found: readonly SearchResult[],
): { passages: readonly SearchResult[]; added: number } {
  let passages = [...shown];
  let added = 0;
  for (const { key, ...hit } of found) {
    if (passages.some(({ passage }) => holds(passage, hit.passage))) continue;
    added += 1;
    const first = passages.find(({ passage }) => holds(hit.passage, passage));
    // Keys are unique only within one response.
    const further = { ...hit, key: `more-${key}` };
    passages =
      first === undefined
        ? [...passages, further]
        : passages.flatMap((one) => {
            if (one === first) return [further];
            return holds(hit.passage, one.passage) ? [] : [one];
          });
  }
  return { passages, added };
}

/** Returns null if no Memory has the name, or if several do. */
export function memoryIdOf(name: string, memories: readonly MemoryChoice[]): string | null {
  const [only, ...others] = memories.filter((memory) => memory.name === name);
  return only === undefined || others.length > 0 ? null : only.id;
}

function keyOf({ key, kind, memory, sourceId }: SearchResult): string {
  return sourceId === undefined ? key : JSON.stringify([kind, memory, sourceId]);
}

function holds(whole: string, part: string): boolean {
  return flat(whole).includes(flat(part));
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
