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
  type KeyboardEvent,
  type Ref,
  lazy,
} from 'react';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { BatchStrip } from '../batch/batch-strip.tsx';
import { HighlightsScreen } from '../highlights/highlights-screen.tsx';
import { type LibraryTab, libraryTabs } from '../app/panel-place.ts';
import { IsVisible } from '../app/use-query.ts';
import { useBatches } from '../batch/use-batches.ts';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { useHighlights } from '../highlights/use-highlights.ts';
import type { SavesHook } from '../outbox/use-saves.ts';
import { noFilter } from '../outbox/saves-model.ts';
import { SavesScreen } from '../outbox/saves-screen.tsx';
import { t, direction, plural } from '../../lib/i18n/i18n.ts';

export type LibraryScreenProps = {
  connection: ActiveConnectionHook;
  saves: SavesHook;
  tab: LibraryTab;
  onTab: (tab: LibraryTab) => void;
};

/**
 * The view of the side panel for what was saved, what the connection holds and the highlights of the page in front, and the
 * screen behind it on which many are saved at once.
 */
export function LibraryScreen({ connection, saves, tab, onTab }: LibraryScreenProps) {
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
    return (
      <BatchScreen
        connection={connection}
        batches={batches}
        onBack={goBack}
        onWaiting={showWaiting}
      />
    );
  }
  const shown = highlights.state.status === 'ready' ? highlights.state.value.shown : null;
  return (
    <div className="library-screen">
      <header className="library-head">
        <h1 className="visually-hidden">{t('panel_views_library')}</h1>
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
            connection={connection.state}
            saves={saves}
            filter={filter}
            onFilter={setFilter}
            frontPage={shown?.page?.key ?? null}
            onHighlights={showHighlights}
            batchStrip={
              <BatchStrip state={batches.state} openRef={manyRef} onOpen={() => setIsMany(true)} />
            }
          />
        </Part>
        <Part id={id} of="connection" tab={tab}>
          <HomePart connection={connection} isOpen={tab === 'connection'} />
        </Part>
        <Part id={id} of="page" tab={tab}>
          <HighlightsScreen highlights={highlights} />
        </Part>
      </main>
    </div>
  );
}

/** Its service is asked for what it holds, so it begins when it is first looked at, and reads nothing while it is not. */
function HomePart({ connection, isOpen }: { connection: ActiveConnectionHook; isOpen: boolean }) {
  const isShown = use(IsVisible);
  const [isBegun, setIsBegun] = useState(isOpen);
  if (isOpen && !isBegun) setIsBegun(true);
  if (!isBegun) return null;
  return (
    <Suspense>
      <IsVisible value={isShown && isOpen}>
        <DocumentsScreen connection={connection} />
      </IsVisible>
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

export type LibraryTabsProps = {
  tab: LibraryTab;
  /** How many highlights the page in front has. */
  highlights: number;
  /** What the ids of the tabs and of what they show begin with. */
  id: string;
  onTab: (tab: LibraryTab) => void;
  ref: Ref<HTMLDivElement>;
};

/** The parts of the library; an arrow key goes to the next and opens it. */
export function LibraryTabs({ tab, highlights, id, onTab, ref }: LibraryTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabByKey(tab, event.key);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div
      ref={ref}
      className="library-tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={t('panel_views_library')}
      onKeyDown={onKeyDown}
    >
      {libraryTabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className="library-tab"
          id={`${id}-${one}`}
          data-tab={one}
          aria-label={
            one === 'page' && highlights > 0
              ? plural(highlights, 'library_tabs_pageWith')
              : undefined
          }
          aria-selected={one === tab}
          aria-controls={`${id}-${one}-panel`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {libraryWords.tabs[one]}
          {one === 'page' && highlights > 0 ? (
            // Drawn and not written: the name of the tab says it already.
            <span className="library-tab-count" data-count={highlights} />
          ) : null}
        </button>
      ))}
    </div>
  );
}

/** Gives the tab a key leads to, round the end; null where the key is not for the tabs. */
function tabByKey(tab: LibraryTab, key: string): LibraryTab | null {
  const last = libraryTabs.length - 1;
  const at = libraryTabs.indexOf(tab);
  const onward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return libraryTabs[0];
  if (key === 'End') return libraryTabs[last] ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const step = key === onward ? 1 : last;
  return libraryTabs[(at + step) % libraryTabs.length] ?? null;
}

export const libraryWords = {
  tabs: {
    everything: t('library_tabs_everything'),
    connection: t('library_tabs_connection'),
    page: t('library_tabs_page'),
  } satisfies Record<LibraryTab, string>,
} as const;

export const DocumentsScreen = lazy(async () => {
  const { DocumentsScreen: screen } = await import('./documents-screen.tsx');
  return { default: screen };
});
