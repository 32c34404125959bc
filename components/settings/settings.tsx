import './settings.css';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { useBridge } from '../hooks/bridge.ts';
import { useHome } from '../hooks/use-home.ts';
import { useSectionInView } from '../hooks/use-section-in-view.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { popupWords } from '../words/popup.ts';
import { settingsWords } from '../words/settings.ts';
import { HomesSection } from './homes-section.tsx';
import { sectionNames, SettingsNav } from './settings-nav.tsx';

/** Loaded only where the memory lives on this device. */
const OwnSections = lazy(async () => {
  const { OwnSections: own } = await import('./own-sections.tsx');
  return { default: own };
});

/** Below what is seen at first. */
const ExtensionSections = lazy(async () => {
  const { ExtensionSections: sections } = await import('./extension-sections.tsx');
  return { default: sections };
});

/** The page of settings: where the memory lives, what is in the home on this device, and the extension itself. */
export function Settings() {
  const { abilities, openWelcome } = useBridge();
  const { state, reload, choose, creation, createHome } = useHome();
  const mainRef = useRef<HTMLElement>(null);
  const home = state.status === 'ready' && state.home.kind !== null ? state.home : null;
  const isOwn = home?.kind === 'device';
  const isKnown = state.status === 'ready';
  const names = useMemo(
    () => sectionNames({ isKnown, isOwn }, abilities),
    [isKnown, isOwn, abilities],
  );
  const inView = useSectionInView(mainRef, names);
  const { homeless } = settingsWords;
  return (
    <HuesOf value={home}>
      <div className="settings">
        <title>{settingsWords.pageTitle}</title>
        <header className="settings-head">
          <p className="settings-brand">
            <Mark size={28} />
            <span>{popupWords.name}</span>
          </p>
          {state.status === 'loading' ? null : <SettingsNav names={names} inView={inView} />}
        </header>
        <main className="settings-main" ref={mainRef}>
          <div>
            <h1 className="settings-title">{settingsWords.title}</h1>
            {isOwn ? <p className="settings-lead">{settingsWords.lead}</p> : null}
          </div>
          {state.status === 'loading' ? (
            <p className="settings-text">{settingsWords.loading}</p>
          ) : null}
          {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
          {state.status === 'ready' && home === null ? (
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
          {isKnown ? <HomesSection creation={creation} createHome={createHome} /> : null}
          {/* Together, so that nothing that is there already is pushed down. */}
          {state.status === 'loading' ? null : (
            <Suspense>
              {isOwn ? <OwnSections home={home} /> : null}
              <ExtensionSections home={home} onChoose={choose} />
            </Suspense>
          )}
        </main>
      </div>
    </HuesOf>
  );
}
