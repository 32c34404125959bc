/** Applies a query's operators to the results of a service that doesn't know them. */
import type { SearchHit } from '../contract/memory-api.ts';
import type { QueryPart } from '../text/search-query.ts';
import { foldWord } from '../text/tokenize.ts';
import { wordsOf } from '../text/segments.ts';
import { webHost } from '../url/web-address.ts';

/** Whether a hit meets every condition that can be checked here. Conditions on what the hit doesn't tell are met. */
export function meetsConditions(hit: SearchHit, parts: readonly QueryPart[]): boolean {
  const alternatives = Map.groupBy(
    parts.filter(({ kind, isExcluded }) => (kind === 'site' || kind === 'type') && !isExcluded),
    ({ kind }) => kind,
  );
  return (
    [...alternatives.values()].every((some) => some.some((part) => holds(hit, part) !== false)) &&
    parts.every((part) => {
      const isAlternative = alternatives.get(part.kind)?.includes(part) === true;
      if (isAlternative || (part.kind === 'word' && !part.isExcluded)) return true;
      return holds(hit, part) !== part.isExcluded;
    })
  );
}

/** Returns null if the hit doesn't tell. */
function holds(hit: SearchHit, part: QueryPart): boolean | null {
  switch (part.kind) {
    case 'word':
    case 'phrase':
      return ` ${folded(`${hit.title ?? ''} ${hit.content}`)} `.includes(` ${folded(part.text)} `);
    case 'site':
      return isOnSite(hit.url ?? hit.custom_id ?? '', part.site);
    case 'in':
      return null;
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

function isOnSite(url: string, site: string): boolean | null {
  const host = webHost(url)?.replace(/:\d+$/, '');
  if (host === undefined) return null;
  return (
    `.${host}`.endsWith(`.${site}`) || (!site.includes('.') && `.${host}.`.includes(`.${site}.`))
  );
}

function hasType({ document_id, memory_id }: SearchHit, type: string): boolean | null {
  const isNote = document_id == null && memory_id != null;
  if (isNote) return type === 'note' || type === 'highlight' ? null : false;
  return type === 'page' || type === 'pdf' ? null : false;
}
