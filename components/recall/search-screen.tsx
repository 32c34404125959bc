import './search-screen.css';
import { useCallback, useEffect, useRef } from 'react';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { HomeHook } from '../hooks/use-home.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOfferedQuery } from '../hooks/use-offered-query.ts';
import { useOpening } from '../hooks/use-opening.ts';
import { useSearchHistory } from '../hooks/use-search-history.ts';
import { useSearch } from '../hooks/use-search.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { onHitKey } from './hit-keys.ts';
import { LateAboutBanner } from './late.tsx';
import { MemoryFilter } from './memory-filter.tsx';
import { OpeningTrouble } from './opening-trouble.tsx';
import { SearchContent } from './search-content.tsx';
import { SearchStatus } from './search-status.tsx';
import {
  memoriesKey,
  memoriesOf,
  searchAnnouncement,
  searchView,
  slowSeconds,
  slowWords,
} from './search-view.ts';
import { SlowSearch } from './slow-search.tsx';
import { recallWords } from '../words/recall.ts';
import { searchWords } from '../words/search.ts';

export type SearchScreenProps = { home: HomeHook; onOffered?: () => void };

/** The view of the side panel for searching: a box, and what is found; `onOffered` hears of words from elsewhere. */
export function SearchScreen({ home, onOffered }: SearchScreenProps) {
  const { openWelcome } = useBridge();
  const { typed, type, searchFor, searchAbout, phase, again, stop, ...narrowing } = useSearch(
    memoriesKey(home.state),
  );
  const { memoryId, narrowTo, isNarrowingNews, comeToFront } = narrowing;
  const history = useSearchHistory();
  const opening = useOpening();
  const rootRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const now = useNow(phase.status === 'asking' ? 250 : 15_000);
  const memories = memoriesOf(home.state);
  const memory = memories.find(({ id }) => id === memoryId) ?? null;
  const view = searchView(phase, home.state, memory);
  const slow = slowSeconds(phase, now);
  const about = 'about' in phase ? phase.about : null;
  const isSetUp = view.kind !== 'first-use' && view.kind !== 'no-memory' && view.kind !== 'blank';

  // A Memory that is there no longer, or is another home's, cannot be searched.
  const isLost = memoryId !== null && memory === null && home.state.status === 'ready';
  useEffect(() => {
    if (isLost) narrowTo(null);
  }, [isLost, narrowTo]);

  const { keep } = history;
  const toBox = useCallback(() => inputRef.current?.focus(), []);
  const takeOffered = useCallback(
    (q: string) => {
      onOffered?.();
      searchFor(q);
      keep(q);
      inputRef.current?.focus();
    },
    [onOffered, searchFor, keep],
  );
  useOfferedQuery(takeOffered);

  const submit = () => {
    if (typed.trim() !== '') keep(typed);
    if (phase.status === 'answered' && about === null && phase.q === typed.trim()) {
      rootRef.current?.querySelector<HTMLElement>('[data-hit]')?.focus();
    } else {
      searchFor(typed);
    }
  };

  const open = (hit: RecallHit) => {
    if (view.kind === 'results' && about === null) keep(view.q);
    void opening.open(hit);
  };

  const use = (q: string) => {
    searchFor(q);
    keep(q);
    inputRef.current?.focus();
  };

  return (
    // The keys only move the focus between things that have their own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="search-screen" ref={rootRef} onKeyDown={(event) => onHitKey(event, rootRef)}>
      <header className="search-screen-head">
        <h1 className="visually-hidden">{searchWords.search}</h1>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <SearchField
              ref={inputRef}
              label={searchWords.search}
              placeholder={searchWords.placeholder}
              clearLabel={recallWords.clear}
              value={typed}
              onChange={(words) => {
                type(words);
                if (words === '') inputRef.current?.focus();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && (typed !== '' || about !== null)) {
                  event.preventDefault();
                  type('');
                }
              }}
              onFocus={comeToFront}
              takesFocus
            />
          </form>
        </search>
        {isSetUp && memories.length > 1 ? (
          <MemoryFilter memories={memories} chosenId={memory?.id ?? null} onChoose={narrowTo} />
        ) : null}
        <SearchStatus view={view} busy={phase.status === 'asking'} />
      </header>
      <main className="search-screen-main" aria-busy={phase.status === 'asking'}>
        <OpeningTrouble opening={opening} />
        {about === null ? null : (
          <LateAboutBanner
            page={about}
            about={phase.status === 'answered' ? (phase.outcome.about ?? null) : null}
            isAsking={phase.status === 'asking'}
            onClose={() => {
              type('');
              inputRef.current?.focus();
            }}
          />
        )}
        <SearchContent
          view={view}
          memories={memories}
          history={history}
          now={now}
          onSearch={use}
          onAbout={(page) => {
            searchAbout(page);
            inputRef.current?.focus();
          }}
          onOpen={open}
          onWiden={memory === null ? null : () => narrowTo(null)}
          onFailureGone={toBox}
          onAgain={() => {
            if (phase.status === 'idle') home.reload();
            else again();
            inputRef.current?.focus();
          }}
          onSetUp={() => void openWelcome()}
        />
      </main>
      {slow === null ? null : (
        <SlowSearch
          elapsed={slow}
          words={slowWords(phase, now)}
          onCancel={() => {
            stop();
            inputRef.current?.focus();
          }}
        />
      )}
      <LiveRegion
        words={searchAnnouncement(view, {
          slow: slow !== null,
          memory: memory?.name ?? null,
          isNarrowingNews,
        })}
      />
    </div>
  );
}
