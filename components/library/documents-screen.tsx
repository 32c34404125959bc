import { FirstUse } from '../app/first-use.tsx';
import { ErrorNotice } from '../app/error-notice.tsx';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { errorWords, type ErrorWords } from '../app/error-text.ts';
import { plural, listed, sentences, t } from '../../lib/i18n/i18n.ts';
import '../outbox/saves-screen.css';
import './documents.css';
import { useCallback, useRef, useState } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { DocumentRowOf } from './documents-state.ts';
import { type DocumentsHook, useDocuments } from './use-documents.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { MemoryFilter } from '../ui/memory-filter.tsx';
import { onRowKey } from '../outbox/row-keys.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { DeleteDocument, DocumentList } from './document-list.tsx';
import { slowSeconds } from '../app/use-query.ts';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { seconds } from '../../lib/i18n/time.ts';
import { RefreshCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useBridge } from '../app/bridge.ts';
import { MessageBlock } from '../ui/message-block.tsx';
import { Mark } from '../ui/mark.tsx';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';

/**
 * The part of the library for what the connection holds, whoever saved it. Its service is asked once this is mounted, so it is
 * mounted when first shown, and stays mounted from then on.
 */
export function DocumentsScreen({
  connection: { state, reload },
}: {
  connection: ActiveConnectionHook;
}) {
  switch (state.status) {
    case 'loading':
      return (
        <div className="saves-main">
          <DocumentsSkeleton since={null} now={0} />
        </div>
      );
    case 'failed':
      return (
        <div className="saves-main">
          <ErrorNotice
            error={state.error}
            words={errorWords(state.error)}
            again={t('common_retry')}
            onAgain={reload}
          />
        </div>
      );
    case 'ready':
      return state.connection.kind === null ? (
        <FirstUse />
      ) : (
        <DocumentsOfHome connection={state.connection} />
      );
  }
}

type Deleting = DocumentRowOf & {
  /** The rows around it, for the focus once it is gone. */
  around: readonly string[];
};

/** What the Memories of one connection hold, newest first: all of them, or one. */
export function DocumentsOfHome({ connection }: { connection: ConnectionStatus }) {
  const { memories, connectionId, kind } = connection;
  const [wanted, setWanted] = useState<string | null>(null);
  // The one that was chosen may have been deleted since.
  const memory = memories.find(({ id }) => id === wanted) ?? null;
  const documents = useDocuments(connection, memory?.id ?? null);
  const { rows, since } = documents;
  const isWaiting = rows === null && since !== null;
  const now = useNow(isWaiting ? 250 : 15_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [said, setSaid] = useState('');

  const askToDelete = useCallback((row: DocumentRowOf) => {
    setSaid('');
    const around = rootRef.current === null ? [] : rowsAround(rootRef.current, row.document.id);
    setDeleting({ ...row, around });
  }, []);
  const nameOf = (memoryId: string) => memories.find(({ id }) => id === memoryId)?.name ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the rows in it, whose links and buttons work without them
    <div
      className="saves-screen"
      ref={rootRef}
      tabIndex={-1}
      onKeyDown={(event) => onRowKey(event, null)}
      {...keptFocus}
    >
      <div className="saves-main" aria-busy={isWaiting}>
        <div className="documents-top">
          {memories.length < 2 ? null : (
            <MemoryFilter
              label={t('saves_filter_memory')}
              memories={memories}
              chosenId={memory?.id ?? null}
              onChoose={setWanted}
            />
          )}
          <DocumentsHead {...documents} now={now} />
        </div>
        <output className="saves-said">{said}</output>
        <DocumentsTrouble {...documents} memories={memory === null ? memories : [memory]} />
        {isWaiting ? <DocumentsSkeleton since={since} now={now} /> : null}
        {isEmpty(documents) ? (
          <DocumentsNothing
            hasMemories={memories.length > 0}
            memory={memory?.name ?? null}
            onWiden={() => setWanted(null)}
          />
        ) : null}
        {rows === null ? null : (
          <DocumentList
            {...documents}
            rows={rows}
            memories={memories}
            now={now}
            onDelete={kind === 'read-only' ? null : askToDelete}
          />
        )}
      </div>
      {deleting === null ? null : (
        <DeleteDocument
          key={deleting.document.id}
          connectionId={connectionId ?? ''}
          memory={{ id: deleting.memoryId, name: nameOf(deleting.memoryId) }}
          document={deleting.document}
          onGone={documents.drop}
          onCancel={() => setDeleting(null)}
          onDone={(words) => {
            setDeleting(null);
            setSaid(words);
            const { current: root } = rootRef;
            (root === null ? null : (placeInRow(root, deleting.around) ?? root))?.focus();
          }}
        />
      )}
      <LiveRegion
        words={since === null && rows !== null ? plural(rows.length, 'documents_listed') : ''}
      />
    </div>
  );
}

/** Whether all that was looked in has answered, and holds nothing. */
function isEmpty({ rows, since, error, unanswered, hasMore }: DocumentsHook): boolean {
  if (error !== null || unanswered.length > 0 || hasMore) return false;
  return rows === null ? since === null : rows.length === 0;
}

const widths = [82, 64, 91, 56] as const;

export type DocumentsSkeletonProps = { since: number | null; now: number };

/** Holds the places of documents that are on their way, and says how long it has been once that is long. */
export function DocumentsSkeleton({ since, now }: DocumentsSkeletonProps) {
  const elapsed = slowSeconds(since, now);
  return (
    <div className="saves-list">
      <span className="visually-hidden">{t('documents_loading')}</span>
      {widths.map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
      {elapsed === null ? null : (
        <p className="documents-slow">
          {sentences(t('profile_reading', { count: seconds(elapsed) }), t('common_slow'))}
        </p>
      )}
    </div>
  );
}

export type DocumentsHeadProps = Pick<DocumentsHook, 'readAt' | 'since' | 'refresh'> & {
  now: number;
};

/** When the connection was asked last, and the way to ask it again. */
export function DocumentsHead({ readAt, since, refresh, now }: DocumentsHeadProps) {
  return (
    <div className="documents-head">
      <h2 className="visually-hidden">{t('library_tabs_connection')}</h2>
      <p className="documents-when">
        {readAt === null ? null : (
          <>
            {t('profile_read')} <TimeAgo then={readAt} now={now} />
          </>
        )}
      </p>
      <Button
        look="quiet"
        size="small"
        busy={since !== null}
        icon={<RefreshCw size={14} aria-hidden="true" />}
        aria-label={t('documents_refresh')}
        onClick={refresh}
      >
        {t('profile_refresh')}
      </Button>
    </div>
  );
}

export type DocumentsNothingProps = {
  hasMemories: boolean;
  /** The one that was looked in; null where all were. */
  memory: string | null;
  onWiden: () => void;
};

/** Stands in the place of the list where the connection holds nothing, and says how something comes to be there. */
export function DocumentsNothing({ hasMemories, memory, onWiden }: DocumentsNothingProps) {
  const { openWelcome } = useBridge();
  if (!hasMemories) {
    return (
      <MessageBlock art={<Mark size={56} />} title={t('search_noMemory_title')}>
        <Button look="primary" onClick={() => void openWelcome()}>
          {t('search_noMemory_action')}
        </Button>
      </MessageBlock>
    );
  }
  return (
    <>
      <MessageBlock
        art={memory === null ? <Mark size={56} /> : undefined}
        title={memory === null ? t('documents_empty') : t('documents_emptyIn', { memory })}
        text={t('documents_emptyText')}
      >
        {memory === null ? null : (
          <Button onClick={onWiden}>{t('saves_filter_allMemories')}</Button>
        )}
      </MessageBlock>
      <p className="saves-only-here">{t('documents_notes')}</p>
    </>
  );
}

export type DocumentsTroubleProps = Pick<
  DocumentsHook,
  'error' | 'unanswered' | 'since' | 'again'
> & {
  /** Those that were looked in. */
  memories: readonly MemoryChoice[];
};

/** Why nothing can be read, or else which Memories did not answer, those with one and the same reason together. */
export function DocumentsTrouble(props: DocumentsTroubleProps) {
  const { error, unanswered, since, again, memories } = props;
  const notice = (failed: AppError, words: ErrorWords) => (
    <ErrorNotice
      key={failed.code}
      error={failed}
      words={words}
      again={t('common_retry')}
      busy={since !== null}
      onAgain={again}
    />
  );
  return (
    <div className="documents-trouble" aria-live="polite">
      {error === null
        ? alikeIn(unanswered).map(({ failed, ids }) =>
            notice(failed, wordsOf(failed, ids, memories)),
          )
        : notice(error, errorWords(error))}
    </div>
  );
}

/** More are not named one by one: the first few say where to look. */
const mostNamed = 5;

type Alike = { failed: AppError; ids: readonly string[] };

function alikeIn(unanswered: DocumentsHook['unanswered']): readonly Alike[] {
  const byCode = new Map<AppErrorCode, Alike>();
  for (const { memoryId, error } of unanswered) {
    const { failed, ids } = byCode.get(error.code) ?? { failed: error, ids: [] };
    byCode.set(error.code, { failed, ids: [...ids, memoryId] });
  }
  return [...byCode.values()];
}

/** Where none of them answers, it is no matter of theirs. */
function wordsOf(
  failed: AppError,
  ids: readonly string[],
  memories: readonly MemoryChoice[],
): ErrorWords {
  const words = errorWords(failed);
  if (ids.length === memories.length) return words;
  const names = memories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const who = t('search_announce_unanswered', { memories: listed(names.slice(0, mostNamed)) });
  return { ...words, title: who, next: words.title };
}
