import '../saves/saves-screen.css';
import './documents.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { TroubleNotice } from '../ask/trouble-notice.tsx';
import type { DocumentRowOf } from '../hooks/documents-state.ts';
import { placeInRow, rowsAround } from '../hooks/rows-in-list.ts';
import { useDocuments } from '../hooks/use-documents.ts';
import { useFirstOfMore } from '../hooks/use-first-of-more.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { useNow } from '../hooks/use-now.ts';
import { MemoryFilter } from '../recall/memory-filter.tsx';
import { onRowKey } from '../saves/row-keys.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { documentsWords } from '../words/documents.ts';
import { errorWords } from '../words/errors.ts';
import { libraryWords } from '../words/library.ts';
import { profileWords } from '../words/profile.ts';
import { savesWords } from '../words/saves.ts';
import { DeleteDocument } from './delete-document.tsx';
import { DocumentRow } from './document-row.tsx';
import { DocumentsHead } from './documents-head.tsx';
import { DocumentsNothing } from './documents-nothing.tsx';
import { DocumentsSkeleton } from './documents-skeleton.tsx';
import { UnansweredMemories } from './unanswered-memories.tsx';

type Deleting = DocumentRowOf & {
  /** The rows around it, for the focus once it is gone. */
  around: readonly string[];
};

/** What the Memories of one home hold, newest first: all of them, or one. */
export function DocumentsOfHome({ home }: { home: HomeStatus }) {
  const { memories, connectionId } = home;
  const [wanted, setWanted] = useState<string | null>(null);
  // The one that was chosen may have been deleted since.
  const memory = memories.find(({ id }) => id === wanted) ?? null;
  const documents = useDocuments(home, memory?.id ?? null);
  const { rows, limit, since, error, unanswered, drop, again } = documents;
  const now = useNow(rows === null && since !== null ? 250 : 15_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  useFirstOfMore(listRef, limit);
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const [said, setSaid] = useState('');
  const names = useMemo(() => new Map(memories.map(({ id, name }) => [id, name])), [memories]);

  const askToDelete = useCallback((row: DocumentRowOf) => {
    setSaid('');
    const around = rootRef.current === null ? [] : rowsAround(rootRef.current, row.document.id);
    setDeleting({ ...row, around });
  }, []);
  const onDelete = home.kind === 'read-only' ? null : askToDelete;

  const isWaiting = rows === null && since !== null;
  const isNothing = !isWaiting && error === null && unanswered.length === 0;
  const hasRows = rows !== null && rows.length > 0;
  const isEmpty = isNothing && !hasRows && !documents.hasMore;
  return (
    // The keys are those of the rows in it, whose links and buttons work without them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
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
              label={savesWords.filter.memory}
              memories={memories}
              chosenId={memory?.id ?? null}
              onChoose={setWanted}
            />
          )}
          <DocumentsHead {...documents} now={now} />
        </div>
        <output className="saves-said">{said}</output>
        <div className="documents-trouble" aria-live="polite">
          {error === null ? null : (
            <TroubleNotice
              error={error}
              words={errorWords(error)}
              again={profileWords.retry}
              busy={since !== null}
              onAgain={again}
            />
          )}
          <UnansweredMemories
            unanswered={error === null ? unanswered : []}
            memories={memory === null ? memories : [memory]}
            busy={since !== null}
            onAgain={again}
          />
        </div>
        {isWaiting ? <DocumentsSkeleton since={since} now={now} /> : null}
        {isEmpty ? (
          <DocumentsNothing
            hasMemories={memories.length > 0}
            memory={memory?.name ?? null}
            onWiden={() => setWanted(null)}
          />
        ) : null}
        {hasRows ? (
          <ul
            className="saves-list documents-list"
            ref={listRef}
            aria-label={libraryWords.tabs.home}
          >
            {rows.map((row) => (
              <DocumentRow
                key={row.document.id}
                row={row}
                memory={names.get(row.memoryId) ?? ''}
                now={now}
                onDelete={onDelete}
              />
            ))}
          </ul>
        ) : null}
        {rows === null || !documents.hasMore ? null : (
          <Button
            wide
            size="small"
            data-act="more"
            busy={documents.isAddingMore}
            onClick={documents.more}
          >
            {documentsWords.more}
          </Button>
        )}
        {hasRows || (isEmpty && memories.length > 0) ? (
          <p className="saves-only-here">{documentsWords.notes}</p>
        ) : null}
      </div>
      {deleting === null ? null : (
        <DeleteDocument
          key={deleting.document.id}
          connectionId={connectionId ?? ''}
          memory={{ id: deleting.memoryId, name: names.get(deleting.memoryId) ?? '' }}
          document={deleting.document}
          onGone={drop}
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
        words={rows === null || since !== null ? '' : documentsWords.listed(rows.length)}
      />
    </div>
  );
}
