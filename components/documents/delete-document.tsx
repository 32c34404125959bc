import { useMemo } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { ListedDocument } from '../../lib/contracts/documents.ts';
import { shortened } from '../../lib/core/text/cut-text.ts';
import { useBridge } from '../hooks/bridge.ts';
import { deletionSteps } from '../hooks/deletion-steps.ts';
import { SavedDeletion, type SavedDeletionProps } from '../saves/saved-deletion.tsx';
import { savesWords } from '../words/saves.ts';
import { documentView } from './document-view.ts';

export type DeleteDocumentProps = Pick<SavedDeletionProps, 'onDone' | 'onCancel'> & {
  connectionId: string;
  memory: MemoryChoice;
  document: ListedDocument;
  /** Told once there is nothing left of it. */
  onGone: (documentId: string) => void;
};

const shownTitleLength = 120;

/** Deletes a document of the home, whoever saved it. */
export function DeleteDocument(props: DeleteDocumentProps) {
  const { connectionId, memory, document, onGone, ...on } = props;
  const { ask } = useBridge();
  const { id: documentId, customId } = document;
  const { id, name } = memory;
  const steps = useMemo(
    () =>
      deletionSteps(
        (confirm) =>
          ask('documents.delete', {
            connectionId,
            memory: { id, name },
            documentId,
            customId,
            confirm,
          }),
        () => onGone(documentId),
      ),
    [ask, connectionId, id, name, documentId, customId, onGone],
  );
  const title = shortened(documentView(document).title, shownTitleLength);
  return <SavedDeletion name={savesWords.quoted(title)} steps={steps} {...on} />;
}
