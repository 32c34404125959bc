import './welcome.css';
import { useState } from 'react';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { useHome } from '../hooks/use-home.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';
import { welcomeWords } from '../words/welcome.ts';
import { ChooseStep } from './choose-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { NoMemoryStep } from './no-memory-step.tsx';
import { Exhibit } from './exhibit.tsx';
import { HomeStep } from './home-step.tsx';
import { MemoryStep } from './memory-step.tsx';
import { ReadyStep } from './ready-step.tsx';
import { welcomeView, type WelcomeView } from './welcome-view.ts';
import { homeWords } from '../words/home.ts';
import { WelcomeWay } from './welcome-way.tsx';

/** The page that opens after installing: where the memory lives, its first Memory, and what to try. */
export function Welcome() {
  const { state, reload, creation, createHome, naming, nameMemory, looking, look, choose } =
    useHome();
  const shortcuts = useShortcuts();
  const [began, setBegan] = useState(false);
  const [chose, setChose] = useState(false);
  const [way, setWay] = useState<'key' | 'read-only' | null>(null);
  const [isInUse, setIsInUse] = useState(false);
  const view = welcomeView(state, { began, chose, isInUse: way !== null && isInUse });
  const leaveForm = () => {
    setIsInUse(false);
    setWay(null);
  };
  const done = stepsDone(view);
  return (
    <HuesOf value={state.status === 'ready' ? state.home : null}>
      <div className="welcome">
        <title>{welcomeWords.pageTitle}</title>
        <header className="welcome-brand">
          <Mark size={28} />
          <span>{popupWords.name}</span>
        </header>
        <main className="welcome-main">
          <section className="welcome-story">
            <h1 className="welcome-title">{welcomeWords.title}</h1>
            <p className="welcome-lead">{welcomeWords.lead}</p>
          </section>
          <section className="welcome-setup" aria-label={welcomeWords.steps}>
            {done === null ? null : <WelcomeWay at={done} />}
            {view.kind === 'loading' ? (
              <p className="welcome-loading">{welcomeWords.loading}</p>
            ) : null}
            {state.status === 'failed' ? (
              <Notice
                tone="bad"
                title={errorWords(state.error).title}
                text={errorWords(state.error).next}
                actions={
                  <Button size="small" onClick={reload}>
                    {welcomeWords.home.retry}
                  </Button>
                }
              />
            ) : null}
            {view.kind === 'home' && way === null ? <LateNoHome>{null}</LateNoHome> : null}
            {view.kind === 'home' && way !== null ? (
              <ConnectStep
                way={way}
                onBegin={() => setBegan(true)}
                onCancel={leaveForm} // The home that is there now draws the next step in the place of this one.
                onDone={() => setIsInUse(false)}
                onInUse={setIsInUse}
              />
            ) : null}
            {view.kind === 'home' && way === null ? (
              <HomeStep
                creation={creation}
                onConnect={setWay}
                onCreate={() => {
                  setBegan(true);
                  void createHome();
                }}
              />
            ) : null}
            {view.kind === 'memory' ? (
              <MemoryStep
                naming={naming}
                onName={(name) => {
                  setChose(true);
                  void nameMemory(name);
                }}
              />
            ) : null}
            {view.kind === 'choose' ? (
              <ChooseStep
                home={view.home}
                onChoose={(id) => {
                  setChose(true);
                  void choose(id);
                }}
              />
            ) : null}
            {view.kind === 'no-memory' ? (
              <NoMemoryStep looking={looking} onLook={() => void look()} />
            ) : null}
            {view.kind === 'ready' ? (
              <ReadyStep
                home={view.home}
                returning={view.returning}
                isFound={view.isFound}
                shortcuts={shortcuts}
                naming={naming}
                onName={nameMemory}
              />
            ) : null}
          </section>
          <Exhibit />
        </main>
        <LiveRegion words={announcement(view)} />
      </div>
    </HuesOf>
  );
}

/** How many steps are behind the person; null where there is nothing to set up. */
function stepsDone(view: WelcomeView): number | null {
  switch (view.kind) {
    case 'home':
      return 0;
    case 'memory':
    case 'choose':
    case 'no-memory':
      return 1;
    case 'ready':
      return view.returning ? null : 3;
    case 'loading':
    case 'failed':
      return null;
  }
}

function announcement(view: WelcomeView): string {
  if (view.kind === 'memory') return welcomeWords.home.done;
  if (view.kind === 'choose') return welcomeWords.choose.title;
  if (view.kind === 'no-memory') return homeWords.noMemory.title;
  return view.kind === 'ready' && !view.returning ? welcomeWords.ready.title : '';
}
