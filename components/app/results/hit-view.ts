/** Results as their cards show them: titles, grouping, quotes. */
import type { SearchResult } from '../../../lib/search/model.ts';
import { webHost } from '../../ui/web-host.ts';
import { t } from '../../../lib/i18n/i18n.ts';
import type { MemoryChoice } from '../../../lib/connections/model.ts';

type HitView = {
  title: string;
  /** Whether the source has a title, instead of our fallback. */
  isTitled: boolean;
  /** Null if unknown, or shown as the title already. */
  host: string | null;
  /** Milliseconds since the epoch; null if unknown. */
  savedAt: number | null;
  isNote: boolean;
  opens: boolean;
};

const shownTitleLength = 300;

/** Gives the view of a hit. */
export function hitView({ title, url, kind, savedAt }: SearchResult): HitView {
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

/** Gives the passage as a block quote, and below it the title of its source with the link to it. */
export function quoteOf(hit: SearchResult): string {
  const { title, opens } = hitView(hit);
  const lines = hit.passage.trim().split(/\s*\n\s*/u);
  const quote = lines.map((line) => `> ${escaped(line)}`).join('\n>\n');
  const name = escaped(title.replace(/\s+/gu, ' '));
  const source = opens && hit.url !== null ? `[${name}](${linkTarget(hit.url)})` : name;
  return `${quote}\n\n— ${source}\n`;
}

/** Escapes Markdown syntax; anything that can't be syntax is left as it is. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*[\]<>]/gu, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+=~])/u, String.raw`\$&`)
    .replace(/^(\d+)([.)]\s)/u, String.raw`$1\$2`);
}

/** A parenthesis would end the link early. Web addresses contain no angle brackets or spaces. */
function linkTarget(url: string): string {
  return /[()]/.test(url) ? `<${url}>` : url;
}

export type HitGroup = {
  key: string;
  /** The most relevant passage of the page or note. */
  best: SearchResult;
  /** The others, most relevant first. */
  others: readonly SearchResult[];
};

/** Groups hits by page or note, in the order of the best passage of each. */
export function groupHits(hits: readonly SearchResult[]): readonly HitGroup[] {
  const groups = new Map<string, SearchResult[]>();
  for (const hit of hits) {
    const key = keyOf(hit);
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  return [...groups].flatMap(([key, [best, ...others]]) =>
    best === undefined ? [] : [{ key, best, others }],
  );
}

/**
 * Merges further passages into those shown. Asked for more, a service can merge neighbours it returned separately
 * before: a passage that contains shown ones replaces the first of them. `added` counts
 * the new ones.
 */
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
    // The shown ones have keys from another answer.
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

/** Gives the id of the Memory with this name; null if there is none, or more than one. */
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
