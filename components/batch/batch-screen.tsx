import './batch.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { BatchesHook } from '../hooks/use-batches.ts';
import { useBatchChoices } from '../hooks/use-batch-choices.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { HomeHook } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { batchWords } from '../words/batch.ts';
import { BatchCard } from './batch-card.tsx';
import { BatchNews } from './batch-news.tsx';
import { BatchSkeleton } from './batch-skeleton.tsx';
import { BatchWays } from './batch-ways.tsx';
import { FolderChooser } from './folder-chooser.tsx';
import { TabChooser } from './tab-chooser.tsx';

export type BatchScreenProps = {
  home: HomeHook;
  batches: BatchesHook;
  onBack: () => void;
  /** Shows the list of what waits to be sent. */
  onWaiting: () => void;
};

/** Where many are saved at once: what to choose from, and what was begun. */
export function BatchScreen({ home, batches, onBack, onWaiting }: BatchScreenProps) {
  const choices = useBatchChoices();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { state: choice } = choices;
  const { status } = choice;
  // Each step begins at its heading, for the keyboard and a screen reader to follow.
  useEffect(() => {
    if (status !== 'failed' && status !== 'declined')
      headingRef.current?.focus({ preventScroll: true });
  }, [status]);
  const way = choice.status === 'loading' || choice.status === 'ready' ? choice.access : null;
  const isChoosing = way !== null;
  const { state } = batches;

  return (
    <div className="saves-screen batch-screen">
      <header className="saves-head">
        <Button
          size="small"
          look="quiet"
          icon={<ArrowLeft size={15} aria-hidden="true" />}
          data-act="batch-back"
          onClick={isChoosing ? choices.close : onBack}
        >
          {isChoosing ? batchWords.choose.cancel : batchWords.back}
        </Button>
        <h1 className="saves-title batch-title" tabIndex={-1} ref={headingRef}>
          {way === null ? batchWords.title : batchWords.ways[way].title}
        </h1>
      </header>
      <main className="saves-main" aria-busy={state.status === 'loading'}>
        {isChoosing ? (
          <Choosing home={home} choices={choices} batches={batches} />
        ) : (
          <>
            {state.status === 'failed' ? (
              <Trouble error={state.error} onRetry={batches.reload} />
            ) : null}
            {/* What is under way comes first; the ways to begin more are longer than a narrow panel. */}
            {state.status === 'ready' && state.batches.length > 0 ? (
              <ul className="batch-list" aria-label={batchWords.label}>
                {state.batches.map((batch) => (
                  <BatchCard key={batch.id} batch={batch} batches={batches} onWaiting={onWaiting} />
                ))}
              </ul>
            ) : null}
            {state.status === 'loading' ? (
              <BatchSkeleton />
            ) : (
              <Beginning home={home} choices={choices} />
            )}
          </>
        )}
      </main>
      <BatchNews state={state} />
    </div>
  );
}

type Choices = ReturnType<typeof useBatchChoices>;

/** The two ways to begin, or why there is none. */
function Beginning({ home, choices }: { home: HomeHook; choices: Choices }) {
  const bridge = useBridge();
  if (home.state.status === 'loading') return <BatchSkeleton />;
  if (home.state.status === 'failed')
    return <Trouble error={home.state.error} onRetry={home.reload} />;
  const { kind, memories } = home.state.home;
  if (kind === null) {
    const { title, text, action } = batchWords.noHome;
    return off(title, text, { action, onAct: () => void bridge.openWelcome() });
  }
  if (kind === 'read-only') {
    const { title, text, action } = batchWords.readOnly;
    return off(title, text, { action, onAct: () => void bridge.openSettings() });
  }
  if (memories.length === 0) {
    const { title, text, action } = batchWords.noMemory;
    return off(title, text, { action, onAct: () => void bridge.openWelcome() });
  }
  return <BatchWays choices={choices} isReadHere={kind === 'device'} />;
}

function off(title: string, text: string, way: { action: string; onAct: () => void }) {
  return (
    <Notice
      tone="plain"
      title={title}
      text={text}
      actions={
        <Button size="small" onClick={way.onAct}>
          {way.action}
        </Button>
      }
    />
  );
}

type ChoosingProps = { home: HomeHook; choices: Choices; batches: BatchesHook };

function Choosing({ home, choices, batches }: ChoosingProps) {
  const { state } = choices;
  if (state.status !== 'ready' || home.state.status !== 'ready') return <BatchSkeleton />;
  const common = { home: home.state.home, onPick: home.choose, batches, onDone: choices.close };
  return state.choices.kind === 'tabs' ? (
    <TabChooser tabs={state.choices.tabs} {...common} />
  ) : (
    <FolderChooser folders={state.choices.folders} {...common} />
  );
}
