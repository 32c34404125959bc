import './welcome.css';
import { useState } from 'react';
import { LazyNoConnection } from '../connections/lazy.tsx';
import {
  useActiveConnection,
  type ActiveConnectionState,
  type Effort,
} from '../app/use-active-connection.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { HuesOf, MemoryChip, MemoryDot } from '../ui/memory-chip.tsx';
import './example-result.css';
import { Passage, type Span } from '../app/results/passage.tsx';
import { ConnectionStep } from './connection-step.tsx';
import { MemoryStep } from './memory-step.tsx';
import { ReadyStep } from './ready-step.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import './progress.css';
import { Check, Search } from 'lucide-react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import '../connections/connect.css';
import { useBridge } from '../app/bridge.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ConnectForm, type ConnectFormProps } from '../connections/connect-form.tsx';
import { connectTexts } from '../connections/connection-view.ts';
import { useConnections } from '../connections/use-connections.ts';
import { ImportButton } from '../transfer/import-button.tsx';
import { lazy } from '../app/lazy.tsx';
import { useImport } from '../transfer/use-settings-transfer.ts';

const ImportOutcome = lazy(
  async () => (await import('../transfer/import-outcome.tsx')).ImportOutcome,
);

export function Welcome() {
  const { state, reload, creation, createConnection, naming, nameMemory, looking, look, choose } =
    useActiveConnection();
  const shortcuts = useShortcuts();
  const [began, setBegan] = useState(false);
  const [chose, setChose] = useState(false);
  const [kind, setKind] = useState<'key' | 'read-only' | null>(null);
  const [isInUse, setIsInUse] = useState(false);
  const restoring = useImport();
  const isRestoring = restoring.state.status === 'running' || restoring.state.status === 'failed';
  const view = welcomeView(state, { began, chose, isInUse: kind !== null && isInUse });
  const restore = async (file: File) => {
    setBegan(true);
    if (!(await createConnection())) return;
    setChose(true);
    restoring.start(file);
  };
  const leaveForm = () => {
    setIsInUse(false);
    setKind(null);
  };
  const done = stepsDone(view);
  return (
    <HuesOf value={state.status === 'ready' ? state.connection : null}>
      <div className="welcome">
        <title>{t('welcome_pageTitle')}</title>
        <header className="welcome-brand">
          <Mark size={28} />
          <span>{t('manifest_name')}</span>
        </header>
        <main className="welcome-main">
          <section className="welcome-story">
            <h1 className="welcome-title">{t('welcome_title')}</h1>
            <p className="welcome-lead">{t('welcome_lead')}</p>
          </section>
          <section className="welcome-setup" aria-label={t('welcome_steps')}>
            {done === null ? null : <Progress at={done} />}
            {view.kind === 'loading' ? (
              <p className="welcome-loading">{t('common_loading')}</p>
            ) : null}
            {state.status === 'failed' ? <ErrorAlert error={state.error} onRetry={reload} /> : null}
            {isRestoring || restoring.state.status === 'done' ? (
              <RestoreStep restoring={restoring} />
            ) : null}
            {view.kind === 'connection' && kind !== null ? (
              <ConnectStep
                kind={kind}
                // Once setup has begun, its remaining steps are shown.
                onBegin={() => setBegan(true)}
                onCancel={leaveForm}
                // The new connection replaces this step.
                onDone={() => setIsInUse(false)}
                onInUse={setIsInUse}
              />
            ) : null}
            {view.kind === 'connection' && kind === null ? (
              <>
                <LazyNoConnection>{null}</LazyNoConnection>
                <ConnectionStep
                  creation={creation}
                  onConnect={setKind}
                  onCreate={() => {
                    setBegan(true);
                    void createConnection();
                  }}
                  onRestore={(file) => void restore(file)}
                />
              </>
            ) : null}
            {view.kind === 'memory' && !isRestoring ? (
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
                connection={view.connection}
                // The choice is stored first: the person may close the browser once the page says it's ready.
                onChoose={(id) => void choose(id).then(() => setChose(true))}
              />
            ) : null}
            {view.kind === 'no-memory' ? (
              <NoMemoryStep looking={looking} onLook={() => void look()} />
            ) : null}
            {view.kind === 'ready' && restoring.state.status !== 'running' ? (
              <ReadyStep
                connection={view.connection}
                returning={view.returning}
                isFound={view.isFound}
                shortcuts={shortcuts}
                naming={naming}
                onName={nameMemory}
              />
            ) : null}
          </section>
          <ExampleResult />
        </main>
        <LiveRegion words={announcement(view)} />
      </div>
    </HuesOf>
  );
}

/** Returns the number of completed steps; null if there is nothing to set up. */
function stepsDone(view: WelcomeView): number | null {
  if (view.kind === 'loading' || view.kind === 'failed') return null;
  if (view.kind === 'ready') return view.returning ? null : 3;
  return view.kind === 'connection' ? 0 : 1;
}

function announcement(view: WelcomeView): string {
  if (view.kind === 'memory') return t('welcome_storage_done');
  if (view.kind === 'choose') return t('welcome_choose_title');
  if (view.kind === 'no-memory') return t('common_noMemory');
  return view.kind === 'ready' && !view.returning ? t('welcome_ready_title') : '';
}

const steps = [t('welcome_steps_n1'), t('welcome_steps_n2'), t('welcome_steps_n3')] as const;

/** Shows each step's state with an icon as well as a color. */
function Progress({ at }: { at: number }) {
  return (
    <ol className="welcome-progress" aria-label={t('welcome_steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className="welcome-progress-step"
          data-at={index < at ? 'done' : index === at ? 'now' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="welcome-progress-number" aria-hidden="true">
            {index < at ? <Check size={13} strokeWidth={3} /> : index + 1}
          </span>
          <span className="welcome-progress-name">{step}</span>
        </li>
      ))}
    </ol>
  );
}

type WelcomeView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'connection' }
  /**
   * `memory` asks for the first Memory's name. `choose` and `no-memory` are for services, because only the owner can
   * create Memories there.
   */
  | { kind: 'memory' | 'choose' | 'no-memory'; connection: ConnectionStatus }
  /** `returning`: set up before the page opened. `isFound`: this device still had Memories when it was chosen. */
  | { kind: 'ready'; connection: ConnectionStatus; returning: boolean; isFound: boolean };

type SetUp = {
  began: boolean;
  chose: boolean;
  /** Whether the connect form is in use. A connection made elsewhere doesn't replace it. */
  isInUse: boolean;
};

export function welcomeView(
  state: ActiveConnectionState,
  { began, chose, isInUse }: SetUp,
): WelcomeView {
  if (state.status !== 'ready') return { kind: state.status };
  const { connection } = state;
  if (connection.kind === null || isInUse) return { kind: 'connection' };
  const isOwn = connection.kind === 'device';
  if (connection.memories.length === 0) return { kind: isOwn ? 'memory' : 'no-memory', connection };
  if (connection.kind === 'key' && began && !chose) return { kind: 'choose', connection };
  const isFound = isOwn && began && !chose;
  return { kind: 'ready', connection, returning: !began && !chose, isFound };
}

/** Shows the progress of an import, and what to do if it failed. The library is in use as soon as it's imported. */
function RestoreStep({ restoring }: { restoring: ReturnType<typeof useImport> }) {
  const { state, progress, fileName, start } = restoring;
  return (
    <div className="welcome-step">
      {state.status === 'done' ? null : (
        <>
          <h2 className="welcome-step-title">{t('welcome_restore')}</h2>
          <div className="connect-actions">
            <ImportButton
              label={t('settings_data_import_action')}
              isWorking={state.status === 'running'}
              onFile={start}
            />
          </div>
        </>
      )}
      <ImportOutcome state={state} fileName={fileName} progress={progress} />
    </div>
  );
}

function NoMemoryStep({ looking, onLook }: { looking: Effort; onLook: () => void }) {
  const { openSettings } = useBridge();
  const isLooking = looking.status === 'running';
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{t('common_noMemory')}</h2>
      <p className="welcome-step-text">{t('connection_noMemory_text')}</p>
      {looking.status === 'failed' ? <ErrorAlert error={looking.error} /> : null}
      <div className="connect-actions">
        <Button look="primary" busy={isLooking} onClick={onLook}>
          {isLooking ? t('welcome_noMemory_working') : t('welcome_noMemory_action')}
        </Button>
        <Button look="quiet" onClick={() => void openSettings('connections')}>
          {t('common_openSettings')}
        </Button>
      </div>
    </div>
  );
}

type ChooseStepProps = { connection: ConnectionStatus; onChoose: (memoryId: string) => void };

function ChooseStep({ connection, onChoose }: ChooseStepProps) {
  const { memories, chosenMemoryId } = connection;
  const [picked, setPicked] = useState(chosenMemoryId ?? memories[0]?.id ?? '');
  return (
    <form
      className="welcome-step"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(picked);
      }}
    >
      <h2 className="welcome-step-title">{t('welcome_choose_title')}</h2>
      <p className="welcome-step-text">{t('welcome_choose_text')}</p>
      <fieldset className="welcome-choices">
        <legend className="visually-hidden">{t('welcome_choose_title')}</legend>
        {memories.map(({ id, name }) => (
          <label key={id} className="welcome-choice">
            <input
              type="radio"
              name="memory"
              checked={id === picked}
              onChange={() => setPicked(id)}
            />
            <MemoryDot name={name} />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </fieldset>
      <Button look="primary" size="large" wide submits takesFocus>
        {t('welcome_choose_action')}
      </Button>
    </form>
  );
}

function ConnectStep(props: Omit<ConnectFormProps, 'connections'>) {
  const connections = useConnections();
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{connectTexts[props.kind].title}</h2>
      <p className="welcome-step-text">{connectTexts[props.kind].text}</p>
      <ConnectForm connections={connections} {...props} />
    </div>
  );
}

function ExampleResult() {
  return (
    <figure className="exhibit" aria-label={t('welcome_exhibit_label')}>
      <p className="exhibit-query">
        <Search size={16} />
        {t('welcome_exhibit_query')}
      </p>
      <div className="exhibit-find">
        <MemoryChip name={t('welcome_memory_suggestions_n1')} />
        <p className="exhibit-title">{t('welcome_exhibit_title')}</p>
        <p className="exhibit-host">example.org</p>
        <Passage
          passage={t('welcome_exhibit_passage')}
          marks={spansOf(t('welcome_exhibit_passage'), t('welcome_exhibit_query'))}
        />
      </div>
      <figcaption className="exhibit-caption">{t('welcome_exhibit_caption')}</figcaption>
    </figure>
  );
}

function spansOf(passage: string, query: string): readonly Span[] {
  return query
    .split(' ')
    .map((word): Span => [passage.indexOf(word), passage.indexOf(word) + word.length])
    .filter(([start]) => start >= 0);
}
