import '../saves/saves-screen.css';
import './documents.css';
import { useCallback, useRef, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { DocumentRowOf } from '../hooks/documents-state.ts';
import { placeInRow, rowsAround } from '../hooks/rows-in-list.ts';
import { type DocumentsHook, useDocuments } from '../hooks/use-documents.ts';
import { useKeptFocus } from '../hooks/use-kept-focus.ts';
import { useNow } from '../hooks/use-now.ts';
import { MemoryFilter } from '../recall/memory-filter.tsx';
import { onRowKey } from '../saves/row-keys.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { documentsWords } from '../words/documents.ts';
import { savesWords } from '../words/saves.ts';
import { DeleteDocument } from './delete-document.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentsHead } from './documents-head.tsx';
import { DocumentsNothing } from './documents-nothing.tsx';
import { DocumentsSkeleton } from './documents-skeleton.tsx';
import { DocumentsTrouble } from './documents-trouble.tsx';

type Deleting = DocumentRowOf & {
  /** The rows around it, for the focus once it is gone. */
  around: readonly string[];
};

/** What the Memories of one home hold, newest first: all of them, or one. */
export function DocumentsOfHome({ home }: { home: HomeStatus }) {
  const { memories, connectionId, kind } = home;
  const [wanted, setWanted] = useState<string | null>(null);
  // The one that was chosen may have been deleted since.
  const memory = memories.find(({ id }) => id === wanted) ?? null;
  const documents = useDocuments(home, memory?.id ?? null);
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
        words={since === null && rows !== null ? documentsWords.listed(rows.length) : ''}
      />
    </div>
  );
}

/** Whether all that was looked in has answered, and holds nothing. */
function isEmpty({ rows, since, error, unanswered, hasMore }: DocumentsHook): boolean {
  if (error !== null || unanswered.length > 0 || hasMore) return false;
  return rows === null ? since === null : rows.length === 0;
}
