import './library.css';
import {
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { BatchStrip } from '../batch/batch-strip.tsx';
import { HighlightsScreen } from '../highlights/highlights-screen.tsx';
import { type LibraryTab, libraryTabs } from '../app/panel-place.ts';
import { lazy } from '../app/lazy.tsx';
import { IsVisible } from '../app/use-query.ts';
import { useBatches } from '../batch/use-batches.ts';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { useHighlights } from '../highlights/use-highlights.ts';
import type { SavesHook } from '../outbox/use-saves.ts';
import { noFilter } from '../outbox/saves-list.ts';
import { SavesScreen } from '../outbox/saves-screen.tsx';
import { t, direction, plural } from '../../lib/i18n/i18n.ts';

const DocumentsScreen = lazy(async () => (await import('./documents-screen.tsx')).DocumentsScreen);

type LibraryScreenProps = {
  connection: ActiveConnectionHook;
  saves: SavesHook;
  tab: LibraryTab;
  onTab: (tab: LibraryTab) => void;
};

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
    // The focused row is hidden now.
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
          <DocumentsPart connection={connection} isOpen={tab === 'connection'} />
        </Part>
        <Part id={id} of="page" tab={tab}>
          <HighlightsScreen highlights={highlights} />
        </Part>
      </main>
    </div>
  );
}

type DocumentsPartProps = { connection: ActiveConnectionHook; isOpen: boolean };

/** Documents come from the service, so they load when first opened, and pause while hidden. */
function DocumentsPart({ connection, isOpen }: DocumentsPartProps) {
  const isShown = use(IsVisible);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? (
    <IsVisible value={isShown && isOpen}>
      <DocumentsScreen connection={connection} />
    </IsVisible>
  ) : null;
}

type PartProps = { id: string; of: LibraryTab; tab: LibraryTab; children: ReactNode };

/** All stay mounted, so that each keeps its scroll position. */
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

type LibraryTabsProps = {
  tab: LibraryTab;
  highlights: number;
  id: string;
  onTab: (tab: LibraryTab) => void;
  ref: Ref<HTMLDivElement>;
};

function LibraryTabs({ tab, highlights, id, onTab, ref }: LibraryTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabByKey(tab, event.key);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  const hasCount = (one: LibraryTab) => one === 'page' && highlights > 0;
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
          aria-label={hasCount(one) ? plural(highlights, 'library_tabs_pageWith') : undefined}
          aria-selected={one === tab}
          aria-controls={`${id}-${one}-panel`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {t(`library_tabs_${one}`)}
          {hasCount(one) ? (
            // Drawn by CSS, because the tab's name already includes it.
            <span className="library-tab-count" data-count={highlights} />
          ) : null}
        </button>
      ))}
    </div>
  );
}

function tabByKey(tab: LibraryTab, key: string): LibraryTab | null {
  const last = libraryTabs.length - 1;
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return libraryTabs[0];
  if (key === 'End') return libraryTabs.at(-1) ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const step = key === forward ? 1 : last;
  return libraryTabs[(libraryTabs.indexOf(tab) + step) % libraryTabs.length] ?? null;
}
