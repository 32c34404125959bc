import '../outbox/saves-screen.css';
import './documents.css';
import { RefreshCw } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { listed, plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { seconds } from '../../lib/i18n/time.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { ErrorNotice } from '../app/error-notice.tsx';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';
import { FirstUse } from '../app/first-use.tsx';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { slowSeconds } from '../app/use-query.ts';
import { onRowKey } from '../app/list-row.tsx';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { MemoryFilter } from '../ui/memory-filter.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { DeleteDocument, DocumentList } from './document-list.tsx';
import type { DocumentRowOf } from './documents-state.ts';
import { type DocumentsHook, useDocuments } from './use-documents.ts';

export function DocumentsScreen({ connection }: { connection: ActiveConnectionHook }) {
  const { state, reload } = connection;
  if (state.status === 'ready') {
    return state.connection.kind === null ? (
      <FirstUse />
    ) : (
      <Documents connection={state.connection} />
    );
  }
  return (
    <div className="saves-main">
      {state.status === 'loading' ? (
        <DocumentsSkeleton since={null} now={0} />
      ) : (
        <ErrorNotice
          error={state.error}
          words={errorWords(state.error)}
          again={t('common_retry')}
          onAgain={reload}
        />
      )}
    </div>
  );
}

type Deleting = DocumentRowOf & {
  /** The neighbouring rows; one of them gets the focus after a deletion. */
  around: readonly string[];
};

function Documents({ connection }: { connection: ConnectionStatus }) {
  const { memories, connectionId, kind } = connection;
  const [wanted, setWanted] = useState<string | null>(null);
  // The chosen Memory may have been deleted.
  const memory = memories.find(({ id }) => id === wanted) ?? null;
  const documents = useDocuments(connection, memory?.id ?? null);
  const { rows, since } = documents;
  const isWaiting = rows === null && since !== null;
  const now = useNow(isWaiting ? 250 : 15_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [announced, setAnnounced] = useState('');

  const askToDelete = useCallback((row: DocumentRowOf) => {
    setAnnounced('');
    const around = rootRef.current === null ? [] : rowsAround(rootRef.current, row.document.id);
    setDeleting({ ...row, around });
  }, []);
  const nameOf = (memoryId: string) => memories.find(({ id }) => id === memoryId)?.name ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the rows
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
        <output className="saves-announcement">{announced}</output>
        <DocumentErrors {...documents} memories={memory === null ? memories : [memory]} />
        {isWaiting ? <DocumentsSkeleton since={since} now={now} /> : null}
        {isEmpty(documents) ? (
          <NoDocuments
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
            setAnnounced(words);
            const { current: root } = rootRef;
            (root === null ? null : (placeInRow(root, deleting.around) ?? root))?.focus();
          }}
        />
      )}
      <LiveRegion
        words={
          since === null && rows !== null ? plural(rows.length, 'settings_kinds_document') : ''
        }
      />
    </div>
  );
}

function isEmpty({ rows, since, error, unanswered, hasMore }: DocumentsHook): boolean {
  if (error !== null || unanswered.length > 0 || hasMore) return false;
  return rows === null ? since === null : rows.length === 0;
}

function DocumentsSkeleton({ since, now }: { since: number | null; now: number }) {
  const elapsed = slowSeconds(since, now);
  return (
    <div className="saves-list">
      <span className="visually-hidden">{t('common_loading')}</span>
      {[82, 64, 91, 56].map((width) => (
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

type DocumentsHeadProps = Pick<DocumentsHook, 'readAt' | 'since' | 'refresh'> & { now: number };

function DocumentsHead({ readAt, since, refresh, now }: DocumentsHeadProps) {
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
        onClick={refresh}
      >
        {t('profile_refresh')}
      </Button>
    </div>
  );
}

type NoDocumentsProps = { hasMemories: boolean; memory: string | null; onWiden: () => void };

function NoDocuments({ hasMemories, memory, onWiden }: NoDocumentsProps) {
  const { openWelcome } = useBridge();
  if (!hasMemories) {
    return (
      <MessageBlock art={<Mark size={56} />} title={t('common_noMemory')}>
        <Button look="primary" onClick={() => void openWelcome()}>
          {t('search_noMemory_action')}
        </Button>
      </MessageBlock>
    );
  }
  return (
    <>
      {memory === null ? (
        <MessageBlock
          art={<Mark size={56} />}
          title={t('search_firstUse_title')}
          text={t('search_firstUse_text')}
        />
      ) : (
        <MessageBlock title={t('documents_emptyIn', { memory })}>
          <Button onClick={onWiden}>{t('saves_filter_allMemories')}</Button>
        </MessageBlock>
      )}
      <p className="saves-only-here">{t('documents_notes')}</p>
    </>
  );
}

type DocumentErrorsProps = Pick<DocumentsHook, 'error' | 'unanswered' | 'since' | 'again'> & {
  memories: readonly MemoryChoice[];
};

function DocumentErrors({ error, unanswered, since, again, memories }: DocumentErrorsProps) {
  const byCode = Map.groupBy(unanswered, (one): AppErrorCode => one.error.code);
  const notices: { failed: AppError; words: ErrorWords }[] =
    error !== null
      ? [{ failed: error, words: errorWords(error) }]
      : [...byCode.values()].flatMap((group) => {
          const failed = group[0]?.error;
          const ids = group.map(({ memoryId }) => memoryId);
          return failed === undefined ? [] : [{ failed, words: wordsOf(failed, ids, memories) }];
        });
  return (
    <div className="documents-trouble" aria-live="polite">
      {notices.map(({ failed, words }) => (
        <ErrorNotice
          key={failed.code}
          error={failed}
          words={words}
          again={t('common_retry')}
          busy={since !== null}
          onAgain={again}
        />
      ))}
    </div>
  );
}

/** If no Memory responded, the service is the reason. */
function wordsOf(
  failed: AppError,
  ids: readonly string[],
  memories: readonly MemoryChoice[],
): ErrorWords {
  const words = errorWords(failed);
  if (ids.length === memories.length) return words;
  const names = memories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const title = t('search_unanswered', { memories: listed(names.slice(0, 5)) });
  return { ...words, title, next: words.title };
}
