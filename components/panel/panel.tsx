import './panel.css';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { LateHomeNotice } from '../home-notice/late-home-notice.tsx';
import { type PanelView, panelViews } from '../hooks/panel-place.ts';
import { Shown } from '../hooks/shown.ts';
import { savesSummary } from '../hooks/saves-sections.ts';
import { useHome } from '../hooks/use-home.ts';
import { useHomeChanges } from '../hooks/use-home-changes.ts';
import { usePanelView } from '../hooks/use-panel-view.ts';
import { useSaves } from '../hooks/use-saves.ts';
import { SearchScreen } from '../recall/search-screen.tsx';
import { LearnedNotice } from '../saves/learned-notice.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { panelWords } from '../words/panel.ts';
import { AskScreen, LibraryScreen, ProfileScreen, RulesScreen } from './late.tsx';
import { PanelNav } from './panel-nav.tsx';

/** The side panel: what is remembered, asked, known and saved, each in a view of its own that keeps its state. */
export function Panel() {
  const { view, tab, show, showTab } = usePanelView();
  // Asked for once, for every view.
  const home = useHome();
  const homeChanges = useHomeChanges(home.state);
  const saves = useSaves();
  // The search waits for words from elsewhere from the beginning; the others begin when they are first looked at.
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
    // Where something that has the focus takes the key, as the hits do and every field, it is its own.
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
    // When the panel opens the search field takes the focus itself.
    if (!isFirstRef.current || view !== 'search') focusShown();
    isFirstRef.current = false;
  }, [view, focusShown]);

  // Another may be shown by then, in which the person is somewhere already.
  const focusArrived = useCallback(
    (arrived: PanelView) => {
      const shown = viewsRef.current?.querySelector<HTMLElement>('.panel-view:not([inert])');
      if (shown?.dataset['view'] === arrived) focusShown();
    },
    [focusShown],
  );
  const focusRules = useCallback(() => focusArrived('rules'), [focusArrived]);
  // What becomes of the saves is no reason to draw the others.
  const others = useMemo(
    () => ({
      search: <SearchScreen home={home} onOffered={openSearch} />,
      ask: <AskScreen home={home.state} />,
      profile: <ProfileScreen home={home.state} />,
      rules: <RulesScreen home={home.state} onReady={focusRules} />,
    }),
    [home, openSearch, focusRules],
  );
  const screens: Record<PanelView, ReactNode> = {
    ...others,
    library: <LibraryScreen home={home} saves={saves} tab={tab} onTab={showTab} />,
  };
  return (
    <HuesOf value={home.state.status === 'ready' ? home.state.home : null}>
      <div className="panel">
        <PanelNav view={view} onView={open} {...savesSummary(saves.state)} />
        <div className="panel-notices">
          <LateHomeNotice />
          <LearnedNotice />
        </div>
        <div className="panel-views" ref={viewsRef}>
          {panelViews.map((one) =>
            opened.has(one) ? (
              // In another home every view begins anew.
              <div
                key={`${one} ${homeChanges}`}
                className="panel-view"
                data-view={one}
                inert={one !== view}
              >
                <Suspense>
                  <Shown value={one === view}>{screens[one]}</Shown>
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

/** Stands beside what is loaded when it is first shown, and tells when that is there. */
function Arrival({ view, onArrival }: ArrivalProps) {
  useEffect(() => onArrival(view), [view, onArrival]);
  return null;
}

type ArrivalProps = { view: PanelView; onArrival: (view: PanelView) => void };

/** Another meaning of a key than a way: part of what is written, or of a shortcut. */
function isTyping({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof Element && target.closest('input:not([type="radio"]), textarea') !== null
  );
}

/** To the tab that is open in a view, or its first field, or where it has neither its heading. */
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
