import { useMemo, useRef } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { DocumentRowOf } from '../hooks/documents-state.ts';
import type { DocumentsHook } from '../hooks/use-documents.ts';
import { useFirstOfMore } from '../hooks/use-first-of-more.ts';
import { Button } from '../ui/button.tsx';
import { documentsWords } from '../words/documents.ts';
import { libraryWords } from '../words/library.ts';
import { DocumentRow, type DocumentRowProps } from './document-row.tsx';

export type DocumentListProps = Pick<
  DocumentsHook,
  'limit' | 'hasMore' | 'isCut' | 'isAddingMore' | 'more'
> &
  Pick<DocumentRowProps, 'now' | 'onDelete'> & {
    rows: readonly DocumentRowOf[];
    memories: readonly MemoryChoice[];
  };

/** The documents of the home, and the way to more of them. */
export function DocumentList(props: DocumentListProps) {
  const { rows, memories, now, onDelete, limit, hasMore, isCut, isAddingMore, more } = props;
  const listRef = useRef<HTMLUListElement>(null);
  useFirstOfMore(listRef, limit);
  const names = useMemo(() => new Map(memories.map(({ id, name }) => [id, name])), [memories]);
  return (
    <>
      {rows.length === 0 ? null : (
        <ul className="saves-list documents-list" ref={listRef} aria-label={libraryWords.tabs.home}>
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
      )}
      {hasMore ? (
        <Button wide size="small" data-act="more" busy={isAddingMore} onClick={more}>
          {documentsWords.more}
        </Button>
      ) : null}
      {isCut ? <p className="saves-only-here">{documentsWords.cut}</p> : null}
      {rows.length === 0 ? null : <p className="saves-only-here">{documentsWords.notes}</p>}
    </>
  );
}
