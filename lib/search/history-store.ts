/** Stores the search history on this device; it's never sent or exported. */
import * as z from 'zod/mini';
import { type Parsed, rowsOf, storedItem, valueOf } from '../browser/storage.ts';
import { withinLimits } from './history.ts';
import { keptSearchSchema, noHistory, type SearchHistory } from './model.ts';

const frameOf = valueOf(z.object({ remembers: z.boolean(), searches: z.array(z.unknown()) }));
const searchesOf = rowsOf(keptSearchSchema);

export function createSearchHistoryStore(report: () => void) {
  return storedItem<SearchHistory>({
    key: 'search-history.v1',
    parse: parseHistory,
    fallback: noHistory,
    report,
  });
}

function parseHistory(raw: unknown): Parsed<SearchHistory> {
  const frame = frameOf(raw);
  const searches = searchesOf(frame?.value.searches);
  if (frame === null || searches === null) return null;
  const { remembers } = frame.value;
  return {
    value: { remembers, searches: withinLimits(searches.value) },
    isWhole: searches.isWhole,
  };
}
