import './panel.css';
import {
  Fragment,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { LazyConnectionNotice } from '../connections/lazy.tsx';
import { type PanelView, panelViews, usePanelView, libraryLabel } from './panel-place.ts';
import { IsVisible } from './use-query.ts';
import { AfterFirstPaint, lazy } from './lazy.tsx';
import { savesSummary } from '../outbox/saves-state.ts';
import { useActiveConnection, useConnectionChanges } from './use-active-connection.ts';
import { useSaves } from '../outbox/use-saves.ts';
import { SearchScreen } from '../search/search-screen.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import {
  Highlighter,
  LibraryBig,
  MessageCircleQuestionMark,
  Search,
  UserRound,
} from 'lucide-react';
import { Spinner } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

// `Fragment` defers to the `Suspense` around the view, so that `Arrival` waits until the screen has loaded.
const AskScreen = lazy(async () => (await import('../ask/ask-screen.tsx')).AskScreen, Fragment);
const ProfileScreen = lazy(
  async () => (await import('../profile/profile-screen.tsx')).ProfileScreen,
  Fragment,
);
const LearnedNotice = lazy(
  async () => (await import('../outbox/learned-notice.tsx')).LearnedNotice,
  AfterFirstPaint,
);
const AddFact = lazy(async () => (await import('../notes/add-fact.tsx')).AddFact);
const LibraryScreen = lazy(
  async () => (await import('../library/library-screen.tsx')).LibraryScreen,
  Fragment,
);
const HighlightsScreen = lazy(
  async () => (await import('../highlights/highlights-screen.tsx')).HighlightsScreen,
  Fragment,
);

/** Views keep their state while hidden. */
export function Panel() {
  const { view, show } = usePanelView();
  const connection = useActiveConnection();
  const connectionChanges = useConnectionChanges(connection.state);
  const saves = useSaves();
  // Search takes queries from other surfaces, so it's mounted from the start. Other views mount when first opened.
  const [opened, setOpened] = useState<ReadonlySet<PanelView>>(new Set(['search', view]));
  const viewsRef = useRef<HTMLDivElement>(null);

  const open = useCallback(
    (next: PanelView) => {
      setOpened((before) => (before.has(next) ? before : new Set([...before, next])));
      show(next);
    },
    [show],
  );
  const openSearch = useCallback(() => open('search'), [open]);
  /** The page whose highlights to show. `times` makes repeated requests for the same page distinct. */
  const [wantedPage, setWantedPage] = useState({ pageKey: '', times: 0 });
  const openHighlights = useCallback(
    (pageKey: string) => {
      setWantedPage(({ times }) => ({ pageKey, times: times + 1 }));
      open('highlights');
    },
    [open],
  );
  /** Counts presses of the current view's button, which return the view to its start. */
  const [visits, setVisits] = useState(0);
  const press = (next: PanelView) => {
    if (next === view) setVisits((before) => before + 1);
    open(next);
  };

  useEffect(() => {
    document.title = t('panel_title', { view: t(`panel_views_${view}`) });
  }, [view]);

  const focusShown = useCallback(() => {
    const place = viewsRef.current?.querySelector<HTMLElement>('.panel-view:not([inert])');
    if (place) focusFirst(place);
  }, []);
  useEffect(() => {
    // `/` opens the search, unless a result or a text field has already handled it.
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isTyping(event)) return;
      event.preventDefault();
      if (view === 'search') focusShown();
      else open('search');
    };
    document.addEventListener('keydown', toSearch);
    return () => document.removeEventListener('keydown', toSearch);
  }, [view, open, focusShown]);
  const isFirstRef = useRef(true);
  useLayoutEffect(() => {
    // When the panel opens, the search field focuses itself.
    if (!isFirstRef.current || view !== 'search') focusShown();
    isFirstRef.current = false;
  }, [view, focusShown]);
  // Saves change often and must not re-render the other views.
  const others = useMemo(
    () => ({
      search: <SearchScreen connection={connection} onOffered={openSearch} />,
      ask: <AskScreen connection={connection.state} />,
      profile: <ProfileScreen connection={connection.state} AddFact={AddFact} />,
      highlights: <HighlightsScreen wanted={wantedPage} />,
    }),
    [connection, openSearch, wantedPage],
  );
  const screens: Record<PanelView, ReactNode> = {
    ...others,
    library: (
      <LibraryScreen
        connection={connection}
        saves={saves}
        visits={visits}
        onHighlights={openHighlights}
      />
    ),
  };
  return (
    <HuesOf value={connection.state.status === 'ready' ? connection.state.connection : null}>
      <div className="panel">
        <PanelNav view={view} onView={press} {...savesSummary(saves.state)} />
        <div className="panel-notices">
          <LazyConnectionNotice />
          <LearnedNotice />
        </div>
        <div className="panel-views" ref={viewsRef}>
          {panelViews.map((one) =>
            opened.has(one) ? (
              // A different connection remounts every view.
              <div
                key={`${one} ${connectionChanges}`}
                className="panel-view"
                data-view={one}
                inert={one !== view}
              >
                <Suspense>
                  <IsVisible value={one === view}>{screens[one]}</IsVisible>
                  <Arrival isShown={one === view} onArrival={focusShown} />
                </Suspense>
              </div>
            ) : null,
          )}
        </div>
      </div>
    </HuesOf>
  );
}

/** Reports that a view has loaded, unless the person has opened another view or moved the focus in the meantime. */
function Arrival({ isShown, onArrival }: { isShown: boolean; onArrival: () => void }) {
  const arrive = useEffectEvent(() => {
    const hasNotMoved = document.activeElement?.matches('body, [inert] *, [aria-current]');
    if (isShown && hasNotMoved === true) onArrival();
  });
  useEffect(() => arrive(), []);
  return null;
}

/** Returns whether the key is for a text field or dialog, or part of a shortcut. */
function isTyping({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof Element && target.closest('input:not([type="radio"]), textarea') !== null
  );
}

/** Focuses the first field, else the heading. */
function focusFirst(place: HTMLElement): void {
  const first = place.querySelector<HTMLElement>('input:not([type="file"]), textarea');
  if (first) return first.focus();
  const heading = place.querySelector<HTMLElement>('h1:not(.visually-hidden), h2');
  if (heading) heading.tabIndex = -1;
  return heading?.focus({ preventScroll: true });
}

const icons = {
  search: Search,
  ask: MessageCircleQuestionMark,
  profile: UserRound,
  library: LibraryBig,
  highlights: Highlighter,
} satisfies Record<PanelView, unknown>;

type PanelNavProps = {
  view: PanelView;
  onView: (view: PanelView) => void;
  needy: number;
  isMoving: boolean;
};

function PanelNav({ view, onView, needy, isMoving }: PanelNavProps) {
  return (
    <nav className="panel-nav" aria-label={t('manifest_name')}>
      {panelViews.map((one) => {
        const Icon = icons[one];
        const name = t(`panel_views_${one}`);
        return (
          <button
            key={one}
            type="button"
            className="panel-nav-way"
            data-view={one}
            aria-current={one === view ? 'page' : undefined}
            aria-label={one === 'library' ? libraryLabel({ needy, isMoving }) : undefined}
            onClick={() => onView(one)}
          >
            <span className="panel-nav-words">
              {one === 'library' && (needy > 0 || isMoving) ? (
                <SavesBadge needy={needy} />
              ) : (
                <Icon size={17} />
              )}
              <span className="panel-nav-name" data-words={name}>
                {name}
              </span>
            </span>
          </button>
        );
      })}
    </nav>
  );
}

/** Replaces the icon with the number of saves that need attention, or else with a spinner. */
function SavesBadge({ needy }: { needy: number }) {
  if (needy === 0) return <Spinner />;
  // Drawn by CSS, because the button's label already has the number.
  return <span className="panel-nav-badge" data-count={needy > 99 ? '99+' : needy} />;
}
