import './batch.css';
import { ArrowLeft, AppWindow, BookMarked } from 'lucide-react';
import { useEffect, useRef, useCallback, useState } from 'react';
import type { BatchesHook } from './use-batches.ts';
import { useBridge } from '../app/bridge.ts';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { nameOf } from './batch-view.ts';
import { BatchCard } from './batch-card.tsx';
import { FolderChooser, TabChooser } from './batch-choosers.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { RowsSkeleton } from '../app/list-row.tsx';
import type { MessageOutput } from '../../lib/messaging/messages.ts';
import type { BatchAccess, BatchView } from '../../lib/batch/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';

type BatchScreenProps = {
  connection: ActiveConnectionHook;
  batches: BatchesHook;
  onBack: () => void;
  onWaiting: () => void;
};

export function BatchScreen({ connection, batches, onBack, onWaiting }: BatchScreenProps) {
  const choices = useBatchChoices();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { state: choice } = choices;
  const { status } = choice;
  // Each step focuses its heading, so that keyboard and screen reader users can follow.
  useEffect(() => {
    if (status !== 'failed' && status !== 'declined')
      headingRef.current?.focus({ preventScroll: true });
  }, [status]);
  const source = choice.status === 'loading' || choice.status === 'ready' ? choice.access : null;
  const isChoosing = source !== null;
  const { list, error } = batches;
  const isLoading = list === null && error === null;

  return (
    <div className="saves-screen batch-screen">
      <header className="saves-head">
        <QuietButton
          icon={<ArrowLeft size={15} />}
          data-act="batch-back"
          onClick={isChoosing ? choices.close : onBack}
        >
          {isChoosing ? t('common_back') : t('batch_back')}
        </QuietButton>
        <h1 className="saves-title batch-title" tabIndex={-1} ref={headingRef}>
          {source === null ? t('batch_title') : sourceTitle(source)}
        </h1>
      </header>
      <main className="saves-main" aria-busy={isLoading}>
        {isChoosing ? (
          <Choosing connection={connection} choices={choices} batches={batches} />
        ) : (
          <>
            {error === null ? null : (
              <ErrorAlert error={error} onRetry={() => void batches.reload()} />
            )}
            {/* Batches come first: the sources below are taller than a narrow panel. */}
            {list !== null && list.length > 0 ? (
              <ul className="batch-list" aria-label={t('batch_title')}>
                {list.map((batch) => (
                  <BatchCard key={batch.id} batch={batch} batches={batches} onWaiting={onWaiting} />
                ))}
              </ul>
            ) : null}
            {isLoading ? skeleton : <Beginning connection={connection} choices={choices} />}
          </>
        )}
      </main>
      <LiveRegion words={newsOf(list?.[0])} />
    </div>
  );
}

function Beginning({ connection, choices }: Omit<ChoosingProps, 'batches'>) {
  const bridge = useBridge();
  if (connection.state.status === 'loading') return skeleton;
  if (connection.state.status === 'failed')
    return <ErrorAlert error={connection.state.error} onRetry={connection.reload} />;
  const { kind, memories } = connection.state.connection;
  const setUp = () => void bridge.openWelcome();
  if (kind === null) {
    return (
      <Notice
        title={t('errors_connection_none_title')}
        text={t('errors_connection_none_next')}
        action={{ label: t('common_setUp'), onClick: setUp }}
      />
    );
  }
  if (kind === 'read-only') {
    const openSettings = () => void bridge.openSettings('connections');
    return (
      <Notice
        title={t('connection_readOnly_title')}
        text={t('connection_readOnly_text')}
        action={{ label: t('common_openSettings'), onClick: openSettings }}
      />
    );
  }
  if (memories.length > 0) return <SourceList choices={choices} />;
  const action = { label: t('search_noMemory_action'), onClick: setUp };
  return <Notice title={t('common_noMemory')} action={action} />;
}

type ChoosingProps = {
  connection: ActiveConnectionHook;
  choices: ChoicesHook;
  batches: BatchesHook;
};

function Choosing({ connection, choices, batches }: ChoosingProps) {
  const { state } = choices;
  if (state.status !== 'ready' || connection.state.status !== 'ready') return skeleton;
  const common = {
    connection: connection.state.connection,
    onPick: connection.choose,
    batches,
    onDone: choices.close,
  };
  return 'tabs' in state.choices ? (
    <TabChooser tabs={state.choices.tabs} {...common} />
  ) : (
    <FolderChooser folders={state.choices.folders} {...common} />
  );
}

function newsOf(newest: BatchView | undefined): string {
  if (newest?.status === 'done') return t('batch_announce_done', { name: nameOf(newest) });
  if (newest?.status === 'paused') return t('batch_announce_paused', { name: nameOf(newest) });
  return '';
}

const skeleton = <RowsSkeleton className="saves-list" widths={[72, 88, 54]} />;

const icons = { tabs: AppWindow, bookmarks: BookMarked } as const;
const sources = ['tabs', 'bookmarks'] as const;

function SourceList({ choices: { state, open } }: { choices: ChoicesHook }) {
  const { bookmarks } = useBridge().abilities;
  return (
    <div className="batch-sources">
      {sources.map((source) => {
        if (source === 'bookmarks' && !bookmarks) return null;
        const Icon = icons[source];
        const title = sourceTitle(source);
        const isDeclined = state.status === 'declined' && state.access === source;
        return (
          <section key={source} className="batch-source" aria-label={title}>
            <h2 className="batch-source-title">
              <Icon size={17} />
              {title}
            </h2>
            <p className="batch-source-text">{t(`batch_sources_${source}_text`)}</p>
            <p className="batch-source-access">{t('batch_sources_access')}</p>
            {isDeclined ? (
              <Notice isAlert tone="paused" title={t('batch_choose_declined_title')} />
            ) : null}
            {state.status === 'failed' && state.access === source ? (
              <ErrorAlert error={state.error} />
            ) : null}
            <Button data-act={`choose-${source}`} onClick={() => void open(source)}>
              {isDeclined ? t('common_retry') : t(`batch_sources_${source}_action`)}
            </Button>
          </section>
        );
      })}
    </div>
  );
}

type BatchChoices = MessageOutput<'batches.tabs'> | MessageOutput<'batches.folders'>;

type ChoicesState =
  | { status: 'rest' }
  | { status: 'loading' | 'declined'; access: BatchAccess }
  | { status: 'failed'; access: BatchAccess; error: AppError }
  | { status: 'ready'; access: BatchAccess; choices: BatchChoices };

type ChoicesHook = ReturnType<typeof useBatchChoices>;

function useBatchChoices() {
  const { ask, ownWindowId, requestAccess, releaseAccess } = useBridge();
  const [state, setState] = useState<ChoicesState>({ status: 'rest' });
  const heldRef = useRef<BatchAccess | null>(null);

  const release = useCallback(() => {
    const held = heldRef.current;
    heldRef.current = null;
    // Errors don't matter, because starting a batch also releases the permission.
    if (held !== null) releaseAccess(held).catch(() => undefined);
  }, [releaseAccess]);
  useEffect(() => release, [release]);

  async function list(access: BatchAccess): Promise<Result<BatchChoices, AppError>> {
    if (access === 'bookmarks') return ask('batches.folders', {});
    return ask('batches.tabs', { windowId: (await ownWindowId()) ?? -1 });
  }

  /** Call only from a click: it requests a permission. */
  async function open(access: BatchAccess): Promise<void> {
    // Must come first in the click handler: browsers accept permission requests only there.
    const isAllowed = await requestAccess(access).catch(() => false);
    if (!isAllowed) return setState({ status: 'declined', access });
    heldRef.current = access;
    setState({ status: 'loading', access });
    const listed = await list(access);
    return setState(
      listed.ok
        ? { status: 'ready', access, choices: listed.value }
        : { status: 'failed', access, error: listed.error },
    );
  }

  function close(): void {
    release();
    setState({ status: 'rest' });
  }

  return { state, open, close };
}

function sourceTitle(source: BatchAccess): string {
  return source === 'tabs' ? t('batch_sources_tabs_title') : t('common_bookmarks');
}
