import './search-idle.css';
import { FileSearch } from 'lucide-react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { AboutPage } from '../hooks/search-state.ts';
import { useFrontPage } from '../hooks/use-front-page.ts';
import type { SearchHistoryHook } from '../hooks/use-search-history.ts';
import { KeyList } from '../ui/key-list.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { searchWords } from '../words/search.ts';
import { SearchHistoryPart } from './search-history.tsx';

const keys = [
  { keys: ['/'], words: searchWords.idle.keys.focus },
  { keys: ['↑', '↓'], words: searchWords.idle.keys.move },
  { keys: ['Enter'], words: searchWords.idle.keys.open },
] as const;

export type SearchIdleProps = {
  memories: readonly MemoryChoice[];
  history: SearchHistoryHook;
  onSearch: (q: string) => void;
  onAbout: (page: AboutPage) => void;
};

/** The panel before anything is typed: the page in front, what was searched before, and the keys. */
export function SearchIdle({ memories, history, onSearch, onAbout }: SearchIdleProps) {
  const page = useFrontPage();
  const { state, taken } = history;
  // All at once, so that nothing moves when the next comes.
  if (state.status === 'loading' || page === undefined) return null;
  const isNew = state.status !== 'ready' || (state.history.searches.length === 0 && taken === null);
  const [only, ...others] = memories;
  return (
    <section className="search-idle">
      {isNew ? (
        <>
          <h2 className="search-idle-title">{searchWords.idle.title}</h2>
          <p className="search-idle-text">{searchWords.idle.text}</p>
        </>
      ) : null}
      {page === null ? null : <AboutButton page={page} onAbout={onAbout} />}
      {state.status === 'ready' ? (
        <SearchHistoryPart {...history} history={state.history} onSearch={onSearch} />
      ) : null}
      {only === undefined || others.length > 0 ? null : (
        // With more than one, the row below the box names them.
        <p className="search-idle-memory">
          <span>{searchWords.idle.memories}</span> <MemoryChip name={only.name} />
        </p>
      )}
      <KeyList rows={keys} />
    </section>
  );
}

function AboutButton({ page, onAbout }: { page: AboutPage; onAbout: (page: AboutPage) => void }) {
  return (
    <button
      type="button"
      className="about-button"
      title={searchWords.about.actionText}
      onClick={() => onAbout(page)}
    >
      <FileSearch size={20} aria-hidden="true" />
      <span className="about-button-words">
        <span className="about-button-title">{searchWords.about.action}</span>
        <span className="about-button-text" dir="auto">
          {page.title.slice(0, shownTitleLength)}
        </span>
      </span>
    </button>
  );
}

const shownTitleLength = 200;
