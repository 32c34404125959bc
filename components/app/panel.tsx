import './panel.css';
import {
  Fragment,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { LazyConnectionNotice } from '../connections/lazy.tsx';
import {
  type PanelView,
  panelViews,
  usePanelView,
  panelWords,
  libraryLabel,
} from './panel-place.ts';
import { IsVisible } from './use-query.ts';
import { AfterFirstPaint, lazy } from './lazy.tsx';
import { savesSummary } from '../outbox/saves-state.ts';
import { useActiveConnection, useConnectionChanges } from './use-active-connection.ts';
import { useSaves } from '../outbox/use-saves.ts';
import { SearchScreen } from '../search/search-screen.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { LibraryBig, MessageCircleQuestionMark, ScrollText, Search, UserRound } from 'lucide-react';
import { Spinner } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

// While these load, the `Suspense` of their view shows its fallback next to the `Arrival`.
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
const RulesScreen = lazy(
  async () => (await import('../profile/rules-screen.tsx')).RulesScreen,
  Fragment,
);

/** Views keep their state while hidden. */
export function Panel() {
  const { view, tab, show, showTab } = usePanelView();
  const connection = useActiveConnection();
  const connectionChanges = useConnectionChanges(connection.state);
  const saves = useSaves();
  // Search takes queries from other surfaces from the start; other views are mounted when first opened.
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

  useEffect(() => {
    document.title = panelWords.title(panelWords.views[view]);
  }, [view]);

  const focusShown = useCallback(() => {
    const place = viewsRef.current?.querySelector<HTMLElement>('.panel-view:not([inert])');
    if (place) focusFirst(place);
  }, []);
  useEffect(() => {
    // Results and text fields handle the key themselves.
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
    // When the panel opens, the search field takes the focus itself.
    if (!isFirstRef.current || view !== 'search') focusShown();
    isFirstRef.current = false;
  }, [view, focusShown]);

  // Another view can be open by then.
  const focusArrived = useCallback(
    (arrived: PanelView) => {
      const shown = viewsRef.current?.querySelector<HTMLElement>('.panel-view:not([inert])');
      if (shown?.dataset['view'] === arrived) focusShown();
    },
    [focusShown],
  );
  const focusRules = useCallback(() => focusArrived('rules'), [focusArrived]);
  // Saves change often and must not re-render the other views.
  const others = useMemo(
    () => ({
      search: <SearchScreen connection={connection} onOffered={openSearch} />,
      ask: <AskScreen connection={connection.state} />,
      profile: <ProfileScreen connection={connection.state} AddFact={AddFact} />,
      rules: <RulesScreen connection={connection.state} onReady={focusRules} />,
    }),
    [connection, openSearch, focusRules],
  );
  const screens: Record<PanelView, ReactNode> = {
    ...others,
    library: <LibraryScreen connection={connection} saves={saves} tab={tab} onTab={showTab} />,
  };
  return (
    <HuesOf value={connection.state.status === 'ready' ? connection.state.connection : null}>
      <div className="panel">
        <PanelNav view={view} onView={open} {...savesSummary(saves.state)} />
        <div className="panel-notices">
          <LazyConnectionNotice />
          <LearnedNotice />
        </div>
        <div className="panel-views" ref={viewsRef}>
          {panelViews.map((one) =>
            opened.has(one) ? (
              // Every view starts over with another connection.
              <div
                key={`${one} ${connectionChanges}`}
                className="panel-view"
                data-view={one}
                inert={one !== view}
              >
                <Suspense>
                  <IsVisible value={one === view}>{screens[one]}</IsVisible>
                  <Arrival view={one} onArrival={focusArrived} />
                </Suspense>
              </div>
            ) : null,
          )}
        </div>
      </div>
    </HuesOf>
  );
}

function Arrival({ view, onArrival }: { view: PanelView; onArrival: (view: PanelView) => void }) {
  useEffect(() => onArrival(view), [view, onArrival]);
  return null;
}

/** Text input or a shortcut, not navigation. */
function isTyping({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof Element && target.closest('input:not([type="radio"]), textarea') !== null
  );
}

/** The selected tab, else the first field, else the heading. */
function focusFirst(place: HTMLElement): void {
  const first = place.querySelector<HTMLElement>(
    '[role="tab"][aria-selected="true"], input:not([type="file"]), textarea',
  );
  if (first) return first.focus();
  const heading = place.querySelector<HTMLElement>('h1:not(.visually-hidden), h2');
  if (!heading) return undefined;
  heading.tabIndex = -1;
  return heading.focus({ preventScroll: true });
}

const icons = {
  search: Search,
  ask: MessageCircleQuestionMark,
  profile: UserRound,
  library: LibraryBig,
  rules: ScrollText,
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
                <Icon size={17} aria-hidden="true" />
              )}
              <span className="panel-nav-name" data-words={panelWords.views[one]}>
                {panelWords.views[one]}
              </span>
            </span>
          </button>
        );
      })}
    </nav>
  );
}

/** Replaces the icon; what needs attention comes first. */
function SavesBadge({ needy }: { needy: number }) {
  if (needy === 0) return <Spinner />;
  // Drawn by CSS, because the button's label already has the number.
  return <span className="panel-nav-badge" data-count={needy > 99 ? '99+' : needy} />;
}
