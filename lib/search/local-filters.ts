/** Searches with the operators of a query, also in services that don't know them. */
import type { SearchHit } from '../contract/memory-api.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import type { SearchOutcome } from '../memory-client/client.ts';
import { findNamed } from '../text/memory-name.ts';
import { parseQuery, type QueryPart, wantedText } from '../text/search-query.ts';
import { wordsOf } from '../text/segments.ts';
import { foldWord } from '../text/tokenize.ts';
import { webHost } from '../url/web-address.ts';

export type Searched = SearchOutcome & {
  /** Whether these are all matches. */
  isAll: boolean;
  /** Whether the operators were applied here, to the passages that the service found for the words. */
  isFilteredHere?: true;
};

/** Runs `search` with the query, or if the service doesn't know its operators, with its words alone. */
export async function searchFiltered<E>(
  { q, now }: { q: string; now: number },
  search: (q: string) => AsyncResult<Searched, E>,
): AsyncResult<Searched, E> {
  const parts = parseQuery(q, now, 'local');
  if (parts.every(({ kind, isExcluded }) => kind === 'word' && !isExcluded)) return search(q);
  const answer = await search(withMoments(q, parts));
  if (!answer.ok || answer.value.hasOperators === true) return answer;
  const words = wantedText(parts) || namesIn(parts);
  if (words === '') return ok({ ...answer.value, hits: [], isAll: false, isFilteredHere: true });
  const found = await search(words);
  if (!found.ok) return found;
  const hits = found.value.hits.filter((hit) => meetsConditions(hit, parts));
  return ok({ ...found.value, hits, isFilteredHere: true });
}

/** Replaces dates by the moments at which they begin and end here: a service reads them as days in UTC. */
function withMoments(q: string, parts: readonly QueryPart[]): string {
  return parts.toReversed().reduce((text, part) => {
    if (part.kind !== 'saved' || part.isExcluded) return text;
    const from = part.from === null ? '' : `after:${new Date(part.from).toISOString()}`;
    const to = part.to === null ? '' : `before:${new Date(part.to).toISOString()}`;
    return text.slice(0, part.start) + `${from} ${to}`.trim() + text.slice(part.end);
  }, q);
}

/** Returns what to search for if a query has only filters. */
function namesIn(parts: readonly QueryPart[]): string {
  const names = parts.flatMap((part) => {
    if (part.isExcluded) return [];
    if (part.kind === 'site') return [part.site];
    return part.kind === 'tag' ? [part.tag] : [];
  });
  return names.join(' ');
}

/** Of several sites or types, one must hold; of everything else, all must. */
const alternatives: ReadonlySet<QueryPart['kind']> = new Set(['site', 'type', 'in']);

function meetsConditions(hit: SearchHit, parts: readonly QueryPart[]): boolean {
  const conditions = parts.filter(({ kind, isExcluded }) => kind !== 'word' || isExcluded);
  const [excluded = [], wanted = []] = [true, false].map((is) =>
    conditions.filter(({ isExcluded }) => isExcluded === is),
  );
  if (excluded.some((part) => holds(hit, part) === true)) return false;
  return [...Map.groupBy(wanted, ({ kind }) => kind)].every(([kind, some]) => {
    const isMet = (part: QueryPart) => holds(hit, part) !== false;
    return alternatives.has(kind) ? some.some(isMet) : some.every(isMet);
  });
}

/** Returns null if the hit doesn't tell. */
function holds(hit: SearchHit, part: QueryPart): boolean | null {
  switch (part.kind) {
    case 'word':
    case 'phrase':
      return ` ${folded(`${hit.title ?? ''} ${hit.content}`)} `.includes(` ${folded(part.text)} `);
    case 'site':
      return isOnSite(hit, part.site);
    case 'in':
      return findNamed(part.memory, [{ name: hit.container_name }]) !== undefined;
    case 'type':
      return hasType(hit, part.type);
    case 'tag':
      return null;
    case 'saved': {
      const at = Date.parse(hit.saved_at ?? '');
      return Number.isNaN(at) ? null : at >= (part.from ?? -Infinity) && at < (part.to ?? Infinity);
    }
  }
}

function folded(text: string): string {
  return wordsOf(text).map(foldWord).join(' ');
}

function isOnSite(hit: SearchHit, site: string): boolean | null {
  const host = webHost(hit.url ?? hit.custom_id ?? '')?.replace(/:\d+$/, '');
  if (host === undefined) return isNote(hit) ? false : null;
  return (
    `.${host}`.endsWith(`.${site}`) || (!site.includes('.') && `.${host}.`.includes(`.${site}.`))
  );
}

/** The contract doesn't tell highlights from notes, or PDFs from pages. */
function hasType(hit: SearchHit, type: string): false | null {
  return isNote(hit) === (type === 'note' || type === 'highlight') ? null : false;
}

function isNote({ document_id, memory_id }: SearchHit): boolean {
  return (document_id ?? null) === null && (memory_id ?? null) !== null;
}
