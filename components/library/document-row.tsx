import '../outbox/save-row.css';
import { memo } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { DocumentRowOf } from './documents-state.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { toneIcons } from '../outbox/save-row.tsx';
import { RowDelete, RowTitle } from '../app/list-row.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { ListedDocument } from '../../lib/library/model.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { useBridge } from '../app/bridge.ts';
import { deletionSteps } from '../app/deletion-steps.ts';
import { SavedDeletion, type SavedDeletionProps } from '../app/saved-deletion.tsx';
import { nameInAddress, webHost } from '../../lib/url/web-address.ts';
import { saveDetails, saveStates } from '../app/save-text.ts';
import { statusViews } from '../outbox/save-status.ts';

type DocumentRowProps = {
  row: DocumentRowOf;
  memory: string;
  now: number;
  /** Null if the connection can't delete. */
  onDelete: ((row: DocumentRowOf) => void) | null;
};

export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { row, memory, now, onDelete } = props;
  const { document } = row;
  const view = documentView(document);
  const Icon = toneIcons[view.tone];
  return (
    <li className="save-row" data-save={document.id} data-tone={view.tone} tabIndex={-1}>
      {Icon === null ? null : <Icon className="save-row-icon" size={18} />}
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

type DeleteDocumentProps = Pick<SavedDeletionProps, 'onDone' | 'onCancel'> & {
  connectionId: string;
  memory: MemoryChoice;
  document: ListedDocument;
  onGone: (documentId: string) => void;
};

export function DeleteDocument(props: DeleteDocumentProps) {
  const { connectionId, memory, document, onGone, ...on } = props;
  const { ask } = useBridge();
  const { id: documentId, customId } = document;
  const { id, name } = memory;
  const order = { connectionId, memory: { id, name }, documentId, customId };
  const steps = deletionSteps(
    (confirm) => ask('documents.delete', { ...order, confirm }),
    () => onGone(documentId),
  );
  const title = shortened(documentView(document).title, 120);
  return <SavedDeletion name={t('saves_quoted', { words: title })} steps={steps} {...on} />;
}

/** Describes a document. If untitled, it gets its address as the title, or else its first words. */
export function documentView({ title, url, opening, learning }: ListedDocument) {
  const host = url === null ? null : webHost(url);
  const own = title?.trim() ?? '';
  const address = url === null ? null : nameInAddress(url);
  const shown = own === '' ? (address ?? opening ?? t('saves_untitled')) : own;
  const isDone = learning === 'learned' || learning === 'unknown';
  return {
    title: shown,
    /** Null if unknown, or already shown as the title. */
    host: shown === host ? null : host,
    href: host === null ? null : url,
    tone: isDone ? 'good' : statusViews[learning].tone,
    state: isDone ? null : saveStates[learning],
    detail: isDone ? null : (saveDetails[learning] ?? null),
  };
}
