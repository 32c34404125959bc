import { Hourglass } from 'lucide-react';
import type { SearchView } from './search-view.ts';
import { searchWords } from '../words/search.ts';

/** One line below the search box that is always there, so that nothing moves when it has something to say. */
export function SearchStatus({ view, busy }: { view: SearchView; busy: boolean }) {
  const outcome = 'outcome' in view ? view.outcome : null;
  return (
    <div className="search-status" data-busy={busy || undefined}>
      <span>{view.kind === 'results' ? searchWords.found(view.outcome.hits.length) : null}</span>
      {outcome === null || outcome.stillLearning === 0 ? null : (
        <span className="search-status-learning">
          <Hourglass size={13} aria-hidden="true" />
          {searchWords.stillLearning(outcome.stillLearning)}
        </span>
      )}
    </div>
  );
}
