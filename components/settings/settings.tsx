import './settings.css';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LazyNoConnection } from '../connections/lazy.tsx';
import { useBridge } from '../app/bridge.ts';
import { lazy } from '../app/lazy.tsx';
import { useActiveConnection } from '../app/use-active-connection.ts';
import { IsVisible } from '../app/use-query.ts';
import { Mark } from '../ui/mark.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import {
  House,
  type LucideIcon,
  PackageOpen,
  Settings2,
  Shapes,
  SlidersHorizontal,
} from 'lucide-react';

const General = lazy(async () => (await import('./general-page.tsx')).GeneralPage);
const Memories = lazy(async () => (await import('../memories/memories-page.tsx')).MemoriesPage);
const Connections = lazy(
  async () => (await import('../connections/connections-section.tsx')).ConnectionsSection,
);
const YourData = lazy(async () => (await import('../transfer/data-section.tsx')).DataSection);
const Advanced = lazy(async () => (await import('./advanced-page.tsx')).AdvancedPage);

const ServiceRules = lazy(
  async () => (await import('../profile/service-rules-section.tsx')).ServiceRulesSection,
);

/** The pages in order, and the anchors of the sections on each. */
const pages = {
  general: { Icon: Settings2, words: t('settings_general'), sections: ['saving', 'shortcuts'] },
  memories: { Icon: Shapes, words: t('settings_memories_title'), sections: ['rules'] },
  connections: { Icon: House, words: t('connections_title'), sections: [] },
  data: { Icon: PackageOpen, words: t('settings_data_title'), sections: [] },
  advanced: {
    Icon: SlidersHorizontal,
    words: t('settings_advanced'),
    sections: ['permissions', 'sites', 'about'],
  },
} as const satisfies Record<
  string,
  { Icon: LucideIcon; words: string; sections: readonly string[] }
>;

type PageName = keyof typeof pages;

const pageNames = ['general', 'memories', 'connections', 'data', 'advanced'] as const;

export function Settings() {
  const { openWelcome, files } = useBridge();
  // An export is a readable copy of everything, so remove leftovers whichever page is opened.
  useEffect(() => void files.clear(), [files]);
  const { state, reload, choose, creation, createConnection } = useActiveConnection();
  const { page, pageRef, visited } = usePages();
  const connection =
    state.status === 'ready' && state.connection.kind !== null ? state.connection : null;
  const isOwn = connection?.kind === 'device';
  const needsConnection = page !== 'connections' && page !== 'advanced';

  const setUp = { label: t('common_setUp'), onClick: () => void openWelcome() };
  const addMemory = {
    label: t('settings_memories_add'),
    onClick: () => location.assign('#memories'),
  };
  const contentOf = (name: PageName) => {
    switch (name) {
      case 'general':
        return <General connection={connection} onChoose={choose} />;
      case 'memories':
        return connection === null ? null : (
          <>
            <Memories connection={connection} />
            {isOwn ? null : <ServiceRules />}
          </>
        );
      case 'connections':
        return <Connections creation={creation} createConnection={createConnection} />;
      case 'data':
        return <YourData kind={connection?.kind ?? null} />;
      case 'advanced':
        return <Advanced />;
    }
  };
  return (
    <HuesOf value={connection}>
      <div className="settings">
        <title>{t('panel_title', { view: `${t('settings_title')}: ${pages[page].words}` })}</title>
        <header className="settings-head">
          <p className="settings-brand">
            <Mark size={28} />
            <span>{t('settings_title')}</span>
          </p>
          <SettingsNav current={page} />
        </header>
        <main className="settings-main" ref={pageRef} tabIndex={-1} aria-label={pages[page].words}>
          {state.status === 'loading' ? (
            <p className="settings-text">{t('common_loading')}</p>
          ) : null}
          {state.status === 'failed' ? <ErrorAlert error={state.error} onRetry={reload} /> : null}
          {state.status === 'ready' && connection === null && needsConnection ? (
            <LazyNoConnection>
              <Notice
                title={t('errors_connection_none_title')}
                text={t('errors_connection_none_next')}
                action={{ ...setUp, look: 'primary', size: 'medium' }}
              />
            </LazyNoConnection>
          ) : null}
          {page === 'connections' && isOwn && connection.memories.length === 0 ? (
            <Notice title={t('common_noMemory')} action={{ ...addMemory, size: 'medium' }} />
          ) : null}
          {state.status === 'loading'
            ? null
            : visited.map((name) => (
                // Visited pages stay, so that an export or a form in progress isn't lost.
                <div key={name} className="settings-page" hidden={name !== page}>
                  <IsVisible value={name === page}>
                    <Suspense>{contentOf(name)}</Suspense>
                  </IsVisible>
                </div>
              ))}
        </main>
      </div>
    </HuesOf>
  );
}

function SettingsNav({ current }: { current: PageName }) {
  return (
    <nav aria-label={t('settings_sections')}>
      <ul className="settings-nav">
        {pageNames.map((name) => {
          const { Icon, words } = pages[name];
          return (
            <li key={name}>
              <a
                className="settings-nav-link"
                href={`#${name}`}
                aria-current={name === current ? 'page' : undefined}
              >
                <Icon size={18} />
                {words}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Returns the page in the address, and moves focus to it when the address changes. */
function usePages() {
  const anchor = useSyncExternalStore(onAnchorChange, () => location.hash.slice(1));
  const page = pageOf(anchor);
  const pageRef = useRef<HTMLElement>(null);
  const [visited, setVisited] = useState<readonly PageName[]>([page]);
  if (!visited.includes(page)) setVisited([...visited, page]);
  const shownRef = useRef(anchor);
  useEffect(() => {
    if (shownRef.current === anchor) return;
    shownRef.current = anchor;
    pageRef.current?.focus({ preventScroll: true });
    // While the page was hidden, the browser couldn't scroll to the section.
    const section = anchor === page ? null : document.getElementById(anchor);
    if (section === null) scrollTo(0, 0);
    else section.scrollIntoView();
  }, [anchor, page]);
  return { page, pageRef, visited };
}

function onAnchorChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function pageOf(anchor: string): PageName {
  const has = (name: PageName) =>
    name === anchor || (pages[name].sections as readonly string[]).includes(anchor);
  return pageNames.find(has) ?? 'general';
}
