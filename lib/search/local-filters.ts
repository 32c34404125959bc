/** Makes search operators work with every service, by filtering the results of those that don't know them. */
import type { SearchHit } from '../contract/memory-api.ts';
import { serviceLimits } from '../contract/limits.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import type { SearchOutcome } from '../memory-client/client.ts';
import { findNamed } from '../text/memory-name.ts';
import { hasOnlyWords, parseQuery, type QueryPart, wantedText } from '../text/search-query.ts';
import { wordsOf } from '../text/segments.ts';
import { foldWord } from '../text/tokenize.ts';
import { webHost } from '../url/web-address.ts';

export type Searched = SearchOutcome & {
  /** Whether the hits include every match. */
  isAll: boolean;
  /** Set if the service only searched for the words, and the operators were applied to its hits here. */
  isFilteredHere?: true;
};

interface FilteredQuery {
  readonly q: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** Set if an earlier search showed that the service doesn't know the operators. */
  readonly isWithoutOperators: boolean;
}

/** Calls `search` with the query, or if the service doesn't know the operators, with just the words. */
export async function searchFiltered<E>(
  { q, now, isWithoutOperators }: FilteredQuery,
  search: (q: string) => AsyncResult<Searched, E>,
): AsyncResult<Searched, E> {
  const parts = parseQuery(q, now, 'local');
  if (hasOnlyWords(parts)) return search(q);
  const words = wantedText(parts) || namesIn(parts);
  if (!isWithoutOperators || words === '') {
    const answer = await search(withMoments(q, parts));
    if (!answer.ok || answer.value.hasOperators === true) return answer;
    if (words === '') return ok({ ...answer.value, hits: [], isAll: false, isFilteredHere: true });
  }
  const found = await search(words);
  if (!found.ok) return found;
  const hits = found.value.hits.filter((hit) => meetsConditions(hit, parts));
  return ok({ ...found.value, hits, isFilteredHere: true });
}

/** Replaces dates with the moments at which they begin and end here, because a service reads them as days in UTC. */
function withMoments(q: string, parts: readonly QueryPart[]): string {
  const exact = parts.toReversed().reduce((text, part) => {
    if (part.kind !== 'saved') return text;
    const minus = part.isExcluded ? '-' : '';
    return `${text.slice(0, part.start)}${minus}${periodText(part)}${text.slice(part.end)}`;
  }, q);
  return exact.length > serviceLimits.queryLength ? q : exact;
}

function periodText({ from, to }: Extract<QueryPart, { kind: 'saved' }>): string {
  if (from === null) return `before:${momentText(to ?? 0)}`;
  return to === null ? `after:${momentText(from)}` : `saved:${momentText(from)}..${momentText(to)}`;
}

/** Queries only accept years with four digits. */
function momentText(at: number): string {
  return new Date(Math.min(Math.max(at, MOMENTS.first), MOMENTS.last)).toISOString();
}

const MOMENTS = {
  first: Date.parse('0001-01-01T00:00:00Z'),
  last: Date.parse('9999-12-31T23:59:59.999Z'),
};

/** Returns words to search for if a query has only filters. */
function namesIn(parts: readonly QueryPart[]): string {
  const names = parts.flatMap((part) => {
    if (part.isExcluded) return [];
    if (part.kind === 'site') return [part.site];
    return part.kind === 'tag' ? [part.tag] : [];
  });
  return names.join(' ');
}

/** A hit must match one of several sites, types or Memories, and all other conditions. */
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

/** Returns null if the hit doesn't contain enough to tell. */
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

/** In the contract, highlights look like notes, and PDFs like pages. */
function hasType(hit: SearchHit, type: string): false | null {
  return isNote(hit) === (type === 'note' || type === 'highlight') ? null : false;
}

function isNote({ document_id, memory_id }: SearchHit): boolean {
  return (document_id ?? null) === null && (memory_id ?? null) !== null;
}
