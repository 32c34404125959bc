import '../saves/save-row.css';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { memo } from 'react';
import type { DocumentRowOf } from '../hooks/documents-state.ts';
import { RowDelete } from '../saves/row-delete.tsx';
import { RowTitle } from '../saves/row-title.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { documentView } from './document-view.ts';

export type DocumentRowProps = {
  row: DocumentRowOf;
  /** Of its Memory. */
  memory: string;
  now: number;
  /** Asks whether to delete it; null where this connection deletes nothing. */
  onDelete: ((row: DocumentRowOf) => void) | null;
};

/** One document of the home: what it is, which Memory has it, since when, and whether search finds it. */
export const DocumentRow = memo(function DocumentRow({
  row,
  memory,
  now,
  onDelete,
}: DocumentRowProps) {
  const { document } = row;
  const view = documentView(document);
  return (
    <li className="save-row" data-save={document.id} data-tone={view.tone} tabIndex={-1}>
      {view.tone === 'busy' ? (
        <CircleDashed className="save-row-icon" size={18} aria-hidden="true" />
      ) : null}
      {view.tone === 'bad' ? (
        <CircleAlert className="save-row-icon" size={18} aria-hidden="true" />
      ) : null}
      <div className="save-row-body">
        <h3 className="save-row-title">
          <RowTitle title={view.title} href={view.href} />
        </h3>
        <p className="save-row-meta">
          <MemoryChip name={memory} />
          {document.savedAt === null ? null : (
            <TimeAgo then={document.savedAt} now={now} className="save-row-when" />
          )}
          {view.host === null ? null : <span className="save-row-host">{view.host}</span>}
        </p>
        {view.state === null ? null : <p className="save-row-state">{view.state}</p>}
        {view.detail === null ? null : <p className="save-row-detail">{view.detail}</p>}
        {view.tone !== 'bad' || document.reason === null ? null : <Quote words={document.reason} />}
      </div>
      {onDelete === null ? null : <RowDelete name={view.title} onPress={() => onDelete(row)} />}
    </li>
  );
});
