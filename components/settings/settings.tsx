import './settings.css';
import { lazy, Suspense } from 'react';
import { Highlighter, House, Keyboard, ListChecks, PackageOpen, Shapes } from 'lucide-react';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { useBridge } from '../hooks/bridge.ts';
import { useHome } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords } from '../words/connections.ts';
import { popupWords } from '../words/popup.ts';
import { sitesWords } from '../words/highlights.ts';
import { settingsWords } from '../words/settings.ts';
import { HomesSection } from './homes-section.tsx';
import { shortcutWords } from '../words/shortcuts.ts';
import { SitesSection } from './sites-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { Trouble } from '../ui/trouble.tsx';

/** Loaded only where the memory lives on this device. */
const OwnSections = lazy(async () => {
  const { OwnSections: own } = await import('./own-sections.tsx');
  return { default: own };
});

const sections = [
  { id: 'homes', Icon: House, words: connectionWords.short },
  { id: 'memories', Icon: Shapes, words: settingsWords.memories.title },
  { id: 'rules', Icon: ListChecks, words: settingsWords.rules.title },
  { id: 'data', Icon: PackageOpen, words: settingsWords.data.title },
] as const;
const sites = { id: 'sites', Icon: Highlighter, words: sitesWords.title } as const;
const keys = { id: 'shortcuts', Icon: Keyboard, words: shortcutWords.title } as const;

/** The page of settings: where the memory lives, and what is in the home on this device. */
export function Settings() {
  const { openWelcome } = useBridge();
  const { state, reload } = useHome();
  const kind = state.status === 'ready' ? state.home.kind : null;
  const isSetUp = kind !== null;
  const isOwn = kind === 'device';
  const { homeless } = settingsWords;
  return (
    <div className="settings">
      <title>{settingsWords.pageTitle}</title>
      <header className="settings-head">
        <p className="settings-brand">
          <Mark size={28} />
          <span>{popupWords.name}</span>
        </p>
        {isSetUp ? (
          <nav aria-label={settingsWords.sections}>
            <ul className="settings-nav">
              {[...(isOwn ? sections : sections.slice(0, 1)), sites, keys].map(
                ({ id, Icon, words }) => (
                  <li key={id}>
                    <a className="settings-nav-link" href={`#${id}`}>
                      <Icon size={18} aria-hidden="true" />
                      {words}
                    </a>
                  </li>
                ),
              )}
            </ul>
          </nav>
        ) : null}
      </header>
      <main className="settings-main">
        <div>
          <h1 className="settings-title">{settingsWords.title}</h1>
          {isOwn ? <p className="settings-lead">{settingsWords.lead}</p> : null}
        </div>
        {state.status === 'loading' ? (
          <p className="settings-text">{settingsWords.loading}</p>
        ) : null}
        {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
        {state.status === 'ready' && !isSetUp ? (
          <LateNoHome>
            <Notice
              tone="plain"
              title={homeless.title}
              text={homeless.text}
              actions={
                <Button look="primary" onClick={() => void openWelcome()}>
                  {homeless.action}
                </Button>
              }
            />
          </LateNoHome>
        ) : null}
        {state.status === 'ready' ? <HomesSection /> : null}
        {isSetUp && !isOwn ? <p className="settings-text">{connectionWords.owner}</p> : null}
        {isOwn ? (
          <Suspense>
            <OwnSections />
          </Suspense>
        ) : null}
        {isSetUp ? <SitesSection /> : null}
        {isSetUp ? <ShortcutsSection /> : null}
      </main>
    </div>
  );
}
