import './library.css';
import {
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { BatchStrip } from '../batch/batch-strip.tsx';
import { HighlightsScreen } from '../highlights/highlights-screen.tsx';
import type { LibraryTab } from '../hooks/panel-place.ts';
import { Shown } from '../hooks/shown.ts';
import { useBatches } from '../hooks/use-batches.ts';
import type { HomeHook } from '../hooks/use-home.ts';
import { useHighlights } from '../hooks/use-highlights.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { noFilter } from '../saves/saves-filter.ts';
import { SavesScreen } from '../saves/saves-screen.tsx';
import { libraryWords } from '../words/library.ts';
import { DocumentsScreen } from './late.tsx';
import { LibraryTabs } from './library-tabs.tsx';

export type LibraryScreenProps = {
  home: HomeHook;
  saves: SavesHook;
  tab: LibraryTab;
  onTab: (tab: LibraryTab) => void;
};

/**
 * The view of the side panel for what was saved, what the home holds and the highlights of the page in front, and the
 * screen behind it on which many are saved at once.
 */
export function LibraryScreen({ home, saves, tab, onTab }: LibraryScreenProps) {
  const batches = useBatches();
  const highlights = useHighlights();
  const [filter, setFilter] = useState(noFilter);
  const [isMany, setIsMany] = useState(false);
  const manyRef = useRef<HTMLButtonElement>(null);
  const tabsRef = useRef<HTMLDivElement>(null);
  const cameBackRef = useRef(false);
  const id = useId();

  const goBack = useCallback(() => {
    cameBackRef.current = true;
    setIsMany(false);
  }, []);
  useEffect(() => {
    if (!isMany && cameBackRef.current) manyRef.current?.focus();
  }, [isMany]);

  const showWaiting = useCallback(() => {
    setFilter(noFilter);
    goBack();
  }, [goBack]);

  const showHighlights = useCallback(() => {
    onTab('page');
    // The row that led there is out of sight now.
    tabsRef.current?.querySelector<HTMLElement>('[data-tab="page"]')?.focus();
  }, [onTab]);

  if (isMany) {
    return <BatchScreen home={home} batches={batches} onBack={goBack} onWaiting={showWaiting} />;
  }
  const shown = highlights.state.status === 'ready' ? highlights.state.shown : null;
  return (
    <div className="library-screen">
      <header className="library-head">
        <h1 className="visually-hidden">{libraryWords.title}</h1>
        <LibraryTabs
          id={id}
          tab={tab}
          highlights={shown?.highlights.length ?? 0}
          onTab={onTab}
          ref={tabsRef}
        />
      </header>
      <main className="library-main">
        <Part id={id} of="everything" tab={tab}>
          <SavesScreen
            home={home.state}
            saves={saves}
            filter={filter}
            onFilter={setFilter}
            frontPage={shown?.page?.key ?? null}
            onHighlights={showHighlights}
            many={
              <BatchStrip state={batches.state} openRef={manyRef} onOpen={() => setIsMany(true)} />
            }
          />
        </Part>
        <Part id={id} of="home" tab={tab}>
          <HomePart home={home} isOpen={tab === 'home'} />
        </Part>
        <Part id={id} of="page" tab={tab}>
          <HighlightsScreen highlights={highlights} />
        </Part>
      </main>
    </div>
  );
}

/** Its service is asked for what it holds, so it begins when it is first looked at, and reads nothing while it is not. */
function HomePart({ home, isOpen }: { home: HomeHook; isOpen: boolean }) {
  const isShown = use(Shown);
  const [isBegun, setIsBegun] = useState(isOpen);
  if (isOpen && !isBegun) setIsBegun(true);
  if (!isBegun) return null;
  return (
    <Suspense>
      <Shown value={isShown && isOpen}>
        <DocumentsScreen home={home} />
      </Shown>
    </Suspense>
  );
}

type PartProps = { id: string; of: LibraryTab; tab: LibraryTab; children: ReactNode };

/** One over the other, so that each keeps the place it was scrolled to. */
function Part({ id, of, tab, children }: PartProps) {
  return (
    <div
      className="library-part"
      role="tabpanel"
      id={`${id}-${of}-panel`}
      aria-labelledby={`${id}-${of}`}
      inert={of !== tab}
    >
      {children}
    </div>
  );
}
