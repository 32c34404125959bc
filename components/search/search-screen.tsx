import './search-screen.css';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { SearchResult, SearchResults } from '../../lib/search/model.ts';
import { useBridge } from '../app/bridge.ts';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { useNow } from '../app/use-now.ts';
import { useOpening, OpeningError } from '../app/results/open-result.tsx';
import { SaveSearchButton } from './save-search-button.tsx';
import { type SearchHistoryHook, useSearchHistory } from './use-search-history.ts';
import { useSearch } from './use-search.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { lazy } from '../app/lazy.tsx';
import { QueryField } from './query-field.tsx';
import { SearchContent } from './search-content.tsx';
import {
  foundText,
  memoriesKey,
  memoriesOf,
  searchAnnouncement,
  searchView,
  slowSeconds,
  slowText,
  type SearchView,
} from './search-view.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { Hourglass } from 'lucide-react';
import { Button, Spinner } from '../ui/button.tsx';
import { seconds } from '../../lib/i18n/time.ts';
import { webHost } from '../../lib/url/web-address.ts';
import { MemoryFilter } from '../ui/memory-filter.tsx';

const AboutBanner = lazy(async () => (await import('./about-banner.tsx')).AboutBanner);
const QueryChips = lazy(async () => (await import('./query-chips.tsx')).QueryChips);
type SearchScreenProps = { connection: ActiveConnectionHook; onOffered?: () => void };

/** `onOffered` is called when another surface passes a query. */
export function SearchScreen({ connection, onOffered }: SearchScreenProps) {
  const { typed, type, searchFor, searchAbout, phase, again, stop, ...narrowing } = useSearch(
    memoriesKey(connection.state),
  );
  const { memoryId, narrowTo, isNarrowingNews, onReturn } = narrowing;
  const history = useSearchHistory();
  const { add } = history;
  const opening = useOpening();
  const rootRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const now = useNow(phase.status === 'asking' ? 250 : 15_000);
  const memories = memoriesOf(connection.state);
  const memory = memories.find(({ id }) => id === memoryId) ?? null;
  const view = searchView(phase, connection.state, memory);
  const hosts = useHosts(view);
  const slow = slowSeconds(phase, now);
  const about = 'about' in phase ? phase.about : null;
  const isSetUp = view.kind !== 'first-use' && view.kind !== 'no-memory' && view.kind !== 'blank';
  // A deleted Memory, or one of another connection, can't be searched.
  const isLost = memoryId !== null && memory === null && connection.state.status === 'ready';
  const onLost = useEffectEvent(() => narrowTo(null));
  useEffect(() => {
    if (isLost) onLost();
  }, [isLost]);

  const toBox = () => inputRef.current?.focus();
  const use = (q: string) => {
    searchFor(q);
    add(q);
    toBox();
  };
  useOfferedQuery((q) => {
    onOffered?.();
    use(q);
  });

  const submit = () => {
    if (typed.trim() !== '') add(typed);
    if (phase.status === 'answered' && about === null && phase.q === typed.trim()) {
      rootRef.current?.querySelector<HTMLElement>('[data-hit]')?.focus();
    } else {
      searchFor(typed);
    }
  };

  const open = (hit: SearchResult) => {
    if (view.kind === 'results' && about === null) add(view.q);
    void opening.open(hit);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys only move the focus between interactive elements
    <div className="search-screen" ref={rootRef} onKeyDown={(event) => onHitKey(event, rootRef)}>
      <header className="search-screen-head">
        <h1 className="visually-hidden">{t('search_search')}</h1>
        <QueryField
          ref={inputRef}
          memories={memories}
          hosts={hosts}
          now={now}
          label={t('search_search')}
          placeholder={t('search_placeholder')}
          value={typed}
          onSubmit={submit}
          onChange={(words) => {
            type(words);
            if (words === '') toBox();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && (typed !== '' || about !== null)) {
              event.preventDefault();
              type('');
            }
          }}
          onFocus={onReturn}
          takesFocus
        />
        {typed === '' ? null : (
          <QueryChips query={typed} now={now} onChange={searchFor} onFocusLost={toBox} />
        )}
        {isSetUp && memories.length > 1 ? (
          <MemoryFilter memories={memories} chosenId={memory?.id ?? null} onChoose={narrowTo} />
        ) : null}
        <SearchStatus view={view} busy={phase.status === 'asking'} history={history} />
      </header>
      <main className="search-screen-main" aria-busy={phase.status === 'asking'}>
        <OpeningError opening={opening} />
        {about === null ? null : (
          <AboutBanner
            page={about}
            about={phase.status === 'answered' ? (phase.outcome.about ?? null) : null}
            isAsking={phase.status === 'asking'}
            onClose={() => {
              type('');
              toBox();
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
            toBox();
          }}
          onOpen={open}
          onWiden={memory === null ? null : () => narrowTo(null)}
          onFocusLost={toBox}
          onAgain={() => {
            if (phase.status === 'idle') connection.reload();
            else again();
            toBox();
          }}
        />
      </main>
      {slow === null ? null : (
        <SlowSearch
          elapsed={slow}
          words={slowText(phase, now)}
          onCancel={() => {
            stop();
            toBox();
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

/** Returns the hosts of the latest results. Keeps them while a half-typed filter matches nothing. */
function useHosts(view: SearchView): readonly string[] {
  const [outcome, setOutcome] = useState<SearchResults | null>(null);
  if (view.kind === 'results' && view.outcome !== outcome) setOutcome(view.outcome);
  const hosts = outcome?.hits.map(({ url }) => (url === null ? null : webHost(url))) ?? [];
  return [...new Set(hosts)].filter((host) => host !== null);
}

type SearchStatusProps = { view: SearchView; busy: boolean; history: SearchHistoryHook };

/** Shows the number of results, and a button that saves the search. Always takes up space, so that nothing moves. */
function SearchStatus({ view, busy, history }: SearchStatusProps) {
  const outcome = 'outcome' in view ? view.outcome : null;
  return (
    <div className="search-status" data-busy={busy || undefined}>
      <span>{view.kind === 'results' ? foundText(view.outcome) : null}</span>
      {outcome === null || outcome.stillLearning === 0 ? null : (
        <span className="search-status-learning">
          <Hourglass size={13} />
          {plural(outcome.stillLearning, 'search_stillLearning')}
        </span>
      )}
      {view.kind === 'results' && view.outcome.about === undefined ? (
        <SaveSearchButton key={view.q} q={view.q} history={history} />
      ) : null}
    </div>
  );
}

type SlowSearchProps = {
  elapsed: number;
  words: ReturnType<typeof slowText>;
  onCancel: () => void;
};

/** Shows that the search is slow. Floats above the content, so that nothing moves. */
function SlowSearch({ elapsed, words: { title, text }, onCancel }: SlowSearchProps) {
  return (
    <aside className="slow-search">
      <Spinner />
      <div className="slow-search-words">
        <p className="slow-search-title">
          {title} <span className="slow-search-time">{seconds(elapsed)}</span>
        </p>
        <p className="slow-search-text">{text}</p>
      </div>
      <Button size="small" onClick={onCancel}>
        {t('common_cancel')}
      </Button>
    </aside>
  );
}

/**
 * Takes queries from other surfaces. The panel can also be open in a tab; a hidden panel leaves queries to the
 * visible one.
 */
function useOfferedQuery(onQuery: (q: string) => void): void {
  const { ask, onEvent, ownWindowId } = useBridge();
  const onTaken = useEffectEvent(onQuery);
  useEffect(() => {
    let wanted = true;
    const take = async (offeredIn: number | null) => {
      if (document.visibilityState === 'hidden') return;
      const windowId = await ownWindowId();
      if (windowId === null || (offeredIn !== null && offeredIn !== windowId)) return;
      const taken = await ask('panel.take', { windowId });
      if (wanted && taken.ok && taken.value.q !== null) onTaken(taken.value.q);
    };
    const stop = onEvent((event) => {
      if (event.event === 'panel.offered') void take(event.windowId);
    });
    const takeWhatIsLeft = () => void take(null);
    document.addEventListener('visibilitychange', takeWhatIsLeft);
    takeWhatIsLeft();
    return () => {
      wanted = false;
      stop();
      document.removeEventListener('visibilitychange', takeWhatIsLeft);
    };
  }, [ask, onEvent, ownWindowId]);
}

/** Moves between results, which have `data-hit`. Ignores the arrow keys in elements that use them. */
function onHitKey(event: KeyboardEvent, root: RefObject<HTMLElement | null>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || root.current === null) return;
  if (event.isDefaultPrevented()) return;
  const input = root.current.querySelector<HTMLInputElement>('input[type="search"]');
  const isInBox = event.target === input;
  if (event.key === '/' && !isInBox && input !== null) {
    event.preventDefault();
    input.focus();
    input.select();
    return;
  }
  const hits = [...root.current.querySelectorAll<HTMLElement>('[data-hit]')];
  const active = document.activeElement;
  if (hits.length === 0 || active?.closest('[role="radiogroup"]') != null) return;
  if (isInBox && event.key !== 'ArrowDown') return;
  // The focused result, or else the last one before the focused element; -1 is the search box.
  const current = hits.findLastIndex((hit) => hit === active || isBefore(hit, active));
  const last = hits.length - 1;
  const goal = {
    ArrowDown: Math.min(current + 1, last),
    ArrowUp: hits[current] === active ? current - 1 : current,
    Home: 0,
    End: last,
  }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  if (goal < 0) input?.focus();
  else hits[goal]?.focus();
}

function isBefore(hit: Element, active: Element | null): boolean {
  if (active === null || active === document.body) return false;
  return (hit.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
