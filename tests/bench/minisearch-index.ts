/** A baseline for the service's search: MiniSearch with the options that its documentation suggests. */
import MiniSearch from 'minisearch';
import { plainPassages, type PlainIndex, type SplitText } from './plain-index.ts';
import type { RetrievalDocument } from './retrieval-sets.ts';

/** Also finds longer words, and words that differ in up to a fifth of their letters. */
const OPTIONS = { prefix: true, fuzzy: 0.2 };

/** Creates an in-memory index of the documents' passages. */
export function createMiniSearchIndex(
  documents: readonly RetrievalDocument[],
  split: SplitText,
): PlainIndex {
  const passages = plainPassages(documents, split);
  const index = new MiniSearch<{ id: number }>({
    fields: ['title', 'address', 'text'],
    searchOptions: OPTIONS,
  });
  index.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return {
    search: (query) =>
      index
        .search(query)
        .slice(0, 10)
        .flatMap(({ id }: { id: number }) => passages[id]?.text ?? []),
    close: () => index.removeAll(),
  };
}
