import './search-screen.css';
import { useCallback, useRef } from 'react';
import { useBridge } from '../hooks/bridge.ts';
import { useHome } from '../hooks/use-home.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOfferedQuery } from '../hooks/use-offered-query.ts';
import { useOpening } from '../hooks/use-opening.ts';
import { useSearch } from '../hooks/use-search.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { recallWords } from '../words/recall.ts';
import { onHitKey } from './hit-keys.ts';
import { OpeningTrouble } from './opening-trouble.tsx';
import { SearchContent } from './search-content.tsx';
import { SearchStatus } from './search-status.tsx';
import { searchAnnouncement, searchView, slowSeconds, slowWords } from './search-view.ts';
import { SlowSearch } from './slow-search.tsx';

/** The view of the side panel for searching: a box, and what is found; `onOffered` hears of words from elsewhere. */
export function SearchScreen({ onOffered }: { onOffered?: () => void }) {
  const { openWelcome } = useBridge();
  const home = useHome();
  const { typed, type, searchFor, phase, again, stop } = useSearch();
  const opening = useOpening();
  const rootRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const now = useNow(phase.status === 'asking' ? 250 : 15_000);
  const view = searchView(phase, home.state);
  const slow = slowSeconds(phase, now);

  const takeOffered = useCallback(
    (q: string) => {
      onOffered?.();
      searchFor(q);
      inputRef.current?.focus();
    },
    [onOffered, searchFor],
  );
  useOfferedQuery(takeOffered);

  const submit = () => {
    if (phase.status === 'answered' && phase.q === typed.trim()) {
      rootRef.current?.querySelector<HTMLElement>('[data-hit]')?.focus();
    } else {
      searchFor(typed);
    }
  };

  return (
    // The keys only move the focus between things that have their own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="search-screen" ref={rootRef} onKeyDown={(event) => onHitKey(event, rootRef)}>
      <header className="search-screen-head">
        <h1 className="visually-hidden">{recallWords.search}</h1>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <SearchField
              ref={inputRef}
              label={recallWords.search}
              placeholder={recallWords.placeholder}
              clearLabel={recallWords.clear}
              value={typed}
              onChange={(words) => {
                type(words);
                if (words === '') inputRef.current?.focus();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && typed !== '') {
                  event.preventDefault();
                  type('');
                }
              }}
              takesFocus
            />
          </form>
        </search>
        <SearchStatus view={view} busy={phase.status === 'asking'} />
      </header>
      <main className="search-screen-main" aria-busy={phase.status === 'asking'}>
        {opening.error === null ? null : (
          <OpeningTrouble error={opening.error} onClose={opening.forget} />
        )}
        <SearchContent
          view={view}
          now={now}
          onOpen={(hit) => void opening.open(hit)}
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
      <LiveRegion words={searchAnnouncement(view, slow !== null)} />
    </div>
  );
}
